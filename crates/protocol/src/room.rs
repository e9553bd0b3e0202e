//! The state of a room as everybody in it or in the lobby sees it, without the match.

use giog_rules::fairness::{Digest, EntropyCommitment};
use giog_rules::{BySeat, MatchId, Outcome, PlayerId, Seat, Timestamp, Variant, tricks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Access, Bots, Clock, DeclaredBot, PlayerName, PlayerTag, RoomId, Settings};

/// A person with their current name. JSON also has the tag, which distinguishes people with the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Tagged")]
#[schemars(with = "Tagged")]
pub struct Person {
    /// The id of the person, which stays the same when the name changes.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// What they have declared if they are a bot; omitted for everybody else.
    #[serde(default)]
    pub declared_bot: Option<Box<DeclaredBot>>,
}

impl Bots {
    /// Whether this occupant may have a seat.
    pub const fn admit(self, occupant: &Occupant) -> bool {
        match (self, occupant) {
            (Self::Any, _) | (Self::House, Occupant::Bot { .. }) => true,
            (Self::None, Occupant::Bot { .. }) => false,
            (_, Occupant::Person(person)) => person.declared_bot.is_none(),
        }
    }
}

impl Person {
    /// A person whose data was deleted.
    pub fn forgotten(player: PlayerId) -> Self {
        Self {
            player,
            name: PlayerName::forgotten(),
            declared_bot: None,
        }
    }

    /// Whether this is the person, under a name other than that of people whose data was deleted.
    pub fn names(&self, player: PlayerId) -> bool {
        self.player == player && *self != Self::forgotten(player)
    }

    /// Takes the other name and what else they say of themselves, if it is the same person.
    pub fn rename(&mut self, renamed: &Self) {
        if self.player == renamed.player {
            self.clone_from(renamed);
        }
    }
}

/// A person as JSON has it, with the tag.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Person")]
struct Tagged {
    /// The id of the person, which stays the same when the name changes.
    player: PlayerId,
    /// Their name.
    name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    tag: PlayerTag,
    /// What they have declared if they are a bot; omitted for everybody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_bot: Option<Box<DeclaredBot>>,
}

impl From<Person> for Tagged {
    fn from(person: Person) -> Self {
        Self {
            player: person.player,
            name: person.name,
            tag: PlayerTag::of(person.player),
            declared_bot: person.declared_bot,
        }
    }
}

/// Who has a seat: a person or a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Occupant {
    /// A person.
    Person(Person),
    /// A bot.
    Bot {
        /// The name of the bot: its level.
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

    /// Takes the other name, if it is of the same person.
    pub fn rename(&mut self, renamed: &Person) {
        if let Self::Person(person) = self {
            person.rename(renamed);
        }
    }
}

impl Series {
    /// The people who played.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        let rows = self.rows.iter().map(|row| &row.occupant);
        let evening = self.evening.iter().flat_map(EveningGame::occupants);
        rows.chain(evening).filter_map(Occupant::person)
    }

    /// Changes the name of a person.
    pub fn rename(&mut self, renamed: &Person) {
        for row in &mut self.rows {
            row.occupant.rename(renamed);
        }
        for game in &mut self.evening {
            game.rename(renamed);
        }
    }
}

impl EveningGame {
    /// Who played it.
    pub fn occupants(&self) -> impl Iterator<Item = &Occupant> {
        self.rows.iter().map(|row| &row.occupant)
    }

    /// Changes the name of a person.
    pub fn rename(&mut self, renamed: &Person) {
        for row in &mut self.rows {
            row.occupant.rename(renamed);
        }
    }
}

impl From<Person> for Occupant {
    fn from(person: Person) -> Self {
        Self::Person(person)
    }
}

/// The phase of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People take seats and get ready.
    Gathering,
    /// All are ready, and players who committed to entropy open it.
    Opening,
    /// A match is being played.
    Playing,
    /// The room is closed.
    Closed,
}

/// A seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is told for itself")]
pub struct SeatState {
    /// The seat.
    pub seat: Seat,
    /// Who has it; null if it is free.
    pub occupant: Option<Occupant>,
    /// Whether they are ready for the next match.
    pub ready: bool,
    /// Whether a stand-in plays it, because its player is away.
    pub away: bool,
    /// The game that they suggest as the next one; omitted if they suggest none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggests: Option<Variant>,
    /// Whether they agree to a pause of the running match; omitted if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agrees: bool,
    /// Whether their player agrees to end the match early; omitted if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ending: bool,
}

