//! The record of a match that has ended, for the history. It is made outside the room; when it is stored, the match ends.
//!
//! The row of the last action is committed and sent before. If the server stops in between, the same record is made from the log again,
//! byte for byte: everything in it is in the rows.

use giog_protocol::{Clock, RoomId};
use giog_rules::fairness::Signer;
use giog_rules::record::{Closing, Player, RecordStatus};
use giog_rules::tiles::TilesAction;
use giog_rules::{Action, PlayerId, Record, Seat, Timestamp};
use giog_store::{Fact, FinishedMatch, MatchPlayer, MatchStatus, SHORT_RECORD_BYTES, StoredRecord};

use super::entry::Entry;
use super::playing::Playing;
use super::{Effect, Recording, Room};
use crate::context::Random;

/// The bytes of an action in a record, with its share of what is there once: an upper bound of the average, except for bets.
const ACTION_BYTES: usize = 128;
/// The same for a commitment.
const COMMITMENT_BYTES: usize = 128;
/// The bytes of a bet in a record besides its name, both where it is placed and where it is paid.
const STAKE_BYTES: usize = 64;
/// How often the name of a bet is in a record: in both places.
const STAKE_NAMES: usize = 2;

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
        let actions: usize = actions.map(|taken| bytes_of(&taken.action)).sum();
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
            record: StoredRecord::new(bytes),
        }
    }
}

impl Room {
    /// Whether a match is over whose record is not on its way to the history yet. The room does nothing else meanwhile.
    pub const fn is_recording(&self) -> bool {
        match self.state.playing() {
            Some(playing) => playing.over_at.is_some(),
            None => false,
        }
    }

    /// Whether the record is being made; the room continues as soon as it is there.
    pub(crate) const fn awaits_record(&self) -> bool {
        self.is_recording() && !matches!(self.recording, Recording::Made(_))
    }

    /// Requests the record of a match that is over, once.
    pub(super) fn ask_for_record(&mut self) -> Option<Effect> {
        let over = self
            .state
            .playing()
            .and_then(|playing| Some((playing, playing.over_at?)));
        let Some((playing, ended_at)) = over else {
            self.recording = Recording::No;
            return None;
        };
        if !matches!(self.recording, Recording::No) {
            return None;
        }
        let unrecorded = Unrecorded::of(playing, self.id, ended_at);
        self.recording = Recording::Asked;
        Some(Effect::Record(Box::new(unrecorded)))
    }

    /// Ends the match whose record is made, as soon as rows can be written.
    pub(super) fn finish_match(&mut self, random: &mut dyn Random) {
        if self.cannot_write().is_some() {
            return;
        }
        match std::mem::take(&mut self.recording) {
            Recording::Made(finished) => {
                self.write(Entry::Finished);
                self.work.facts.push(Fact::MatchFinished(*finished));
                self.after_match(random);
            }
            other => self.recording = other,
        }
    }
}

/// The approximate bytes of an action in a record.
fn bytes_of(action: &Action) -> usize {
    let Action::Tiles(TilesAction::Bet { bets }) = action else {
        return ACTION_BYTES;
    };
    let stakes = bets.iter();
    let stakes = stakes.map(|stake| STAKE_BYTES + STAKE_NAMES * stake.on.len());
    ACTION_BYTES + stakes.sum::<usize>()
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
