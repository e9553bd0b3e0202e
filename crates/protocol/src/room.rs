//! The state of a room as everybody in it or in the lobby sees it, without the match.

use giog_rules::fairness::{Digest, EntropyCommitment};
use giog_rules::{BySeat, MatchId, Outcome, PlayerId, Seat, Variant, tricks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Access, Clock, PlayerName, PlayerTag, RoomId, Settings};

/// A person, with the name they go by. Written to JSON with the tag that tells them from others of that name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Tagged")]
#[schemars(with = "Tagged")]
pub struct Person {
    /// Who it is; stays the same when the name changes.
    pub player: PlayerId,
    /// What they call themselves.
    pub name: PlayerName,
}

impl Person {
    /// A person whose data was deleted.
    pub fn forgotten(player: PlayerId) -> Self {
        Self {
            player,
            name: PlayerName::forgotten(),
        }
    }
}

/// A person as JSON has it, with the tag.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Person")]
struct Tagged {
    /// Who it is; stays the same when the name changes.
    player: PlayerId,
    /// What they call themselves.
    name: PlayerName,
    /// What tells them from others of that name.
    tag: PlayerTag,
}

impl From<Person> for Tagged {
    fn from(person: Person) -> Self {
        Self {
            player: person.player,
            name: person.name,
            tag: PlayerTag::of(person.player),
        }
    }
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Occupant {
    /// A person.
    Person(Person),
    /// A computer player.
    Bot {
        /// Which one.
        bot: String,
    },
}

impl Occupant {
    /// The person, if it is one.
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Bot { .. } => None,
        }
    }
}

impl Occupant {
    /// Replaces the person's name with `forgotten`, if this is them.
    pub fn forget(&mut self, player: PlayerId) {
        if let Self::Person(person) = self
            && person.player == player
        {
            person.name = PlayerName::forgotten();
        }
    }
}

impl Series {
    /// Replaces the person's name with `forgotten` in all rows.
    pub fn forget(&mut self, player: PlayerId) {
        for row in &mut self.rows {
            row.occupant.forget(player);
        }
    }
}

impl From<Person> for Occupant {
    fn from(person: Person) -> Self {
        Self::Person(person)
    }
}

/// What a room is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People take seats and say that they are ready.
    Gathering,
    /// All are ready, and those who committed to entropy open it.
    Opening,
    /// A match is being played.
    Playing,
    /// The room is closed.
    Closed,
}

/// A seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatState {
    /// The seat.
    pub seat: Seat,
    /// Who has it; null while it is free.
    pub occupant: Option<Occupant>,
    /// Whether they are ready for the next match.
    pub ready: bool,
    /// Whether somebody else plays it for them.
    pub away: bool,
}

/// A room as everybody in it sees it, beside the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomState {
    /// What is played, and how.
    pub settings: Settings,
    /// What the room is about just now.
    pub phase: Phase,
    /// Who may change the settings; null once everybody has left.
    pub owner: Option<PlayerId>,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// The start being prepared: the match's id, and the commitment to the server's seed.
    pub next: Option<NextMatch>,
    /// In phase `opening`, what everybody committed to for it: for each seat its commitment, or `""`, as in the event `committed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy_commitments: Option<Box<BySeat<EntropyCommitment>>>,
    /// The match that was played here last.
    pub previous: Option<PreviousMatch>,
    /// The running score table.
    pub series: Series,
    /// Whether it is a table of quick play: nobody owns it, and its settings stay.
    pub quick: bool,
    /// Whether people without a seat may say nothing.
    #[serde(default)]
    pub silenced: bool,
}

/// The running score table of a room: its matches of the same game by the same rules, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// How many matches were finished. Abandoned ones don't count.
    pub matches: u32,
    /// Everybody who played in them, in the order of their first match.
    pub rows: Vec<SeriesRow>,
}

/// What one player has in a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesRow {
    /// Who; a person by the name of their latest match.
    pub occupant: Occupant,
    /// The seat of a computer player, which tells it from others; null for people, who may change seats.
    pub seat: Option<Seat>,
    /// How many matches they played in.
    pub played: u32,
    /// How many they won alone.
    pub won: u32,
    /// How many they shared the win of.
    pub shared: u32,
    /// How many pieces they captured; left out in games of other families than tricks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<u32>,
    /// The sum of their scores; null in games without scores.
    pub score: Option<i64>,
}

/// A match that can be readied for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextMatch {
    /// The id it will have.
    pub match_id: MatchId,
    /// The commitment to the server's seed (`docs/FAIRNESS.md`).
    pub seed_commitment: Digest,
}

/// The match that was played last in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PreviousMatch {
    /// Its id, under which REST has the record.
    pub match_id: MatchId,
    /// How a trick game ended; null where it was abandoned.
    pub outcome: Option<tricks::Outcome>,
    /// How a game of another family ended; left out of trick games, and where it was abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

/// A room as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSummary {
    /// The room.
    pub room: RoomId,
    /// The game.
    pub variant: Variant,
    /// Who may come in.
    pub access: Access,
    /// How long a decision may take.
    pub clock: Clock,
    /// Whether people without a seat may watch.
    pub spectators: bool,
    /// Whether it is a table of quick play.
    pub quick: bool,
    /// What the room is about just now.
    pub phase: Phase,
    /// How many matches its running score table has.
    #[serde(default)]
    pub matches: u32,
    /// Who has each seat; null where it is free.
    pub seats: Vec<Option<Occupant>>,
}

impl RoomSummary {
    /// Whether somebody can take a seat now. In quick play, people can take the seats of bots.
    pub fn has_free_seat(&self) -> bool {
        let is_open = |seat: &Option<Occupant>| match seat {
            None => true,
            Some(occupant) => self.quick && occupant.person().is_none(),
        };
        self.phase == Phase::Gathering && self.seats.iter().any(is_open)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn has_free_seat(phase: &str, quick: bool, seats: &Value) -> bool {
        let summary = json!({
            "room": "00000000-0000-0000-0000-000000000001", "variant": "giog", "access": "public", "clock": {"kind": "auto"},
            "spectators": true, "quick": quick, "phase": phase, "seats": seats,
        });
        let summary: RoomSummary = serde_json::from_value(summary).expect("a summary");
        summary.has_free_seat()
    }

    #[test]
    fn a_seat_is_free_where_somebody_can_sit_down() {
        let lin =
            json!({"player": "00000000-0000-0000-0000-000000000002", "name": "Lin", "tag": "0000"});
        let bot = json!({"bot": "simple"});
        for quick in [false, true] {
            assert!(has_free_seat("gathering", quick, &json!([lin, null])));
            assert!(!has_free_seat("gathering", quick, &json!([lin, lin])));
            assert!(!has_free_seat("playing", quick, &json!([lin, null])));
            assert_eq!(has_free_seat("gathering", quick, &json!([lin, bot])), quick);
            assert!(!has_free_seat("playing", quick, &json!([lin, bot])));
        }
    }
}
