//! The bot for trick games.

use giog_rules::Pieces;
use giog_rules::tricks::{Action, Ask, Decision, View};

use crate::{ceremony, follow, lead, legal, ranking};

/// The action of the bot: always legal, and always the same for the same view and decision.
///
/// Call it for decisions that the match waits for (`decision.must`). For a play that may only be taken back, the answer is to take it
/// back.
pub fn choose(view: &View, decision: &Decision) -> Action {
    wish(view, &decision.ask)
        .filter(|action| legal::is_legal(view, &decision.ask, action))
        .or_else(|| decision.default.clone())
        .unwrap_or_else(|| legal::some_legal(view, &decision.ask))
}

/// The preferred action; none if the bot has no opinion.
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
