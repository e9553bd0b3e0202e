//! The actions of players.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::families::boards::BoardAction;
use crate::families::tiles::TilesAction;
use crate::families::tricks;

/// The bytes of an action in a record, with its share of what is there once: an upper bound of the average, except for bets.
const ACTION_BYTES: usize = 128;
/// The bytes of a bet in a record besides its name, both where it is placed and where it is paid.
const STAKE_BYTES: usize = 64;
/// How often the name of a bet is in a record: in both places.
const STAKE_NAMES: usize = 2;

/// An action, as players send it and records contain it. It has a valid form, but may be illegal. `do` names its kind; each kind
/// belongs to one family of games, except `take_back`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyAction")]
pub enum Action {
    /// In trick games.
    Tricks(tricks::Action),
    /// In games on boards.
    Board(BoardAction),
    /// In games of tiles and dice.
    Tiles(TilesAction),
}

impl Action {
    /// Whether any game has actions of this kind (`do`).
    pub fn is_kind(kind: &str) -> bool {
        TRICK_KINDS.contains(&kind) || BOARD_KINDS.contains(&kind) || TILES_KINDS.contains(&kind)
    }

    /// The action as a server sends and records it: pieces and tiles in canonical text, as in commitments.
    #[must_use]
    pub fn canonical(&self) -> Self {
        match self {
            Self::Tricks(action) => Self::Tricks(action.canonical()),
            Self::Tiles(action) => Self::Tiles(action.canonical()),
            Self::Board(_) => self.clone(),
        }
    }

    /// Whether it adds time to the player's bank, where the clock says so: an action on a board.
    pub const fn earns_increment(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => false,
            Self::Board(action) => action.is_on_board(),
        }
    }

    /// About how many bytes it takes in a record.
    pub fn recorded_bytes(&self) -> usize {
        let Self::Tiles(TilesAction::Bet { bets }) = self else {
            return ACTION_BYTES;
        };
        let stakes = bets.iter();
        let stakes = stakes.map(|stake| STAKE_BYTES + STAKE_NAMES * stake.on.len());
        ACTION_BYTES + stakes.sum::<usize>()
    }

    /// Whether it is an action for which nobody waits: resigning, and offering or answering a draw or a take-back.
    pub const fn is_off_turn(&self) -> bool {
        matches!(
            self,
            Self::Board(
                BoardAction::Resign
                    | BoardAction::OfferDraw
                    | BoardAction::AcceptDraw
                    | BoardAction::DeclineDraw
                    | BoardAction::ProposeTakeBack
                    | BoardAction::AcceptTakeBack
                    | BoardAction::DeclineTakeBack
            )
        )
    }

    /// Whether the seat resigns. The others may play on.
    pub const fn is_resignation(&self) -> bool {
        matches!(self, Self::Board(BoardAction::Resign))
    }

    /// Whether it proposes to take back a turn on a board.
    pub const fn proposes_take_back(&self) -> bool {
        matches!(self, Self::Board(BoardAction::ProposeTakeBack))
    }

    /// Whether it agrees to take back a turn on a board.
    pub const fn accepts_take_back(&self) -> bool {
        matches!(self, Self::Board(BoardAction::AcceptTakeBack))
    }

    /// Whether it takes back a laid play or another hidden decision.
    pub const fn is_take_back(&self) -> bool {
        matches!(
            self,
            Self::Tricks(tricks::Action::TakeBack) | Self::Tiles(TilesAction::TakeBack)
        )
    }

    /// Whether it answers a decision that the match waits for, and the clock does not take it.
    pub const fn is_decision(&self) -> bool {
        !self.is_off_turn()
            && !self.is_take_back()
            && !matches!(self, Self::Board(BoardAction::TimeOut))
    }
}

/// The most frequent action, in a text without escapes: it is read without collecting its fields first, as [`Action`]s are.
#[derive(Deserialize)]
pub struct FrequentAction<'a> {
    #[serde(rename = "do")]
    _kind: FrequentKind,
    pieces: &'a str,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum FrequentKind {
    Play,
}

impl FrequentAction<'_> {
    /// A part of every text that contains one.
    pub const MARK: &'static str = r#""do":"play""#;
}

impl From<FrequentAction<'_>> for Action {
    fn from(action: FrequentAction<'_>) -> Self {
        let pieces = action.pieces.to_owned();
        tricks::Action::Play { pieces }.into()
    }
}

impl From<tricks::Action> for Action {
    fn from(action: tricks::Action) -> Self {
        Self::Tricks(action)
    }
}

impl From<BoardAction> for Action {
    fn from(action: BoardAction) -> Self {
        Self::Board(action)
    }
}

impl From<TilesAction> for Action {
    fn from(action: TilesAction) -> Self {
        Self::Tiles(action)
    }
}

