//! `giog show`: a finished match in plain text, trick by trick.

use std::io::Write;

use giog_rules::MatchId;
use uuid::Uuid;

use crate::address::{ServerArgs, id};
use crate::plain::plain;
use crate::web::{self, ANSWER_TIMEOUT, Ask};

/// The most bytes of a text that is read; a usual one has some 10 KiB.
const TEXT_LIMIT_BYTES: usize = 4 << 20;

/// The match, and options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match's id, from `giog matches`
    #[arg(value_name = "ID", value_parser = id)]
    id: Uuid,
    /// The observer: `all` (every piece face up), `spectator`, or the number of a seat
    #[arg(long = "as", value_name = "WHO", default_value = "all")]
    seen_as: String,
    /// Show pieces as letters only, without Chinese characters
    #[arg(long)]
    codes: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// Prints the match.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    let path = format!("/matches/{}/record", MatchId(args.id));
    let mut url = args.server.server.rest(&path);
    let pieces = if args.codes { "codes" } else { "both" };
    url.query_pairs_mut()
        .append_pair("as", &args.seen_as)
        .append_pair("pieces", pieces);
    let ask = Ask {
        accept: "text/plain",
        token: None,
        limit_bytes: TEXT_LIMIT_BYTES,
    };
    let text = web::block_on(async {
        let client = web::client(ANSWER_TIMEOUT)?;
        web::get(&client, url, ask).await
    })?;
    let text = plain(&String::from_utf8_lossy(&text));
    Ok(output.write_all(text.as_bytes())?)
}
