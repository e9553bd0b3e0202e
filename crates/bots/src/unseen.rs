//! What a seat knows: what it holds, what others are known to hold, and what is still unseen.

use std::cell::OnceCell;

use giog_rules::tricks::{Goal, Ties, TurnOrder, View};
use giog_rules::{BySeat, Pieces, Seat};

use crate::chance::{at_least, none_of};
use crate::generals;
use crate::ranking::{Ranking, TypeRanking};

/// How likely somebody who can win a trick of several pieces does. It gains much, so nearly everybody.
const WILL_BEAT_COMBINATION: f64 = 0.9;
/// How likely somebody lays the best single they have, rather than any.
const LAYS_BEST_SINGLE: f64 = 0.5;

/// What one seat knows of a trick about to be played.
pub struct Table<'a> {
    /// The seat.
    pub me: Seat,
    /// What it holds.
    pub hand: Pieces,
    /// The combinations of the game.
    pub ranking: &'static Ranking,
    /// How many play.
    pub players: u8,
    view: &'a View,
    unseen: Pieces,
    others: BySeat<Holding>,
    ties: Ties,
    /// For each type and seat what was asked for: all plays of a type are weighed against the same rivals.
    rivalries: Vec<BySeat<Rivalry>>,
}

/// What a seat may do in a trick of one type, worked out when it is first asked for.
#[derive(Default)]
struct Rivalry {
    /// For each class the chance that the seat lays nothing higher, and nothing as high.
    stays_lower: OnceCell<Vec<(f64, f64)>>,
    /// For each combination with its class how likely the seat leads it, compared with the others.
    led: OnceCell<Vec<(usize, f64)>>,
}

/// What is known of another seat's hand, together with what it has laid face down.
#[derive(Clone, Copy, Default)]
struct Holding {
    /// Pieces that everybody has seen it take.
    known: Pieces,
    /// How many pieces it has besides.
    hidden: u8,
}

impl<'a> Table<'a> {
    /// What the observer of this view knows; nothing if that is no player with a hand.
    pub fn new(view: &'a View) -> Option<Self> {
        let me = view.you?;
        let hand = view.hand?;
        let ranking = Ranking::of(view.variant)?;
        let trick = view.trick.as_ref();
        let others = view.hand_sizes.map(|seat, &size| {
            let laid = trick.map_or(0, |trick| {
                if trick.laid[seat] {
                    trick.count.unwrap_or(0)
                } else {
                    0
                }
            });
            let known = view.known[seat];
            Holding {
                known,
                hidden: (size + laid).saturating_sub(known.len()),
            }
        });
        let players = u8::try_from(view.hand_sizes.len()).ok()?;
        Some(Self {
            me,
            hand,
            ranking,
            players,
            view,
            unseen: unseen(view, me, hand),
            others,
            ties: view.variant.ties(),
            rivalries: ranking
                .types()
                .iter()
                .map(|_| BySeat::new(view.hand_sizes.len()))
                .collect(),
        })
    }

    /// Whether generals behead their players in the trick that is played when these lay so many pieces.
    pub fn bans_generals(&self, count: u8) -> bool {
        generals::are_banned(self.view.variant)
            && (self.view.tricks.is_empty() || count == self.hand.len())
    }

    /// The kinds of pieces that win nothing in the trick that is played.
    fn powerless(&self) -> Pieces {
        let trick = self.view.trick.as_ref();
        trick.map_or(Pieces::EMPTY, |open| {
            self.view.variant.powerless(open.trick)
        })
    }

    /// Whether nothing counts but winning the last trick.
    pub fn only_last_trick_counts(&self) -> bool {
        self.view.variant.goal() == Goal::LastTrick
    }

    /// What beheading would cost: all that was captured, and what is still to come.
    pub fn captured(&self) -> f64 {
        f64::from(self.view.captured[self.me])
    }

    /// The other seats.
    fn others(&self) -> impl Iterator<Item = Seat> {
        self.view.hand_sizes.seats().filter(|&seat| seat != self.me)
    }

    /// The chance that a combination wins when this seat leads it.
    pub fn chance_to_win_leading(&self, play: Pieces) -> f64 {
        let Some((index, class)) = self.ranking.find(play) else {
            return 0.0;
        };
        let equal_too = matches!(self.ties, Ties::SetAside | Ties::Later);
        self.others()
            .map(|seat| self.chance_not_beaten(seat, index, class, equal_too))
            .product()
    }

