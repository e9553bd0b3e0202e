//! `giog matches`: the finished matches of a server, newest first.

use std::io::Write;

use anyhow::Context;
use giog_protocol::rest::{MatchList, MatchPlayer, MatchStatus, MatchSummary};
use giog_rules::Variant;
use giog_seats::Keep;
use uuid::Uuid;

use crate::address::{ServerArgs, id};
use crate::plain::plain;
use crate::web;

/// The filter.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With a token kept from `giog play` your own matches in unlisted rooms are listed too."
)]
pub struct Args {
    /// Only matches in which this person sat
    #[arg(long, value_name = "ID", value_parser = id)]
    player: Option<Uuid>,
    /// Only your own, if you have played on this server before
    #[arg(long, conflicts_with = "player")]
    mine: bool,
    /// Only matches that this person won, alone or with others
    #[arg(long, value_name = "ID", value_parser = id)]
    won_by: Option<Uuid>,
    /// Only matches of this game
    #[arg(long)]
    variant: Option<Variant>,
    /// Only matches of this room
    #[arg(long, value_name = "ID", value_parser = id)]
    room: Option<Uuid>,
    /// Only matches with this status
    #[arg(long, value_parser = ["over", "abandoned"])]
    status: Option<String>,
    /// Only matches that ended at this time or later, such as 2026-01-31T12:00:00Z
    #[arg(long, value_name = "MOMENT")]
    from: Option<String>,
    /// Only matches that ended before this time
    #[arg(long, value_name = "MOMENT")]
    to: Option<String>,
    /// The number of matches
    #[arg(long, default_value_t = 20)]
    limit: u32,
    /// The cursor of the next page, from the end of a list
    #[arg(long)]
    cursor: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// Prints the list.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    let server = &args.server.server;
    let identity = Keep::of(server)?.identity()?;
    let mine = if args.mine {
        let me = identity
            .as_ref()
            .context("you have not played on this server before")?;
        Some(me.player.0)
    } else {
        None
    };
    let url = server.rest("/matches");
    let filters = [
        ("player", args.player.or(mine).map(|id| id.to_string())),
        ("won_by", args.won_by.map(|id| id.to_string())),
        ("variant", args.variant.map(|variant| variant.to_string())),
        ("room", args.room.map(|id| id.to_string())),
        ("status", args.status.clone()),
        ("from", args.from.clone()),
        ("to", args.to.clone()),
        ("limit", Some(args.limit.to_string())),
        ("cursor", args.cursor.clone()),
    ];
    let token = identity.as_ref().map(|identity| identity.token.as_str());
    let bytes = web::block_on(web::list(url, filters, token))?;
    if args.json {
        output.write_all(&bytes)?;
        return Ok(writeln!(output)?);
    }
    let list: MatchList =
        serde_json::from_slice(&bytes).context("this is not a list of matches")?;
    write_list(&list, &mut output)
}

fn write_list(list: &MatchList, output: &mut impl Write) -> anyhow::Result<()> {
    if list.matches.is_empty() {
        writeln!(output, "No matches.")?;
    }
    for summary in &list.matches {
        write_match(summary, output)?;
    }
    if let Some(next) = &list.next {
        writeln!(output, "More: add --cursor {}", plain(next))?;
    }
    Ok(())
}

fn write_match(summary: &MatchSummary, output: &mut impl Write) -> anyhow::Result<()> {
    let ended = summary.ended_at.to_string();
    let ended = ended.get(..16).unwrap_or(&ended).replace('T', " ");
    let status = match (summary.status, summary.end) {
        (MatchStatus::Over, None) => String::new(),
        (MatchStatus::Over, Some(end)) => format!(", {}", end.to_string().replace('_', " ")),
        (MatchStatus::Abandoned, _) => ", abandoned".to_owned(),
    };
    writeln!(
        output,
        "{}  {ended} UTC  {}, {} players{status}",
        summary.match_id, summary.variant, summary.seats
    )?;
    for player in &summary.players {
        let name = plain(&player.called().in_list());
        writeln!(output, "    {name}{}", fared(player))?;
    }
    Ok(())
}

/// A player's result.
fn fared(player: &MatchPlayer) -> String {
    let score = player
        .score
        .map_or_else(String::new, |score| format!(" {score:+}"));
    let won = if player.won { ", won" } else { "" };
    format!("{score}{won}")
}
