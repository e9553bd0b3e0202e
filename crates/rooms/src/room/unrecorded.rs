//! The record of a match that has ended, for the history. It is made outside the room, and is the same, byte for byte, whenever it is made
//! from the same log.

use giog_protocol::{Clock, RoomId};
use giog_rules::fairness::Signer;
use giog_rules::record::{Closing, Player, RecordStatus};
use giog_rules::{PlayerId, Record, Seat, Timestamp};
use giog_store::{FinishedMatch, MatchPlayer, MatchStatus, SHORT_RECORD_BYTES, StoredRecord};

use super::playing::Playing;

/// The bytes of a commitment in a record, with its share of what is there once: an upper bound.
const COMMITMENT_BYTES: usize = 128;
/// A match that is over, but has no record yet.
#[derive(Clone, Debug)]
pub struct Unrecorded {
    closing: Closing,
    room: RoomId,
    /// The person of each seat.
    people: Vec<Option<PlayerId>>,
    listed: bool,
    clock: Clock,
}

impl Unrecorded {
    /// The match as it was at its end.
    pub(super) fn of(playing: &Playing, room: RoomId, ended_at: Timestamp) -> Self {
        let seats = playing.seats.seats();
        Self {
            closing: playing.closing(ended_at),
            room,
            people: seats
                .map(|seat| playing.seat_players.person(seat))
                .collect(),
            listed: playing.listed,
            clock: playing.clock,
        }
    }

    /// Whether making its record takes too long for a thread that runs rooms. The records of mahjong, and of dice games with many bets,
    /// are long.
    pub fn is_long(&self) -> bool {
        let actions = self.closing.actions.iter();
        let actions: usize = actions.map(|taken| taken.action.recorded_bytes()).sum();
        actions + COMMITMENT_BYTES * self.closing.commitments.len() > SHORT_RECORD_BYTES
    }

    /// Replays and judges the match, and makes the signed, compressed record.
    pub fn record(self, signer: &Signer) -> FinishedMatch {
        let bots: Vec<Option<String>> = self.closing.start.players.values().map(bot_name).collect();
        let status = match self.closing.status {
            RecordStatus::Over => MatchStatus::Over,
            RecordStatus::Abandoned => MatchStatus::Abandoned,
        };
        let (record, bytes) = Record::sign_to_bytes(self.closing, signer)
            .expect("a match that was played here can be recorded");
        let result = &record.result;
        let seats = (0..self.people.len()).map(Seat::new);
        let players = seats
            .zip(self.people.into_iter().zip(bots))
            .map(|(seat, (player, bot))| MatchPlayer {
                seat: seat.into(),
                player,
                bot,
                won: result
                    .winners()
                    .is_some_and(|winners| winners.contains(&seat)),
                score: result.score(seat),
            });
        FinishedMatch {
            match_id: record.match_id,
            room: self.room,
            variant: record.variant.id().to_owned(),
            seats: record.seats,
            status,
            end: result.end().map(|end| end.to_string()),
            clock: Some(clock_json(self.clock)),
            listed: self.listed,
            started_at: record.started_at,
            ended_at: record.ended_at,
            players: players.collect(),
            openings: record.openings(),
            record: StoredRecord::new(bytes),
        }
    }
}

fn clock_json(clock: Clock) -> String {
    serde_json::to_string(&clock).expect("a clock is always JSON")
}

fn bot_name(player: &Player) -> Option<String> {
    match player {
        Player::Person { .. } => None,
        Player::Bot { bot } => Some(bot.clone()),
    }
}