/// The state of a room, without the match. It is the same for everybody in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomState {
    /// The settings.
    pub settings: Settings,
    /// The phase of the room.
    pub phase: Phase,
    /// The person who may change the settings; null if everybody has left.
    pub owner: Option<PlayerId>,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// The next match, for which people can get ready; null if there is none.
    pub next: Option<NextMatch>,
    /// In phase `opening`: for each seat its commitment to entropy, or `""`, as in the event `committed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy_commitments: Option<Box<BySeat<EntropyCommitment>>>,
    /// The last match that was played in this room.
    pub previous: Option<PreviousMatch>,
    /// The running score table.
    pub series: Series,
    /// Whether it is a quick-play table: it has no owner, and its settings cannot be changed.
    pub quick: bool,
    /// Whether people without a seat may not chat.
    #[serde(default)]
    pub silenced: bool,
    /// Whether the running match is paused; omitted if not. `now` says for how long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

/// The running score table of a room, over consecutive matches of the same game by the same rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// The number of finished matches; abandoned ones do not count.
    pub matches: u32,
    /// One row for everybody who played in them, in the order of their first match.
    pub rows: Vec<SeriesRow>,
    /// The results of all games of the evening, in the order of their latest matches; omitted while the series has them all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evening: Vec<EveningGame>,
}

/// The results of one game over an evening at one table, whatever its options. Results of different games are never added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EveningGame {
    /// The game.
    pub variant: Variant,
    /// The number of finished matches.
    pub matches: u32,
    /// One row for everybody who played in them, in the order of their first match.
    pub rows: Vec<EveningRow>,
}

/// The results of one player in one game over an evening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EveningRow {
    /// The player.
    pub occupant: Occupant,
    /// The seat of a bot; null for people.
    pub seat: Option<Seat>,
    /// The number of matches that they played in.
    pub played: u32,
    /// The number of matches that they won alone.
    pub won: u32,
    /// The number of matches in which they shared the win.
    pub shared: u32,
    /// How often they had each place, the first place first; without the last zeros.
    pub places: Vec<u32>,
}

/// A row of the score table, for one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesRow {
    /// The player; a person has the name of their latest match.
    pub occupant: Occupant,
    /// The seat of a bot, which distinguishes it from other bots; null for people, because they may change seats.
    pub seat: Option<Seat>,
    /// The number of matches that they played in.
    pub played: u32,
    /// The number of matches that they won alone.
    pub won: u32,
    /// The number of matches in which they shared the win.
    pub shared: u32,
    /// The number of pieces that they captured; only in trick games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<u32>,
    /// The sum of their scores; null in games without scores.
    pub score: Option<i64>,
}

/// A match for which people can get ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextMatch {
    /// The id it will have.
    pub match_id: MatchId,
    /// The commitment to the server's seed (`docs/FAIRNESS.md`).
    pub seed_commitment: Digest,
}

/// The last match that was played in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PreviousMatch {
    /// Its id, with which REST returns the record.
    pub match_id: MatchId,
    /// The outcome of a trick game; null if it was abandoned.
    pub outcome: Option<tricks::Outcome>,
    /// The outcome of a game of another family; omitted for trick games, and if it was abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

impl PreviousMatch {
    /// A match with this outcome; none if it was abandoned.
    pub fn new(match_id: MatchId, outcome: Option<Outcome>) -> Self {
        let (outcome, result) = match outcome {
            Some(Outcome::Tricks(outcome)) => (Some(outcome), None),
            result => (None, result),
        };
        Self {
            match_id,
            outcome,
            result,
        }
    }
}

/// A room in the lists of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSummary {
    /// The room.
    pub room: RoomId,
    /// The game.
    pub variant: Variant,
    /// Who may join.
    pub access: Access,
    /// The time limit for decisions.
    pub clock: Clock,
    /// Whether people without a seat may watch.
    pub spectators: bool,
    /// Which bots may take seats; omitted if all may.
    #[serde(default, skip_serializing_if = "Bots::is_any")]
    pub bots: Bots,
    /// Whether it is a rated table; omitted if not. Seats there are given by quick play alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether it is a quick-play table.
    pub quick: bool,
    /// The phase of the room.
    pub phase: Phase,
    /// The number of matches in its running score table.
    #[serde(default)]
    pub matches: u32,
    /// For each seat who has it; null if it is free.
    pub seats: Vec<Option<Occupant>>,
    /// When it was created; null for rooms of earlier versions.
    #[serde(default)]
    pub created_at: Option<Timestamp>,
}

impl RoomSummary {
    /// Whether somebody can take a seat now. In quick play, people can take the seats of bots; at rated tables, quick play gives them.
    pub fn has_free_seat(&self) -> bool {
        let is_open = |seat: &Option<Occupant>| match seat {
            None => true,
            Some(occupant) => self.quick && occupant.person().is_none(),
        };
        !self.rated && self.phase == Phase::Gathering && self.seats.iter().any(is_open)
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
