//! `giog admin`: the operator's interface of a running server, on the command line.

mod calls;
mod nodes;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Subcommand;
use giog_protocol::operator::{
    Announced, AnnouncementInput, BanInput, OperatorStatus, ReviewerInput, SettleInput,
};
use giog_rules::PlayerId;
use giog_server::{Overrides, Settings};
use reqwest::Method;
use serde_json::Value;
use tokio::time::sleep;
use uuid::Uuid;

use self::calls::{Calls, NOTHING};
use self::nodes::{Moved, moved};
use crate::address::id;
use crate::plain::plain;
use crate::{health, web};

/// How often a server that is being drained is queried for what remains.
const LEFT_EVERY: Duration = Duration::from_secs(2);

/// The server, and what to do.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Address and token are those of the server that these settings start: the file, and variables of the \
                  environment. The token is in the data folder, readable to the server's user and to root."
)]
pub struct Args {
    /// The server's settings file [default: `GIOG_CONFIG`, or config/giog.toml if it exists]
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    /// The server's data folder, which has the token [default: from the settings]
    #[arg(long, global = true)]
    data_dir: Option<PathBuf>,
    /// The address of the operator's interface, such as `http://127.0.0.1:8081` [default: from the settings]
    #[arg(long, global = true)]
    url: Option<String>,
    /// The operator's token [default: from the settings, or from the file in the data folder]
    #[arg(long, global = true, hide_env_values = true)]
    token: Option<String>,
    /// Print the answer as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Shows the server's status
    Status,
    /// Lists all rooms
    Rooms {
        /// Only rooms that are set aside, with the reason
        #[arg(long)]
        set_aside: bool,
    },
    /// Shows a room and everybody in it
    Room {
        /// The room's id, from `rooms`
        #[arg(value_parser = id)]
        room: Uuid,
    },
    /// Restores a room that is set aside, after an upgrade or a repair of the database
    BringBack {
        /// The room's id, from `rooms --set-aside`
        #[arg(value_parser = id)]
        room: Uuid,
    },
    /// Closes a room; its match is abandoned
    Stop {
        /// The room's id, from `rooms`
        #[arg(value_parser = id)]
        room: Uuid,
    },
    /// Removes a person from a room
    Remove {
        /// The room's id, from `rooms`
        #[arg(value_parser = id)]
        room: Uuid,
        /// The person's id, from `room`
        #[arg(value_parser = id)]
        player: Uuid,
    },
    /// Bans a person or addresses
    Ban {
        /// A person's id, an address, or a range such as 203.0.113.0/24
        whom: String,
        /// The reason; only for operators
        #[arg(long)]
        reason: String,
        /// The duration, such as 30m, 12h or 7d [default: until it is lifted]
        #[arg(long = "for", value_name = "TIME", value_parser = seconds)]
        lasts_s: Option<u64>,
        /// Also if these are addresses of a trusted proxy, or more than anybody has
        #[arg(long)]
        anyway: bool,
    },
    /// Lifts a ban
    Unban {
        /// The ban's id, from `bans`
        #[arg(value_parser = id)]
        ban: Uuid,
    },
    /// Deletes a person's data for good: name, devices, recovery code, and the name wherever it is stored
    Forget {
        /// The person's id
        #[arg(value_parser = id)]
        player: Uuid,
        /// Also erase what is stored of the name of somebody who is not known any more, as after the restore of an older backup
        #[arg(long)]
        unknown: bool,
    },
    /// Lists active bans
    Bans,
    /// Lists reports about players
    Reports {
        /// Include settled reports
        #[arg(long)]
        all: bool,
        /// The cursor of the next page, from the page before
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Lists pairs of people who seem to spare each other at rated tables
    Pairs,
    /// Lists workers that compute reviews outside the server
    Reviewers,
    /// Adds a worker that computes reviews, and prints its token, once
    AddReviewer {
        /// What you call it
        name: String,
    },
    /// Revokes a worker, and deletes all reviews that it has computed
    RevokeReviewer {
        /// The worker's id, from `reviewers`
        #[arg(value_parser = id)]
        reviewer: Uuid,
    },
    /// Settles a report, with a note
    Settle {
        /// The report's id, from `reports`
        #[arg(value_parser = id)]
        report: Uuid,
        /// A note: what you found and did
        note: String,
    },
    /// Shows a message to everybody
    Notice {
        /// The message
        #[arg(required_unless_present = "withdraw")]
        text: Option<String>,
        /// Also show it to people who come later, until it is withdrawn or the server stops
        #[arg(long)]
        stays: bool,
        /// Withdraw the message
        #[arg(long, conflicts_with_all = ["text", "stays"])]
        withdraw: bool,
    },
    /// Starts no new rooms and matches; running ones continue. Of several servers: hands the rooms of one over to the others
    Drain {
        /// The server that is to have no rooms: its name, or the beginning of its id, from `nodes`
        node: Option<String>,
        /// Wait until no match is running, or until the server has no rooms
        #[arg(long)]
        wait: bool,
    },
    /// Ends draining: starts rooms and matches again
    Undrain {
        /// The server that takes rooms again: its name, or the beginning of its id, from `nodes`
        node: Option<String>,
    },
    /// Says that the date of the machine is right after it jumped: expired data is deleted again
    TrustDate,
    /// Lists the servers that share the rooms
    Nodes,
    /// Moves a room, with the others of its shard, to another server
    Move {
        /// A room's id, or the number of a shard
        #[arg(value_parser = moved)]
        what: Moved,
        /// The server: its name, or the beginning of its id, from `nodes`
        node: String,
    },
}

/// Executes the command, and prints the result.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let calls = calls(args)?;
    web::block_on(async {
        let (answer, text) = act(&calls, &args.action).await?;
        let mut output = io::stdout().lock();
        if args.json {
            writeln!(output, "{}", serde_json::to_string_pretty(&answer)?)?;
        } else {
            writeln!(output, "{}", plain(text.trim_end()))?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// The server's address and the token.
fn calls(args: &Args) -> anyhow::Result<Calls> {
    let flags = Overrides {
        data_dir: args.data_dir.clone(),
        ..Overrides::default()
    };
    let settings = Settings::load(args.config.as_deref(), std::env::vars_os(), flags)?;
    let url = match (&args.url, settings.operator.listen) {
        (Some(url), _) => url.clone(),
        (None, Some(listen)) => format!("http://{}", health::reachable(listen)),
        (None, None) => anyhow::bail!(
            "the operator's interface is off: set `operator.listen`, or give its address with --url"
        ),
    };
    let token = match (&args.token, &settings.operator.token) {
        (Some(token), _) | (None, Some(token)) => token.clone(),
        (None, None) => {
            let path = settings.data_dir.join(giog_server::TOKEN_FILE);
            std::fs::read_to_string(&path)
                .with_context(|| format!("the operator's token: `{}`", path.display()))?
        }
    };
    Calls::new(&url, token.trim())
}

/// Executes the action; returns the answer as JSON and as text for people.
async fn act(calls: &Calls, action: &Action) -> anyhow::Result<(Value, String)> {
    match action {
        Action::Status => calls.get("status").await?.told(text::status),
        Action::Rooms { set_aside: false } => calls.get("rooms").await?.told(text::rooms),
        Action::Rooms { set_aside: true } => {
            let answer = calls.get("rooms/set-aside").await?;
            answer.told(text::set_aside)
        }
        Action::Room { room } => {
            let path = format!("rooms/{room}");
            calls.get(&path).await?.told(text::room)
        }
        Action::BringBack { room } => {
            let path = format!("rooms/{room}/bring-back");
            let answer = calls.call(Method::POST, &path, NOTHING).await?;
            Ok(answer.done("the room is back"))
        }
        Action::Stop { room } => {
            let path = format!("rooms/{room}");
            let answer = calls.call(Method::DELETE, &path, NOTHING).await?;
            Ok(answer.done("the room is closed"))
        }
        Action::Remove { room, player } => {
            let path = format!("rooms/{room}/people/{player}");
            let answer = calls.call(Method::DELETE, &path, NOTHING).await?;
            Ok(answer.done("the person is out of the room"))
        }
        Action::Ban {
            whom,
            reason,
            lasts_s,
            anyway,
        } => {
            let ban = BanInput {
                anyway: *anyway,
                ..ban(whom, reason, *lasts_s)
            };
            calls
                .call(Method::POST, "bans", Some(&ban))
                .await?
                .told(text::ban)
        }
        Action::Unban { ban } => {
            let path = format!("bans/{ban}");
            let answer = calls.call(Method::DELETE, &path, NOTHING).await?;
            Ok(answer.done("the ban is lifted"))
        }
        Action::Forget { player, unknown } => {
            let path = format!("players/{player}?unknown={unknown}");
            let answer = calls.call(Method::DELETE, &path, NOTHING).await?;
            Ok(answer.done(if *unknown {
                "whoever has this id is forgotten"
            } else {
                "they are forgotten"
            }))
        }
        Action::Bans => calls.get("bans").await?.told(text::bans),
        Action::Reports { all, cursor } => {
            let cursor = cursor.as_ref().map(|cursor| format!("&cursor={cursor}"));
            let path = format!("reports?settled={all}{}", cursor.unwrap_or_default());
            calls.get(&path).await?.told(text::reports)
        }
        Action::Pairs => calls.get("pairs").await?.told(text::pairs),
        Action::Reviewers => calls.get("reviewers").await?.told(text::reviewers),
        Action::AddReviewer { name } => {
            let input = ReviewerInput { name: name.clone() };
            let answer = calls.call(Method::POST, "reviewers", Some(&input)).await?;
            answer.told(text::new_reviewer)
        }
        Action::RevokeReviewer { reviewer } => {
            let path = format!("reviewers/{reviewer}");
            let answer = calls.call(Method::DELETE, &path, NOTHING).await?;
            Ok(answer.done("the worker is revoked, and its reviews are being deleted"))
        }
        Action::Settle { report, note } => {
            let path = format!("reports/{report}/settlement");
            let note = SettleInput { note: note.clone() };
            let answer = calls.call(Method::PUT, &path, Some(&note)).await?;
            Ok(answer.done("the report is settled"))
        }
        Action::Notice { text, stays, .. } => notice(calls, text.as_deref(), *stays).await,
        Action::Drain { node: None, wait } => drain(calls, *wait).await,
        Action::Undrain { node: None } => {
            let answer = calls.call(Method::DELETE, "drain", NOTHING).await?;
            answer.told(text::status)
        }
        Action::Drain {
            node: Some(node),
            wait,
        } => nodes::drain(calls, node, *wait).await,
        Action::Undrain { node: Some(node) } => nodes::undrain(calls, node).await,
        Action::TrustDate => {
            let answer = calls.call(Method::PUT, "date", NOTHING).await?;
            answer.told(text::status)
        }
        Action::Nodes => calls.get("nodes").await?.told(text::nodes),
        Action::Move { what, node } => nodes::bring(calls, *what, node).await,
    }
}

async fn notice(calls: &Calls, text: Option<&str>, stays: bool) -> anyhow::Result<(Value, String)> {
    let answer = match text {
        Some(text) => {
            let text = text.to_owned();
            let input = AnnouncementInput { text, stays };
            calls
                .call(Method::PUT, "announcement", Some(&input))
                .await?
        }
        None => calls.call(Method::DELETE, "announcement", NOTHING).await?,
    };
    answer.told(|told: &Announced| format!("connections that were told: {}", told.sockets))
}

async fn drain(calls: &Calls, wait: bool) -> anyhow::Result<(Value, String)> {
    let mut answer = calls.call(Method::PUT, "drain", NOTHING).await?;
    let mut told = None;
    loop {
        let left = answer.read::<OperatorStatus>()?;
        ensure!(left.draining, "somebody else has ended the draining");
        let (matches, coming) = (left.matches_running, left.rooms_coming);
        if !wait || (matches, coming) == (0, 0) {
            return answer.told(text::status);
        }
        if told.replace((matches, coming)) != Some((matches, coming)) {
            match coming {
                0 => eprintln!("giog: matches left: {matches}"),
                _ => eprintln!("giog: matches left: {matches}; rooms to restore: {coming}"),
            }
        }
        sleep(LEFT_EVERY).await;
        answer = calls.get("status").await?;
    }
}

/// The ban of a target: everything that is not a person's id is sent as addresses, which the server checks.
fn ban(whom: &str, reason: &str, lasts_s: Option<u64>) -> BanInput {
    let player = whom.parse().ok().map(PlayerId);
    BanInput {
        player,
        addresses: player.is_none().then(|| whom.to_owned()),
        reason: reason.to_owned(),
        lasts_s,
        anyway: false,
    }
}

/// Reads durations such as `90s`, `30m`, `12h`, `7d`; returns seconds.
fn seconds(text: &str) -> Result<u64, &'static str> {
    const WANTED: &str = "a number with s, m, h or d for its unit, as in 12h";
    let known = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)];
    let read = known
        .into_iter()
        .find_map(|(unit, unit_s)| Some((text.strip_suffix(unit)?, unit_s)));
    let (number, of_s) = read.ok_or(WANTED)?;
    let number: u64 = number.parse().map_err(|_| WANTED)?;
    number.checked_mul(of_s).filter(|&s| s > 0).ok_or(WANTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, expected) in [
            ("90s", Some(90)),
            ("30m", Some(1_800)),
            ("12h", Some(43_200)),
            ("7d", Some(604_800)),
            ("7", None),
            ("d", None),
            ("", None),
            ("0d", None),
            ("-1d", None),
            ("7 d", None),
            ("7è", None),
            ("99999999999999999d", None),
        ] {
            assert_eq!(seconds(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn whom_a_ban_is_of_is_seen_from_how_it_is_written() {
        let id = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
        assert!(ban(id, "why", None).addresses.is_none());
        assert!(ban("203.0.113.0/24", "why", None).player.is_none());
    }
}
