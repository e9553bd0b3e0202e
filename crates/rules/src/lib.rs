//! The games: pieces, combinations, deals, tricks, the variants, what players see of them, records, the referee and the
//! arithmetic of fairness.
//!
//! Everything here is a pure function of its arguments: there is no clock, no ambient randomness, no socket, no database.

// The pieces.
mod piece;
mod pieces;
mod stack;

// The table.
mod ids;
mod seat;

// The games.
mod combination;
mod options;
mod ranking;
mod terms;
mod variant;

// The parts that variants share.
mod arrangement;
mod ban;
mod order;
mod ordering;
mod ring;
mod rows;
mod score;
mod stacks;
mod taking;
mod throws;
mod trick;

// A match.
mod action;
mod ceremony;
mod choices;
mod deal;
mod dealing;
mod decision;
mod event;
mod game;
mod playout;
mod position;
mod refusal;
mod seen;
mod verdict;
mod view;

// What is left of it.
mod canonical;
pub mod fairness;
mod judge;
#[cfg(feature = "leak-on-purpose")]
pub mod leak;
pub mod record;
mod replay;
pub mod text;
mod verify;

pub use action::{Action, End, Sign};
pub use combination::{BadCombinationType, CombinationType};
pub use deal::{BadDeal, Deal, Lots};
pub use decision::{Ask, Decision, Generals, MAX_LISTED_PLAYS, Observer, Stage};
pub use event::{Event, SealLabel, Sealed};
pub use game::{Match, Started, Step};
pub use ids::{BadTimestamp, MatchId, PlayerId, Timestamp};
pub use judge::{Invalid, Judgement, judge_line};
pub use options::{Beheading, GeneralBan, Options, OptionsInput};
pub use piece::{Color, Piece};
pub use pieces::{BadPieces, Pieces};
pub use playout::Playout;
pub use record::{RULES_VERSION, Record};
pub use refusal::RefusalCode;
pub use replay::{Replay, ReplayStep, replay};
pub use seat::{BySeat, MAX_SEATS, NoSuchSeat, Seat};
pub use seen::{SeenEvent, SeenTrick, ThrownRound, WonBy};
pub use stack::{BadStack, MAX_STACK_HEIGHT, Stack};
pub use terms::{BadTerms, Ceremony, Terms};
pub use variant::{
    ChoiceInfo, CombinationInfo, NameInfo, NoSuchVariant, OptionInfo, PieceInfo, PieceNameInfo,
    TurnOrder, Variant, VariantInfo,
};
pub use verdict::{MatchResult, Refused, TrickResult, Verdict, VerdictStatus};
pub use verify::{Check, CheckName, Proof, Receipt, Report, verify};
pub use view::{InTurn, Layout, OpenThrows, OpenTrick, Outcome, Shape, StackView, View};
