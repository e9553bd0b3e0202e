//! What a seat knows: its hand, known pieces of others, and the unseen pieces, with probabilities that follow from these.

use std::cell::OnceCell;

use giog_rules::tricks::{Goal, Ties, TurnOrder, View};
use giog_rules::{BySeat, Pieces, Seat};

use crate::chance::{at_least, none_of};
use crate::generals;
use crate::ranking::{Ranking, TypeRanking};

/// The probability that a seat lays a winning combination of several pieces if it has one. It gains much, so it is high.
const WILL_BEAT_COMBINATION: f64 = 0.9;
/// The probability that a seat lays its best single, rather than any.
const LAYS_BEST_SINGLE: f64 = 0.5;

/// What one seat knows in the trick that is being played.
pub struct Table<'a> {
    /// The seat.
    pub me: Seat,
    /// Its hand.
    pub hand: Pieces,
    /// The ranking of the game's combinations.
    pub ranking: &'static Ranking,
    /// The number of players.
    pub players: u8,
    view: &'a View,
    unseen: Pieces,
    others: BySeat<Holding>,
    ties: Ties,
    /// Computed values for each type and seat: all plays of a type are compared with the same opponents.
    rivalries: Vec<BySeat<Rivalry>>,
}

/// What a seat may lay in a trick of one type. Computed on first use.
#[derive(Default)]
struct Rivalry {
    /// For each class: the probability that the seat lays nothing higher, and that it lays nothing as high or higher.
    stays_lower: OnceCell<Vec<(f64, f64)>>,
    /// For each combination: its class, and its weight as a possible lead of the seat.
    led: OnceCell<Vec<(usize, f64)>>,
}

/// What is known of another seat's hand, including pieces that it has laid face down.
#[derive(Clone, Copy, Default)]
struct Holding {
    /// Pieces that everybody has seen it take.
    known: Pieces,
    /// The number of its other pieces.
    hidden: u8,
}

impl<'a> Table<'a> {
    /// What the observer of this view knows; none for spectators and before the hands are dealt.
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

    /// Whether generals behead their players in the current trick, if plays have this number of pieces.
    pub fn bans_generals(&self, count: u8) -> bool {
        generals::are_banned(self.view.variant)
            && (self.view.tricks.is_empty() || count == self.hand.len())
    }

    /// The kinds of pieces that cannot win the current trick.
    fn powerless(&self) -> Pieces {
        let trick = self.view.trick.as_ref();
        trick.map_or(Pieces::EMPTY, |open| {
            self.view.variant.powerless(open.trick)
        })
    }

    /// Whether only winning the last trick counts.
    pub fn only_last_trick_counts(&self) -> bool {
        self.view.variant.goal() == Goal::LastTrick
    }

    /// The pieces that this seat has captured, and would lose by being beheaded.
    pub fn captured(&self) -> f64 {
        f64::from(self.view.captured[self.me])
    }

    /// The other seats.
    fn others(&self) -> impl Iterator<Item = Seat> {
        self.view.hand_sizes.seats().filter(|&seat| seat != self.me)
    }

    /// The probability that a combination wins when this seat leads it.
    pub fn chance_to_win_leading(&self, play: Pieces) -> f64 {
        let Some((index, class)) = self.ranking.find(play) else {
            return 0.0;
        };
        let equal_too = matches!(self.ties, Ties::SetAside | Ties::Later);
        self.others()
            .map(|seat| self.chance_not_beaten(seat, index, class, equal_too))
            .product()
    }

    /// The probability that a play wins against a lead of this type. The lead is face down, except in games in which plays are laid
    /// face up in turn.
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

    /// The probability that a play wins when any other seat leads its type.
    pub fn chance_to_win_any(&self, play: Pieces) -> f64 {
        let others: f64 = self
            .others()
            .map(|leader| self.chance_to_win_following(play, leader))
            .sum();
        others / f64::from(self.players - 1)
    }

    /// The probability that combinations of this class win against a face-down lead of their type.
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

    /// The combinations of a type that a seat may have led: the class and the weight of each.
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

    /// The best play so far, in games in which plays are laid face up in turn.
    fn best_up(&self) -> Option<Pieces> {
        let in_turn = self.view.trick.as_ref()?.in_turn.as_ref()?;
        *in_turn.up.get(in_turn.best?)?
    }

    /// Whether a seat may still lay something better. If plays are laid in turn, only seats that have not laid yet.
    fn may_still_beat(&self, seat: Seat) -> bool {
        self.view
            .trick
            .as_ref()
            .is_none_or(|trick| trick.in_turn.is_none() || trick.laid.get(seat) != Some(&true))
    }

    /// The probability that a seat holds a combination.
    fn chance_held(&self, seat: Seat, combination: Pieces) -> f64 {
        let Holding { known, hidden } = self.others[seat];
        // A shortcut: most combinations are impossible.
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

    /// The relative frequency with which a seat leads a combination, in proportion to the probability that it holds it.
    fn weight(&self, seat: Seat, combination: Pieces) -> f64 {
        let mut kinds = combination.kinds();
        let (Some((piece, 1)), None) = (kinds.next(), kinds.next()) else {
            return self.chance_held(seat, combination);
        };
        let Holding { known, hidden } = self.others[seat];
        let unseen = f64::from(self.unseen.count(piece)) / f64::from(self.unseen.len().max(1));
        f64::from(known.count(piece)) + f64::from(hidden) * unseen
    }

    /// The probability that a seat lays nothing higher than combinations of this class or, with `equal_too`, nothing equal or higher.
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

    /// For each class of a type: the probability that a seat lays nothing higher, and that it lays nothing as high or higher.
    fn stays_lower(&self, seat: Seat, ranking: &TypeRanking) -> Vec<(f64, f64)> {
        let (count, banned) = (ranking.count(), self.bans_generals(ranking.count()));
        let powerless = self.powerless();
        let most_suits = ranking.classes().map(|(suit, _)| suit).max();
        // For each suit, over all combinations so far: the single pieces, and the probability that no combination of several pieces is
        // laid.
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

    /// The probability that a seat lays a single piece of none of these kinds.
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

    /// Whether this seat does not win if the other seat lays an equal play.
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

/// The pieces whose place this seat does not know: in others' hands, or out of the game.
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