    /// The chance that a combination of the led type wins against a lead, which nobody has seen yet unless plays are
    /// laid in turn.
    pub fn chance_to_win_following(&self, play: Pieces, leader: Seat) -> f64 {
        let found = self.ranking.find(play);
        let Some((index, class)) = found.filter(|_| !play.meets(self.powerless())) else {
            return 0.0;
        };
        let over_best = match self.best_up() {
            Some(best) => f64::from(u8::from(!self.is_beaten_by(index, class, best))),
            None => self.chance_over_lead(index, class, leader),
        };
        if over_best <= 0.0 {
            return 0.0;
        }
        let over_others: f64 = self
            .others()
            .filter(|&seat| seat != leader && self.may_still_beat(seat))
            .map(|seat| {
                let equal_too = self.loses_ties_to(seat, leader);
                self.chance_not_beaten(seat, index, class, equal_too)
            })
            .product();
        over_best * over_others
    }

    /// The chance that a combination of the led type wins when some other seat leads, whichever.
    pub fn chance_to_win_any(&self, play: Pieces) -> f64 {
        let others: f64 = self
            .others()
            .map(|leader| self.chance_to_win_following(play, leader))
            .sum();
        others / f64::from(self.players - 1)
    }

    /// The chance that combinations of this class beat a lead of their type that lies face down.
    fn chance_over_lead(&self, index: usize, class: usize, leader: Seat) -> f64 {
        let ranking = &self.ranking.types()[index];
        let led = self.rivalries[index][leader]
            .led
            .get_or_init(|| self.leads(leader, ranking));
        let all: f64 = led.iter().map(|(_, weight)| weight).sum();
        let lower = led.iter().filter(|&&(led, _)| ranking.beats(class, led));
        let lower: f64 = lower.map(|(_, weight)| weight).sum();
        if all <= 0.0 { 0.0 } else { lower / all }
    }

    /// What a seat may have led of a type.
    fn leads(&self, leader: Seat, ranking: &TypeRanking) -> Vec<(usize, f64)> {
        let banned = self.bans_generals(ranking.count());
        let powerless = self.powerless();
        ranking
            .combinations()
            .filter(|(_, pieces)| !(pieces.meets(powerless) || banned && pieces.generals() > 0))
            .map(|(led, pieces)| (led, self.weight(leader, pieces)))
            .collect()
    }

    /// Whether a play is higher than combinations of this class.
    fn is_beaten_by(&self, index: usize, class: usize, play: Pieces) -> bool {
        self.ranking.find(play).is_some_and(|(other, higher)| {
            other == index && self.ranking.types()[index].beats(higher, class)
        })
    }

    /// The best play so far, where plays are laid face up in turn.
    fn best_up(&self) -> Option<Pieces> {
        let in_turn = self.view.trick.as_ref()?.in_turn.as_ref()?;
        *in_turn.up.get(in_turn.best?)?
    }

    /// Whether a seat may lay something better: where plays are laid in turn, only those that have still to lay.
    fn may_still_beat(&self, seat: Seat) -> bool {
        self.view
            .trick
            .as_ref()
            .is_none_or(|trick| trick.in_turn.is_none() || trick.laid.get(seat) != Some(&true))
    }

    /// How likely a seat holds a combination.
    fn chance_held(&self, seat: Seat, combination: Pieces) -> f64 {
        let Holding { known, hidden } = self.others[seat];
        // Most combinations are out of the question; these need no arithmetic.
        if known.is_empty() && !self.unseen.contains(combination) {
            return 0.0;
        }
        combination
            .saturating_minus(known)
            .kinds()
            .map(|(piece, wanted)| {
                at_least(self.unseen.len(), self.unseen.count(piece), hidden, wanted)
            })
            .product()
    }

    /// How often a seat would be found to lead a combination, compared with others: as often as it holds it.
    fn weight(&self, seat: Seat, combination: Pieces) -> f64 {
        let mut kinds = combination.kinds();
        let (Some((piece, 1)), None) = (kinds.next(), kinds.next()) else {
            return self.chance_held(seat, combination);
        };
        let Holding { known, hidden } = self.others[seat];
        let unseen = f64::from(self.unseen.count(piece)) / f64::from(self.unseen.len().max(1));
        f64::from(known.count(piece)) + f64::from(hidden) * unseen
    }