/// The kinds of action of trick games. Games of tiles and dice also have `take_back`; it is read as this one.
const TRICK_KINDS: [&str; 8] = [
    "reveal",
    "take",
    "expose",
    "throw",
    "end",
    "order",
    "play",
    "take_back",
];

/// The kinds of action of games on boards.
const BOARD_KINDS: [&str; 14] = [
    "move",
    "drop",
    "flip",
    "place",
    "remove",
    "ally",
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "propose_take_back",
    "accept_take_back",
    "decline_take_back",
    "time_out",
];

/// The kinds of action that only games of tiles and dice have.
const TILES_KINDS: [&str; 6] = ["split", "discard", "kong", "win", "claim", "bet"];

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ActionVisitor)
    }
}

/// Reads the fields of an action and passes them to the family with this kind of action, which reports errors.
struct ActionVisitor;

impl<'de> Visitor<'de> for ActionVisitor {
    type Value = Action;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an action, an object with `do`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Action, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        // A fast path, because nearly all actions are plays.
        if let [(kind, Value::String(play)), (name, Value::String(pieces))] = &mut *fields
            && (kind.as_str(), play.as_str(), name.as_str()) == ("do", "play", "pieces")
        {
            let pieces = std::mem::take(pieces);
            return Ok(tricks::Action::Play { pieces }.into());
        }
        let kind = fields.iter().find(|(name, _)| name == "do");
        let kind = kind.and_then(|(_, kind)| kind.as_str());
        let is_board = kind.is_some_and(|kind| BOARD_KINDS.contains(&kind));
        let is_tiles = kind.is_some_and(|kind| TILES_KINDS.contains(&kind));
        let fields = MapDeserializer::new(fields.into_iter());
        let read: Result<Action, serde_json::Error> = if is_board {
            BoardAction::deserialize(fields).map(Action::Board)
        } else if is_tiles {
            TilesAction::deserialize(fields).map(Action::Tiles)
        } else {
            tricks::Action::deserialize(fields).map(Action::Tricks)
        };
        read.map_err(A::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_action_is_read_by_the_family_whose_kind_it_is() {
        let play = json!({"do": "play", "pieces": "K"});
        let moved = json!({"do": "move", "move": "h2e2"});
        let split = json!({"do": "split", "low": "2142"});
        for (written, family) in [(play, 0), (moved, 1), (split, 2)] {
            let action: Action = serde_json::from_value(written.clone()).expect("an action");
            let read = match action {
                Action::Tricks(_) => 0,
                Action::Board(_) => 1,
                Action::Tiles(_) => 2,
            };
            assert_eq!(read, family);
            assert_eq!(serde_json::to_value(&action).ok(), Some(written));
        }
        let expected = Action::from(tricks::Action::Play {
            pieces: "K".to_owned(),
        });
        for written in [
            r#"{"do":"play","pieces":"K"}"#,
            r#"{"pieces":"K","do":"play"}"#,
            r#"{"do":"play","pieces":"K","more":1}"#,
        ] {
            let read: Action = serde_json::from_str(written).expect("an action");
            assert_eq!(read, expected, "{written}");
        }
        for (bad, why) in [
            (json!({"do": "play"}), "missing field `pieces`"),
            (json!({"do": "play", "pieces": 7}), "invalid type"),
            (json!({"do": "move"}), "missing field `move`"),
            (json!({"do": "fly"}), "unknown variant `fly`"),
            (json!({"pieces": "K"}), "missing field `do`"),
        ] {
            let error = serde_json::from_value::<Action>(bad).expect_err("no action");
            assert!(error.to_string().starts_with(why), "{error}");
        }
    }

    #[test]
    fn the_kinds_are_those_that_are_written() {
        for kind in TRICK_KINDS {
            let fields = json!({
                "do": kind, "stack": 0, "sign": "rock", "end": "left", "stacks": [], "pieces": "",
            });
            let action: Result<tricks::Action, _> = serde_json::from_value(fields);
            assert!(action.is_ok() && Action::is_kind(kind), "{kind}");
        }
        assert!(!Action::is_kind("fly"));
        for kind in BOARD_KINDS {
            let fields = json!({
                "do": kind, "move": "", "piece": "", "to": "", "at": "", "state": "",
            });
            let action: Result<BoardAction, _> = serde_json::from_value(fields);
            assert!(action.is_ok() && Action::is_kind(kind), "{kind}");
        }
        for kind in TILES_KINDS {
            let fields = json!({
                "do": kind, "low": "", "tile": "", "claim": "pass", "bets": [],
            });
            let action: Result<TilesAction, _> = serde_json::from_value(fields);
            assert!(action.is_ok() && Action::is_kind(kind), "{kind}");
        }
    }
}
