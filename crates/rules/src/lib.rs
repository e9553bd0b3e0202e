//! The rules of the games, with views for players, records, the referee, and the computations of fairness.
//!
//! Everything here is a pure function of its arguments: there is no clock, no ambient randomness, no socket, no database.
//!
//! The folders are layers. Each uses only those before it in this list, and no family uses another (`tests/modules/layers.rs`):
//!
//! 1. [`mod@table`]: seats, ids of matches and people, refusal codes, the pieces of xiangqi.
//! 2. [`fairness`]: seeds, streams, commitments, signatures.
//! 3. `families`: the games. [`tricks`] has the Giog family, with one file per game; [`boards`] the games on boards; `tiles` the games
//!    of tiles and dice.
//! 4. [`game`]: the interface between rooms and games of all families.
//! 5. [`record`]: records of finished matches, with the referee, replay, verification, and text for people.

pub mod fairness;
pub mod families;
pub mod game;
pub mod record;
pub mod table;

pub use fairness::{SealKind, SealLabel, Sealed};
pub use families::{boards, tiles, tricks};
pub use game::{
    Action, BadDeal, BadTerms, Deal, Decision, Event, HandedOn, Match, MatchEnd, MatchResult,
    NoSuchEnd, NoSuchVariant, Options, Outcome, SeenEvent, Started, Step, Terms, Variant,
    VariantInfo, View,
};
pub use record::{
    BoardRefused, BoardVerdict, Check, CheckName, Invalid, Judgement, PlainAction, PlainRecord,
    Proof, RULES_VERSION, Receipt, Record, Replay, ReplayStep, Report, Subject, judge_line, replay,
    replay_to, text, verify,
};
pub use table::{
    ActionPage, BadTimestamp, BySeat, ChoiceInfo, Color, Level, MAX_LISTED_ACTIONS, MAX_SEATS,
    MatchId, May, NameInfo, NoSuchLevel, NoSuchSeat, Observer, OptionInfo, OptionValue, Piece,
    PlayerId, RefusalCode, Seat, Stage, Timestamp, Verb,
};
pub use tricks::{Ceremony, Pieces};
