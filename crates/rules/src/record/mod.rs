//! Records of finished matches: the referee, replay, verification, and text for people.

mod closing;
mod envelope;
mod judge;
mod openings;
mod plain;
mod replay;
mod start;
pub mod text;
mod verify;

pub use closing::Closing;
pub use envelope::{
    BadRecord, By, Fairness, RECORD_FORMAT, RULES_VERSION, Record, RecordAction, RecordPlayer,
    RecordStatus, StandIn,
};
pub use judge::{
    BoardRefused, BoardVerdict, Invalid, Judgement, TilesRefused, TilesVerdict, judge_line,
};
pub use plain::{PlainAction, PlainRecord};
pub use replay::{Replay, ReplayStep, replay, replay_to};
pub use start::{Player, StartFacts, verify_start};
pub use verify::{Check, CheckName, Proof, Receipt, Report, Subject, verify};
