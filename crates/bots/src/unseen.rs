//! What a seat knows: what it holds, what others are known to hold, and what is still unseen.

use giog_rules::{BySeat, Pieces, Seat, View};

use crate::chance::{at_least, none_of};
use crate::generals;
use crate::ranking::Ranking;

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
        })
    }

    /// Whether generals behead their players in the trick that is played when these lay so many pieces.
    pub fn bans_generals(&self, count: u8) -> bool {
        generals::are_banned(self.view.variant)
            && (self.view.tricks.is_empty() || count == self.hand.len())
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
        let Some((ranking, class)) = self.ranking.find(play) else {
            return 0.0;
        };
        let banned = self.bans_generals(play.len());
        self.others()
            .map(|seat| {
                let higher = ranking
                    .combinations()
                    .filter(|&(rank, _)| rank < class)
                    .map(|(_, pieces)| pieces);
                self.chance_not_beaten(seat, play.len(), higher, banned)
            })
            .product()
    }

    /// The chance that a combination of the led type wins against a lead that nobody has seen yet.
    pub fn chance_to_win_following(&self, play: Pieces, leader: Seat) -> f64 {
        let Some((ranking, class)) = self.ranking.find(play) else {
            return 0.0;
        };
        let banned = self.bans_generals(play.len());
        let led: Vec<_> = ranking
            .combinations()
            .filter(|(_, pieces)| !(banned && pieces.generals() > 0))
            .map(|(rank, pieces)| (rank > class, self.weight(leader, pieces)))
            .collect();
        let all: f64 = led.iter().map(|(_, weight)| weight).sum();
        if all <= 0.0 {
            return 0.0;
        }
        let lower: f64 = led
            .iter()
            .filter(|(lower, _)| *lower)
            .map(|(_, weight)| weight)
            .sum();
        let over_others: f64 = self
            .others()
            .filter(|&seat| seat != leader)
            .map(|seat| {
                let ties = usize::from(self.comes_before_me(seat));
                let higher = ranking
                    .combinations()
                    .filter(|&(rank, _)| rank < class + ties)
                    .map(|(_, pieces)| pieces);
                self.chance_not_beaten(seat, play.len(), higher, banned)
            })
            .product();
        lower / all * over_others
    }

    /// How likely a seat holds a combination.
    fn chance_held(&self, seat: Seat, combination: Pieces) -> f64 {
        let Holding { known, hidden } = self.others[seat];
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

    /// The chance that a seat does not lay any of these.
    fn chance_not_beaten(
        &self,
        seat: Seat,
        count: u8,
        higher: impl Iterator<Item = Pieces>,
        banned: bool,
    ) -> f64 {
        let higher = higher.filter(|pieces| !(banned && pieces.generals() > 0));
        if count == 1 {
            return self.chance_single_stays_lower(seat, higher.fold(Pieces::EMPTY, Pieces::plus));
        }
        higher
            .map(|pieces| 1.0 - WILL_BEAT_COMBINATION * self.chance_held(seat, pieces))
            .product()
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

    /// Whether a seat wins ties against this one.
    fn comes_before_me(&self, seat: Seat) -> bool {
        let place = |of| {
            self.view
                .order
                .as_ref()
                .and_then(|order| order.iter().position(|&other| other == of))
        };
        place(seat) < place(self.me)
    }
}

/// The pieces of which this seat does not know where they are: in others' hands, or out of the game.
fn unseen(view: &View, me: Seat, hand: Pieces) -> Pieces {
    let pieces: u32 = view
        .layout
        .heights
        .iter()
        .map(|&height| u32::from(height))
        .sum();
    let set = Pieces::full_set();
    let set = if pieces < u32::from(set.len()) {
        set.saturating_minus("Pp".parse().unwrap_or_default())
    } else {
        set
    };
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
