//! The legal actions of a decision, ready to send.

use super::{Open, Position};
use crate::families::tricks::exchange::{Action, Ask, Decision};
use crate::families::tricks::pieces::{Combination, Pieces};
use crate::table::{MAX_LISTED_ACTIONS, Seat};

/// The most stacks of which every order is listed; 6 have 720 orders.
const MAX_ORDERED: u8 = 5;

/// Actions, and whether more are legal.
type Listed = (Vec<Action>, bool);

impl Position {
    /// Lists legal actions of a decision of this seat, ready to send: all, if there are at most [`MAX_LISTED_ACTIONS`]. Otherwise, of
    /// orders the rotations of both directions; of plays the default and those that could win, if a follower has too many.
    pub fn list_actions(&self, seat: Seat, decision: &mut Decision) {
        let stacks = |stacks: &[u8], of: fn(i64) -> Action| -> Listed {
            let stacks = stacks.iter().copied().map(i64::from);
            (stacks.map(of).collect(), false)
        };
        let (actions, more) = match &decision.ask {
            Ask::Reveal { stacks: legal } => stacks(legal, |stack| Action::Reveal { stack }),
            Ask::Take { stacks: legal } => stacks(legal, |stack| Action::Take { stack }),
            Ask::Expose { stacks: legal } => stacks(legal, |stack| Action::Expose { stack }),
            Ask::Throw { signs, .. } => {
                let signs = signs.iter().copied();
                (signs.map(|sign| Action::Throw { sign }).collect(), false)
            }
            Ask::End { ends } => {
                let ends = ends.iter().copied();
                (ends.map(|end| Action::End { end }).collect(), false)
            }
            Ask::Order { stacks } => orders(*stacks),
            Ask::Play { .. } => self.plays(seat, decision.default.as_ref()),
            Ask::TakeBack { .. } => (vec![Action::TakeBack], false),
        };
        (decision.actions, decision.more_actions) = (Some(actions), more);
    }

    fn plays(&self, seat: Seat, default: Option<&Action>) -> Listed {
        let leads = || {
            let leads = self.leads(seat).map(|lead| play(lead.pieces));
            bounded(leads.take(MAX_LISTED_ACTIONS + 1).collect(), default)
        };
        match self.open(seat) {
            Some(Open::Follow(led)) => self.follows(seat, led, default),
            _ => leads(),
        }
    }

    fn follows(&self, seat: Seat, led: Combination, default: Option<&Action>) -> Listed {
        let count = led.pieces.len();
        let hand = self.follower_may_lay(seat, led);
        let all = hand.choose(count, self.table().weakest_first(), MAX_LISTED_ACTIONS);
        if let Some(all) = all {
            return (all.into_iter().map(play).collect(), false);
        }
        let alike = self.table().within(hand);
        let alike = alike.filter(|one| one.kind == led.kind && one.pieces.len() == count);
        let mut actions: Vec<Action> = default.cloned().into_iter().collect();
        let others = alike.map(|one| play(one.pieces));
        actions.extend(others.filter(|action| Some(action) != default));
        let (actions, _) = bounded(actions, default);
        (actions, true)
    }
}

fn play(pieces: Pieces) -> Action {
    let pieces = pieces.to_string();
    Action::Play { pieces }
}

/// As many of the actions as may be listed, among them the default.
fn bounded(mut actions: Vec<Action>, default: Option<&Action>) -> Listed {
    let more = actions.len() > MAX_LISTED_ACTIONS;
    actions.truncate(MAX_LISTED_ACTIONS);
    if let (true, Some(default)) = (more, default)
        && !actions.contains(default)
    {
        actions.pop();
        actions.insert(0, default.clone());
    }
    (actions, more)
}

/// Orders of this many stacks.
fn orders(stacks: u8) -> Listed {
    let count = i64::from(stacks);
    let of = |stacks: Vec<i64>| Action::Order { stacks };
    if stacks > MAX_ORDERED {
        let up = (0..count).map(|first| (0..count).map(|at| (first + at) % count).collect());
        let down = (0..count).map(|first| {
            (0..count)
                .map(|at| (first - at).rem_euclid(count))
                .collect()
        });
        return (up.chain(down).map(of).collect(), true);
    }
    let mut orders: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = orders.iter().flat_map(|order| {
            let missing = (0..count).filter(|stack| !order.contains(stack));
            missing.map(|stack| order.iter().copied().chain([stack]).collect())
        });
        orders = longer.collect();
    }
    (orders.into_iter().map(of).collect(), false)
}
