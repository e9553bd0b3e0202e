//! What the history keeps of a match that has ended.

use giog_rules::record::{Closing, Player, RecordStatus};
use giog_rules::{BySeat, Record};
use giog_store::{FinishedMatch, MatchPlayer, MatchStatus};

use super::apply::Moment;
use super::state::Turns;
use crate::context::Context;

/// A match as the history keeps it.
pub(super) fn finished(
    closing: Closing,
    turns: &BySeat<Turns>,
    listed: bool,
    moment: Moment,
    context: &Context,
) -> FinishedMatch {
    let bots: Vec<Option<String>> = closing.start.players.values().map(bot_name).collect();
    let status = match closing.status {
        RecordStatus::Over => MatchStatus::Over,
        RecordStatus::Abandoned => MatchStatus::Abandoned,
    };
    let record = Record::sign(closing, &context.signer)
        .expect("a match that was played here can be recorded");
    let result = &record.result;
    let players = turns
        .iter()
        .zip(bots)
        .map(|((seat, turns), bot)| MatchPlayer {
            seat: seat.into(),
            player: turns.person,
            bot,
            won: result
                .winners
                .as_ref()
                .is_some_and(|winners| winners.contains(&seat)),
            score: result.scores.as_ref().map(|scores| scores[seat]),
        });
    FinishedMatch {
        match_id: record.match_id,
        room: moment.room,
        variant: record.variant.id().to_owned(),
        seats: record.seats,
        status,
        listed,
        started_at: record.started_at,
        ended_at: record.ended_at,
        players: players.collect(),
        record: record.canonical_bytes(),
    }
}

fn bot_name(player: &Player) -> Option<String> {
    match player {
        Player::Person { .. } => None,
        Player::Bot { bot } => Some(bot.clone()),
    }
}
