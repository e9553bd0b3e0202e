//! What a game is to a room, whatever its family: a closed enum over the families for each thing that crosses the boundary.
//!
//! A room begins a [`Match`] by [`Terms`] from a [`Deal`], asks it whom it waits for and what a seat may decide
//! ([`Decision`]), hands it [`Action`]s, and tells each observer what they see of its [`Event`]s and of its [`View`]. It
//! names no game and no family: whoever adds a family adds a variant to the enums of this folder, and the compiler names
//! every place that has to know it.

mod action;
mod decision;
mod event;
mod outcome;
mod play;
mod terms;
mod variant;
mod view;

pub use action::Action;
pub use decision::Decision;
pub use event::{Event, SeenEvent};
pub use outcome::{MatchEnd, MatchResult, NoSuchEnd, Outcome};
pub use play::{Match, Started, Step};
pub use terms::{BadDeal, BadTerms, Deal, HandedOn, Options, Terms};
pub use variant::{NoSuchVariant, Variant, VariantInfo};
pub use view::View;
