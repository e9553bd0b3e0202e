//! The interface between rooms and games of all families: for each type in it, a closed enum over the families.
//!
//! A room starts a [`Match`] from [`Terms`] and a [`Deal`], asks it whose turn it is and what a seat may decide ([`Decision`]), passes
//! [`Action`]s to it, and sends each observer what they see of its [`Event`]s and of its [`View`]. Rooms name no game and no family. A
//! new family is a new variant of the enums in this folder, and the compiler finds every place that must handle it.

mod action;
mod decision;
mod each_family;
mod event;
mod outcome;
mod play;
mod terms;
mod variant;
mod view;

pub use action::{Action, FrequentAction};
pub use decision::Decision;
use each_family::each_family;
pub use event::{Event, SeenEvent};
pub use outcome::{MatchEnd, MatchResult, NoSuchEnd, Outcome};
pub use play::{Match, Started, Step};
pub use terms::{BadDeal, BadTerms, Deal, HandedOn, Options, Terms};
pub use variant::{NoSuchVariant, Variant, VariantInfo};
pub use view::View;
