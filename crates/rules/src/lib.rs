//! The games: what players see of them, records, the referee and the arithmetic of fairness.
//!
//! Everything here is a pure function of its arguments: there is no clock, no ambient randomness, no socket, no database.
//!
//! The folders are layers. Each uses only those above it in this list, and no family knows another (`tests/layers.rs`):
//!
//! 1. [`mod@table`]: seats, the names of matches and people, why actions are refused, the pieces of xiangqi.
//! 2. [`fairness`]: seeds, streams, commitments, signatures.
//! 3. `families`: the games. [`tricks`] has those of the Giog family, a file for each game; [`boards`] those on boards;
//!    `tiles` those of tiles and dice, so far for the referee alone.
//! 4. [`game`]: what a game is to a room, whatever its family.
//! 5. [`record`]: the envelope round a match's actions; referee, replay, proof, text.

pub mod fairness;
pub mod families;
pub mod game;
pub mod record;
pub mod table;

pub use fairness::{SealKind, SealLabel, Sealed};
#[cfg(feature = "leak-on-purpose")]
pub use families::tricks::leak;
pub use families::{boards, tiles, tricks};
pub use game::{
    Action, BadDeal, BadTerms, Deal, Decision, Event, HandedOn, Match, MatchEnd, MatchResult,
    NoSuchEnd, NoSuchVariant, Options, Outcome, SeenEvent, Started, Step, Terms, Variant,
    VariantInfo, View,
};
pub use record::{
    BoardRefused, BoardVerdict, Check, CheckName, Invalid, Judgement, Proof, RULES_VERSION,
    Receipt, Record, Replay, ReplayStep, Report, Subject, judge_line, replay, text, verify,
};
pub use table::{
    BadTimestamp, BySeat, Color, MAX_SEATS, MatchId, May, NoSuchSeat, Observer, Piece, PlayerId,
    RefusalCode, Seat, Stage, Timestamp, Verb,
};
pub use tricks::{Ceremony, Pieces};
