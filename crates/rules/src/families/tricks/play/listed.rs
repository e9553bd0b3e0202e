//! The legal actions of a decision, ready to send.

use super::{Open, Position};
use crate::families::tricks::exchange::{Action, Ask, Decision};
use crate::families::tricks::pieces::{Combination, Pieces};
use crate::table::{ActionPage, MAX_LISTED_ACTIONS, Seat, page, place};

/// The most stacks of which every order is listed; 6 have 720 orders.
const MAX_ORDERED: u8 = 5;

/// Actions, and whether more are legal.
type Listed = (Vec<Action>, bool);
/// Actions one after another.
type Actions<'a> = Box<dyn Iterator<Item = Action> + 'a>;

impl Position {
    /// Lists legal actions of a decision of this seat, ready to send: all, if there are at most [`MAX_LISTED_ACTIONS`]. Otherwise, of
    /// orders the rotations of both directions; of plays the default and those that could win, if a follower has too many.
    pub fn list_actions(&self, seat: Seat, decision: &mut Decision) {
        let default = decision.default.as_ref();
        let (actions, more) = match &decision.ask {
            &Ask::Order { stacks } if stacks > MAX_ORDERED => (rotations(stacks), true),
            ask => {
                let all = self.actions(seat, ask, 0).take(MAX_LISTED_ACTIONS + 1);
                let all: Vec<Action> = all.collect();
                match self.open(seat) {
                    Some(Open::Follow(led)) if all.len() > MAX_LISTED_ACTIONS => {
                        self.alike(seat, led, default)
                    }
                    _ => bounded(all, default),
                }
            }
        };
        (decision.actions, decision.more_actions) = (Some(actions), more);
    }

    /// All legal actions of a decision of this seat from place `from` on: plays from the weakest on, orders from the ascending one on.
    pub fn actions_from(&self, seat: Seat, decision: &Decision, from: u64) -> ActionPage<Action> {
        page(self.actions(seat, &decision.ask, from), from)
    }

    fn actions<'a>(&'a self, seat: Seat, ask: &'a Ask, from: u64) -> Actions<'a> {
        let stacks = |stacks: &'a [u8], of: fn(i64) -> Action| -> Actions<'a> {
            Box::new(stacks.iter().copied().map(i64::from).map(of))
        };
        let actions: Actions<'a> = match ask {
            Ask::Reveal { stacks: legal } => stacks(legal, |stack| Action::Reveal { stack }),
            Ask::Take { stacks: legal } => stacks(legal, |stack| Action::Take { stack }),
            Ask::Expose { stacks: legal } => stacks(legal, |stack| Action::Expose { stack }),
            Ask::Throw { signs, .. } => Box::new(signs.iter().map(|&sign| Action::Throw { sign })),
            Ask::End { ends } => Box::new(ends.iter().map(|&end| Action::End { end })),
            // There are too many to pass over.
            &Ask::Order { stacks } => return Box::new(orders(stacks, from)),
            Ask::Play { .. } => self.plays(seat),
            Ask::TakeBack { .. } => Box::new(std::iter::once(Action::TakeBack)),
        };
        Box::new(actions.skip(place(from)))
    }

    fn plays(&self, seat: Seat) -> Actions<'_> {
        let Some(Open::Follow(led)) = self.open(seat) else {
            return Box::new(self.leads(seat).map(|lead| play(lead.pieces)));
        };
        let hand = self.follower_may_lay(seat, led);
        let follows = hand.choices(led.pieces.len(), self.table().weakest_first());
        Box::new(follows.map(play))
    }

    /// The default of a follower, and the plays that could win.
    fn alike(&self, seat: Seat, led: Combination, default: Option<&Action>) -> Listed {
        let count = led.pieces.len();
        let hand = self.follower_may_lay(seat, led);
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

/// Orders of many stacks: both directions, from each stack on.
fn rotations(stacks: u8) -> Vec<Action> {
    let count = i64::from(stacks);
    let of = |direction: i64| {
        (0..count).map(move |first| Action::Order {
            stacks: (0..count)
                .map(|at| (first + direction * at).rem_euclid(count))
                .collect(),
        })
    };
    of(1).chain(of(-1)).collect()
}

/// All orders of so many stacks from place `from` on, the ascending one first.
fn orders(stacks: u8, from: u64) -> impl Iterator<Item = Action> {
    // No game has more than 20 stacks, whose orders can be counted.
    let count: u64 = (1..=u64::from(stacks)).product();
    (from..count).map(move |place| Action::Order {
        stacks: order(stacks, count, place),
    })
}

/// The order at this place, of `count` ones.
fn order(stacks: u8, mut count: u64, mut place: u64) -> Vec<i64> {
    let mut left: Vec<i64> = (0..i64::from(stacks)).collect();
    let next = (1..=u64::from(stacks)).rev().map(|remaining| {
        count /= remaining;
        let at = place / count;
        place %= count;
        left.remove(crate::table::place(at))
    });
    next.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_come_once_and_a_page_begins_anywhere() {
        let all: Vec<Action> = orders(6, 0).collect();
        let mut different = all.clone();
        different.sort_by_key(|order| format!("{order:?}"));
        different.dedup();
        assert_eq!((all.len(), different.len()), (720, 720));
        assert!(orders(6, 700).eq(all[700..].iter().cloned()));
        assert_eq!(orders(6, u64::MAX).next(), None);
        let last = orders(16, (1..=16).product::<u64>() - 1).next();
        let stacks: Vec<i64> = (0..16).rev().collect();
        assert_eq!(last, Some(Action::Order { stacks }));
    }
}
