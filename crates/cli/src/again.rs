//! `giog again`: plays on with a finished match from a decision of a seat, against bots (`docs/REVIEW.md`). It needs no server.

use std::io::{BufRead, Write};

use anyhow::Context as _;
use giog_protocol::rest::{Branch, BranchInput};
use giog_protocol::server::{Deciding, Now, SeqEvent, ServerMessage, Snapshot};
use giog_protocol::{RoomId, Series, SettingsInput};
use giog_rooms::{Bot, Branched, NoBranch, branch};
use giog_rules::record::{Player, Record};
use giog_rules::text::Style;
use giog_rules::{Action, Level, PlayerId};
use serde_json::json;
use uuid::Uuid;

use crate::source;
use crate::style;
use crate::table::{Input, Teller, prompt, read, typed};

/// What one can type besides answers.
const HELP: &str = "Answer what is asked, or type back, which takes your last play back, or quit.";

/// The record, the seat, and where it begins.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record: a file, or an http(s) address of a record or match on a server
    #[arg(value_name = "RECORD")]
    record: String,
    /// The number of the seat that you play
    #[arg(long = "as", value_name = "SEAT")]
    seat: u8,
    /// The index of an action in the record, as `review --json` names decisions: the seat's first decision from there on is yours
    #[arg(long = "at", value_name = "ACTION", default_value_t = 0)]
    at: u32,
    /// The level of all bots; without it bots have that of the match, and people's seats are `simple`
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Show pieces as letters only, without Chinese characters
    #[arg(long)]
    codes: bool,
}

/// Plays the branch with what is typed.
pub fn run(args: &Args, mut input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    let (record, seat) = source::record_of_seat(&args.record, args.seat)?;
    let style = style::of(args.codes);
    let mut game = Game {
        record,
        asked: BranchInput {
            seat,
            action: args.at,
            events: 0,
            plays: Vec::new(),
            level: args.level,
            left_out: 0,
        },
        decided: vec![Vec::new()],
        style,
    };
    let mut now = game.play()?;
    let mut teller = game.teller(&now)?;
    writeln!(output, "In the match: {}", typed(&now.did))?;
    tell(&mut output, &mut teller, &now)?;
    writeln!(output, "{HELP}")?;
    while let Some(lines) = asked(&now, &teller, style) {
        for line in lines {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let decision = now.you.as_ref().and_then(|you| you.decision.as_ref());
        let action = match (line.trim(), read(&line, decision)) {
            ("back", _) => {
                if game.asked.plays.pop().is_some() {
                    game.decided.pop();
                }
                now = game.again()?;
                teller = game.teller(&now)?;
                tell(&mut output, &mut teller, &now)?;
                continue;
            }
            (_, Input::Quit) => return Ok(()),
            (_, Input::Act(action)) => action,
            (_, Input::Nothing) => continue,
            (_, Input::Default) => {
                let default = decision.and_then(giog_rules::Decision::default_action);
                default.context("there is no default")?
            }
            (_, Input::Wrong(why)) => {
                writeln!(output, "{why}")?;
                continue;
            }
            _ => {
                writeln!(output, "{HELP}")?;
                continue;
            }
        };
        game.asked.left_out += u32::try_from(now.events.len())?;
        game.asked.plays.push(action);
        match game.play() {
            Ok(next) => {
                now = next;
                tell(&mut output, &mut teller, &now)?;
            }
            Err(NoBranch::Refused { code, .. }) => {
                game.asked.plays.pop();
                game.asked.left_out -= u32::try_from(now.events.len())?;
                writeln!(output, "Not possible: {code}.")?;
            }
            Err(no) => return Err(no.into()),
        }
    }
    let winners = game.record.result.winners().unwrap_or_default();
    let names: Vec<String> = winners.iter().map(|&seat| teller.name(seat)).collect();
    if names.is_empty() {
        writeln!(output, "In the match nobody won.")?;
    } else {
        writeln!(output, "In the match {} won.", names.join(", "))?;
    }
    Ok(())
}

/// A branch with what bots decided in it after each play.
struct Game {
    record: Record,
    asked: BranchInput,
    decided: Vec<Vec<Action>>,
    style: Style,
}

impl Game {
    /// The branch after the last play.
    fn play(&mut self) -> Result<Branch, NoBranch> {
        let known = self.decided.last().cloned().unwrap_or_default();
        let Branched {
            branch, decided, ..
        } = branch(&self.record, &self.asked, Bot::default(), known);
        let branch = branch?;
        self.decided.push(decided);
        Ok(branch)
    }

    /// The branch from its start.
    fn again(&mut self) -> Result<Branch, NoBranch> {
        self.asked.left_out = 0;
        let branch = self.play()?;
        self.decided.pop();
        Ok(branch)
    }

    /// What tells the branch to its player, from its start: bots play the other seats.
    fn teller(&self, branch: &Branch) -> anyhow::Result<Teller> {
        let me = match &self.record.players[self.asked.seat].player {
            Player::Person { id } => *id,
            Player::Bot { .. } => PlayerId(Uuid::nil()),
        };
        let settings = SettingsInput {
            variant: Some(self.record.variant),
            seats: Some(self.record.seats),
            ..SettingsInput::default()
        };
        let (settings, _) = settings.resolve()?;
        let seats = branch.levels.iter().map(|(seat, level)| {
            let occupant = match level {
                None => {
                    json!({ "player": me, "name": format!("Seat {}", self.asked.seat), "tag": "" })
                }
                Some(level) => json!({ "bot": level }),
            };
            json!({ "seat": seat, "occupant": occupant, "ready": false, "away": false })
        });
        let snapshot: Snapshot = serde_json::from_value(json!({
            "room": Uuid::nil(), "seq": 0, "you": self.asked.seat, "match": null,
            "state": {
                "settings": settings, "phase": "playing", "owner": null, "seats": seats.collect::<Vec<_>>(), "next": null,
                "previous": null, "series": Series::default(), "quick": false,
            },
        }))?;
        let mut teller = Teller::new(self.style, me);
        // What it says of the room is of no room.
        teller.hear(&ServerMessage::Snapshot(Box::new(snapshot)));
        Ok(teller)
    }
}

fn tell(output: &mut impl Write, teller: &mut Teller, branch: &Branch) -> anyhow::Result<()> {
    for (seq, event) in (1..).zip(&branch.events) {
        let room = RoomId(Uuid::nil());
        let event = event.clone();
        for line in teller.hear(&ServerMessage::Event(SeqEvent { room, seq, event })) {
            writeln!(output, "{line}")?;
        }
    }
    Ok(())
}

/// The decision in lines; none if the match is over.
fn asked(branch: &Branch, teller: &Teller, style: Style) -> Option<Vec<String>> {
    let deciding = branch.deciding.iter().map(|&seat| Deciding {
        seat,
        left_ms: None,
        bank_ms: None,
    });
    let now = Now {
        room: RoomId(Uuid::nil()),
        seq: 0,
        deciding: deciding.collect(),
        you: branch.you.clone(),
        start_left_ms: None,
        bots_left_ms: None,
        pause_left_ms: None,
    };
    Some(prompt(&now, Some(branch.seat), teller.hand(), style)?.lines)
}
