//! An engine that takes any legal action.

use giog_bots::Numbers;
use giog_rules::tricks::{Action, Ask, Generals, View};
use giog_rules::{Decision, Pieces, Terms, Variant, VariantInfo};

use crate::engine::{Asked, Choice, Engine, Fault};

/// Takes any of the listed actions, each with the same probability; in trick games any legal action, also if more are legal than are
/// listed.
pub struct Random {
    /// All combinations of a trick game, for leads that are too many to be listed.
    leads: Vec<Pieces>,
}

impl Random {
    pub fn new(terms: &Terms) -> Self {
        let leads = match Variant::describe(terms.variant()) {
            VariantInfo::Tricks(info) => {
                let rankings = info.combinations.into_iter();
                rankings.flat_map(|info| info.ranking).flatten().collect()
            }
            VariantInfo::Board(_) | VariantInfo::Tiles(_) => Vec::new(),
        };
        Self { leads }
    }

    /// Any legal action where more are legal than are listed: orders and plays.
    fn unlisted(&self, view: &View, ask: &Ask, numbers: &mut Numbers) -> Option<Action> {
        match ask {
            Ask::Order { stacks } => {
                let mut order: Vec<i64> = (0..i64::from(*stacks)).collect();
                numbers.shuffle(&mut order);
                Some(Action::Order { stacks: order })
            }
            Ask::Play {
                count, generals, ..
            } => {
                let hand = view.hand?;
                let hand = match generals {
                    Generals::Refused => hand.without_generals(),
                    Generals::Free | Generals::Behead => hand,
                };
                let pieces = if let Some(count) = count {
                    some_of(hand, *count, numbers)
                } else {
                    let leads = self.leads.iter().copied();
                    let leads: Vec<_> = leads.filter(|&lead| hand.contains(lead)).collect();
                    *any(&leads, numbers)?
                };
                Some(Action::Play {
                    pieces: pieces.to_string(),
                })
            }
            _ => None,
        }
    }
}

impl Engine for Random {
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let mut numbers = Numbers::new(asked.seed());
        let decision = asked.decision_with_actions();
        if let Decision::Tricks(decision) = &decision
            && decision.more_actions
            && let giog_rules::View::Tricks(view) = asked.view()
        {
            let action = self.unlisted(&view, &decision.ask, &mut numbers);
            return Ok(action.map_or(Choice::Default, |action| Choice::Action(action.into())));
        }
        // Who does not see the board is told no actions.
        let actions = decision.actions().unwrap_or_default();
        let action = any(&actions, &mut numbers).cloned();
        Ok(action.map_or(Choice::Default, Choice::Action))
    }
}

/// One of these; none if there is none.
fn any<'a, T>(of: &'a [T], numbers: &mut Numbers) -> Option<&'a T> {
    let count = u32::try_from(of.len()).ok().filter(|&count| count > 0)?;
    of.get(numbers.below(count) as usize)
}

/// So many pieces of a hand, each choice with the same probability.
fn some_of(hand: Pieces, count: u8, numbers: &mut Numbers) -> Pieces {
    let mut pieces: Vec<_> = hand.iter().collect();
    numbers.shuffle(&mut pieces);
    pieces.into_iter().take(usize::from(count)).collect()
}
