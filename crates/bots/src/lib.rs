//! Computer players. They see what a seat's player sees, and nothing else: no clock, no chance, no memory.
//!
//! [`choose`] answers any decision of any game. Where a game is not known well enough here, the answer is the
//! decision's own default.

mod ceremony;
mod chance;
mod follow;
mod generals;
mod hand;
mod lead;
mod legal;
mod ranking;
mod unseen;

use giog_rules::{Action, Ask, Decision, Pieces, View};

/// The name of this way of playing, as records and rooms have it.
pub const NAME: &str = "simple";

/// What the computer player does: always legal, and always the same for the same view and decision.
///
/// Ask it where the match waits (`decision.must`). A play that nobody waits for can only be taken back, and so that is
/// its answer there.
pub fn choose(view: &View, decision: &Decision) -> Action {
    wish(view, &decision.ask)
        .filter(|action| legal::is_legal(view, &decision.ask, action))
        .or_else(|| decision.default.clone())
        .unwrap_or_else(|| legal::some_legal(view, &decision.ask))
}

/// What it would like to do; nothing where it has no opinion.
fn wish(view: &View, ask: &Ask) -> Option<Action> {
    match ask {
        Ask::Take { stacks } => ceremony::take(view, stacks),
        Ask::Play {
            lead: true, plays, ..
        } => match plays {
            Some(plays) => lead::lead(view, plays),
            None => lead::lead(
                view,
                &ranking::Ranking::of(view.variant)?.within(view.hand?),
            ),
        }
        .map(play),
        Ask::Play {
            kind: Some(kind),
            count: Some(count),
            generals,
            ..
        } => follow::follow(view, *kind, *count, *generals).map(play),
        Ask::Play { .. }
        | Ask::Reveal { .. }
        | Ask::Expose { .. }
        | Ask::Throw { .. }
        | Ask::End { .. }
        | Ask::Order { .. }
        | Ask::TakeBack { .. } => None,
    }
}

fn play(pieces: Pieces) -> Action {
    Action::Play {
        pieces: pieces.to_string(),
    }
}
