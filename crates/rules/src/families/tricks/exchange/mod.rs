//! What goes into a match and comes out of it: actions, decisions, and what both events and views tell.

mod action;
mod decision;
mod facts;

pub use action::{Action, RowEnd, Sign};
pub use decision::{Ask, Decision, Generals, MAX_LISTED_PLAYS};
pub use facts::{Layout, Outcome, ThrownRound, WonBy};