    /// The chance that a seat lays nothing that beats combinations of this class, or equals them where that counts too.
    fn chance_not_beaten(&self, seat: Seat, index: usize, class: usize, equal_too: bool) -> f64 {
        let all = self.rivalries[index][seat]
            .stays_lower
            .get_or_init(|| self.stays_lower(seat, &self.ranking.types()[index]));
        let (nothing_higher, nothing_as_high) = all[class];
        if equal_too {
            nothing_as_high
        } else {
            nothing_higher
        }
    }

    /// For each class of a type the chance that a seat lays nothing higher, and nothing as high.
    fn stays_lower(&self, seat: Seat, ranking: &TypeRanking) -> Vec<(f64, f64)> {
        let (count, banned) = (ranking.count(), self.bans_generals(ranking.count()));
        let powerless = self.powerless();
        let most_suits = ranking.classes().map(|(suit, _)| suit).max();
        // For each suit all combinations so far: as single pieces, and the chance that none of several is laid.
        let mut so_far = vec![(Pieces::EMPTY, 1.0); 1 + usize::from(most_suits.unwrap_or(0))];
        let chance = |&(singles, chance): &(Pieces, f64)| match count {
            1 => self.chance_single_stays_lower(seat, singles),
            _ => chance,
        };
        ranking
            .classes()
            .map(|(suit, class)| {
                let so_far = &mut so_far[usize::from(suit)];
                let nothing_higher = chance(so_far);
                for &pieces in class {
                    if (banned && pieces.generals() > 0) || pieces.meets(powerless) {
                        continue;
                    }
                    if count == 1 {
                        so_far.0 = so_far.0.plus(pieces);
                    } else {
                        so_far.1 *= 1.0 - WILL_BEAT_COMBINATION * self.chance_held(seat, pieces);
                    }
                }
                (nothing_higher, chance(so_far))
            })
            .collect()
    }

    /// The chance that a seat lays a single piece of none of these kinds.
    fn chance_single_stays_lower(&self, seat: Seat, kinds: Pieces) -> f64 {
        let Holding { known, hidden } = self.others[seat];
        let count_of =
            |held: Pieces| -> u8 { kinds.kinds().map(|(piece, _)| held.count(piece)).sum() };
        let (pool, strong, strong_known) =
            (self.unseen.len(), count_of(self.unseen), count_of(known));
        let best_is_lower = if strong_known > 0 {
            0.0
        } else {
            none_of(pool, strong, hidden)
        };
        let size = f64::from(known.len() + hidden);
        if size == 0.0 {
            return 1.0;
        }
        let strong_hidden = f64::from(hidden) * f64::from(strong) / f64::from(pool.max(1));
        let any_is_lower = (1.0 - (f64::from(strong_known) + strong_hidden) / size).clamp(0.0, 1.0);
        LAYS_BEST_SINGLE * best_is_lower + (1.0 - LAYS_BEST_SINGLE) * any_is_lower
    }

    /// Whether this seat does not win where another one lays the same.
    fn loses_ties_to(&self, seat: Seat, leader: Seat) -> bool {
        let place = |of| {
            let order = self.view.order.as_ref()?;
            let place = |of| order.iter().position(|&other| other == of);
            let (place_of, seats) = (place(of)?, order.len());
            Some(match self.view.variant.turn_order() {
                TurnOrder::Priority => place_of,
                TurnOrder::Clockwise | TurnOrder::CounterClockwise => {
                    (place_of + seats - place(leader)?) % seats
                }
            })
        };
        match self.ties {
            Ties::Earlier => place(seat) < place(self.me),
            Ties::SetAside | Ties::Later => true,
        }
    }
}

/// The pieces of which this seat does not know where they are: in others' hands, or out of the game.
fn unseen(view: &View, me: Seat, hand: Pieces) -> Pieces {
    let set = view.variant.set(view.hand_sizes.len());
    let laid = view.trick.as_ref().and_then(|trick| trick.yours);
    let played = view
        .tricks
        .iter()
        .flat_map(|trick| trick.plays.values().copied().flatten());
    let known = view
        .known
        .iter()
        .filter(|&(seat, _)| seat != me)
        .map(|(_, &known)| known);
    let left_over = view.stacks.iter().filter(|stack| stack.taken_by.is_none());
    let left_over = left_over.map(|stack| stack.up.iter().copied().collect());
    [hand]
        .into_iter()
        .chain(laid)
        .chain(played)
        .chain(known)
        .chain(left_over)
        .fold(set, Pieces::saturating_minus)
}
