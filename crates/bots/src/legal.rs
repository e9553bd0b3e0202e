//! Checks whether an action is legal, from the decision alone.

use giog_rules::Pieces;
use giog_rules::tricks::{Action, Ask, Generals, View};

use crate::ranking::Ranking;

/// Whether the action is certainly legal; false if the decision does not tell.
pub fn is_legal(view: &View, ask: &Ask, action: &Action) -> bool {
    match (ask, action) {
        (Ask::Reveal { stacks }, Action::Reveal { stack })
        | (Ask::Take { stacks }, Action::Take { stack })
        | (Ask::Expose { stacks }, Action::Expose { stack }) => {
            u8::try_from(*stack).is_ok_and(|stack| stacks.contains(&stack))
        }
        (Ask::Throw { signs, .. }, Action::Throw { sign }) => signs.contains(sign),
        (Ask::End { ends }, Action::End { end }) => ends.contains(end),
        (Ask::Order { stacks }, Action::Order { stacks: order }) => {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            sorted.into_iter().eq(0..i64::from(*stacks))
        }
        (
            Ask::Play {
                plays: Some(plays), ..
            },
            Action::Play { pieces },
        ) => pieces
            .parse()
            .is_ok_and(|pieces: Pieces| plays.contains(&pieces)),
        // There are more leads than are listed; a general may be refused.
        (
            Ask::Play {
                plays: None,
                count: None,
                generals,
                ..
            },
            Action::Play { pieces },
        ) => {
            let held = view.hand.unwrap_or_default();
            pieces.parse().is_ok_and(|pieces: Pieces| {
                held.contains(pieces)
                    && (*generals != Generals::Refused || pieces.generals() == 0)
                    && Ranking::of(view.variant)
                        .is_some_and(|ranking| ranking.find(pieces).is_some())
            })
        }
        (
            Ask::Play {
                plays: None,
                count: Some(count),
                generals,
                ..
            },
            Action::Play { pieces },
        ) => {
            let held = view.hand.unwrap_or_default();
            pieces.parse().is_ok_and(|pieces: Pieces| {
                pieces.len() == *count
                    && held.contains(pieces)
                    && (*generals != Generals::Refused || pieces.generals() == 0)
            })
        }
        (Ask::TakeBack { .. }, Action::TakeBack) => true,
        _ => false,
    }
}

/// A legal action, for decisions without a default.
pub fn some_legal(view: &View, ask: &Ask) -> Action {
    let first = |stacks: &[u8]| stacks.first().map_or(0, |&stack| i64::from(stack));
    match ask {
        Ask::Reveal { stacks } => Action::Reveal {
            stack: first(stacks),
        },
        Ask::Take { stacks } => Action::Take {
            stack: first(stacks),
        },
        Ask::Expose { stacks } => Action::Expose {
            stack: first(stacks),
        },
        Ask::Throw { signs, .. } => signs
            .first()
            .map_or(Action::TakeBack, |&sign| Action::Throw { sign }),
        Ask::End { ends } => ends
            .first()
            .map_or(Action::TakeBack, |&end| Action::End { end }),
        Ask::Order { stacks } => Action::Order {
            stacks: (0..i64::from(*stacks)).collect(),
        },
        Ask::Play { plays, count, .. } => {
            let listed = plays.as_ref().and_then(|plays| plays.first().copied());
            let weakest_first = view.variant.weakest_first();
            let hand = view.hand.unwrap_or_default();
            let weakest = || hand.first(count.unwrap_or(1), weakest_first);
            Action::Play {
                pieces: listed.unwrap_or_else(weakest).to_string(),
            }
        }
        Ask::TakeBack { .. } => Action::TakeBack,
    }
}
