//! The games: pieces, deals, tricks, what players see of them, records, the referee and the arithmetic of fairness.
//!
//! Everything here is a pure function of its arguments: there is no clock, no ambient randomness, no socket, no database.
//!
//! The folders are layers. Each uses only those above it in this list, and no family knows another (`tests/layers.rs`):
//!
//! 1. [`mod@table`]: seats, the names of matches and people, the pieces of xiangqi.
//! 2. [`fairness`]: seeds, streams, commitments, signatures.
//! 3. `families`: the games. [`families::tricks`] has those of the Giog family, a file for each game; [`families::boards`]
//!    those on boards.
//! 4. [`record`]: the envelope round a family's actions; referee, replay, proof, text.

pub mod fairness;
pub mod families;
pub mod record;
pub mod table;

pub use fairness::{SealLabel, Sealed};
#[cfg(feature = "leak-on-purpose")]
pub use families::tricks::leak;
pub use families::tricks::{
    Action, Ask, BadCombinationType, BadDeal, BadPack, BadPieces, BadStack, BadTerms, Beheading,
    Ceremony, ChoiceInfo, Color, CombinationInfo, CombinationType, Deal, Decision, End, EndOfMatch,
    Event, GeneralBan, Generals, Goal, InTurn, Layout, Lots, MAX_LISTED_PLAYS, MAX_STACK_HEIGHT,
    Match, MatchResult, NameInfo, NoSuchVariant, Observer, OpenThrows, OpenTrick, OptionInfo,
    Options, OptionsInput, Outcome, Pack, Piece, PieceInfo, PieceNameInfo, Pieces, Playout,
    RefusalCode, Refused, SeenEvent, SeenTrick, Shape, Sign, Stack, StackView, Stage, Started,
    Step, Terms, ThrownRound, Ties, TrickResult, TurnOrder, Variant, VariantInfo, Verdict,
    VerdictStatus, View, WonBy,
};
pub use record::{
    BoardRefused, BoardVerdict, Check, CheckName, Invalid, Judgement, Proof, RULES_VERSION,
    Receipt, Record, Replay, ReplayStep, Report, judge_line, replay, text, verify,
};
pub use table::{
    BadTimestamp, BySeat, MAX_SEATS, MatchId, NoSuchSeat, PlayerId, Seat, TABLE_SEATS, Timestamp,
};
