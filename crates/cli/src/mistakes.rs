//! `giog mistakes`: what reviews call your own mistakes, those of the latest matches first.

use std::io::Write;

use anyhow::Context;
use giog_protocol::rest::{MistakeKind, MistakeList, OwnMistake};
use giog_rules::Variant;
use giog_rules::record::text::Style;
use giog_seats::Keep;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use crate::address::ServerArgs;
use crate::plain::plain;
use crate::review::{kind_told, points, verdict_told};
use crate::style;
use crate::web;

/// The filter.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "They come from matches that were reviewed from your seat on the page of the server."
)]
pub struct Args {
    /// Only those in matches of this game
    #[arg(long)]
    variant: Option<Variant>,
    /// Only those of this kind, such as `kept_general`
    #[arg(long, value_parser = kind)]
    kind: Option<MistakeKind>,
    /// The cursor of the next page, from the end of a list
    #[arg(long)]
    cursor: Option<String>,
    /// Show pieces as letters only, without Chinese characters
    #[arg(long, conflicts_with = "json")]
    codes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

fn kind(text: &str) -> Result<MistakeKind, Error> {
    let text: StrDeserializer<'_, Error> = text.into_deserializer();
    MistakeKind::deserialize(text)
}

/// Prints the list.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    let server = &args.server.server;
    let identity = Keep::of(server)?.identity()?;
    let identity = identity.context("you have not played on this server before")?;
    let url = server.rest("/guests/me/mistakes");
    let filters = [
        ("variant", args.variant.map(|variant| variant.to_string())),
        ("kind", args.kind.map(|kind| kind.to_string())),
        ("cursor", args.cursor.clone()),
    ];
    let token = Some(identity.token.as_str());
    let bytes = web::block_on(web::list(url, filters, token))?;
    if args.json {
        output.write_all(&bytes)?;
        return Ok(writeln!(output)?);
    }
    let list: MistakeList =
        serde_json::from_slice(&bytes).context("this is not a list of mistakes")?;
    let style = style::of(args.codes);
    write_list(&list, style, &mut output)
}

fn write_list(list: &MistakeList, style: Style, output: &mut impl Write) -> anyhow::Result<()> {
    if list.mistakes.is_empty() {
        writeln!(output, "No mistakes in reviewed matches.")?;
    }
    for mistake in &list.mistakes {
        write_mistake(mistake, style, output)?;
    }
    if let Some(next) = &list.next {
        writeln!(output, "More: add --cursor {}", plain(next))?;
    }
    Ok(())
}

fn write_mistake(told: &OwnMistake, style: Style, output: &mut impl Write) -> anyhow::Result<()> {
    let ended = told.ended_at.to_string();
    let ended = ended.get(..16).unwrap_or(&ended).replace('T', " ");
    writeln!(
        output,
        "{}  {ended} UTC  {}, seat {}, trick {}",
        told.match_id,
        told.variant,
        told.seat,
        told.trick + 1
    )?;
    writeln!(
        output,
        "    {} lost {} ± {}{}; better {}. {}{}",
        style.pieces(told.laid),
        points(told.lost),
        points(told.error),
        verdict_told(told.verdict),
        style.pieces(told.mistake.play),
        kind_told(&told.mistake),
        if told.by_worker {
            " Computed by a worker."
        } else {
            ""
        }
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use giog_protocol::rest::{NamedMistake, ReviewVerdict};
    use giog_rules::{MatchId, Pieces, Seat, Timestamp};

    use super::*;

    #[test]
    fn a_mistake_is_two_lines() {
        let pieces = |text: &str| text.parse::<Pieces>().expect("pieces");
        let list = MistakeList {
            mistakes: vec![OwnMistake {
                match_id: MatchId(uuid::Uuid::nil()),
                variant: "giog".parse().expect("a game"),
                ended_at: Timestamp::from_unix_ms(0),
                seat: Seat::new(2),
                action: 30,
                trick: 4,
                laid: pieces("p"),
                lost: 1_234,
                error: 91,
                verdict: ReviewVerdict::Blunder,
                mistake: NamedMistake {
                    kind: MistakeKind::KeptGeneral,
                    count: Some(3),
                    play: pieces("K"),
                },
                by_worker: true,
            }],
            next: Some("00ff".to_owned()),
        };
        let mut lines = Vec::new();
        write_list(&list, Style::Codes, &mut lines).expect("written");
        let expected = "00000000-0000-0000-0000-000000000000  1970-01-01 00:00 UTC  giog, seat 2, trick 5\n    \
            p lost 12.3 ± 0.9: a blunder; better K. Kept a general (pieces left in hand: 3). Computed by a worker.\nMore: add --cursor 00ff\n";
        assert_eq!(String::from_utf8_lossy(&lines), expected);
    }

    #[test]
    fn kinds_are_read_as_they_are_written() {
        let kept = kind("kept_general");
        assert_eq!(kept.expect("a kind"), MistakeKind::KeptGeneral);
        assert_eq!(MistakeKind::KeptGeneral.to_string(), "kept_general");
        assert!(kind("kept").is_err());
    }
}
