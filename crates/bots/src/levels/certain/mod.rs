//! What is certain for a seat: what holds in all worlds that fit what it has seen. By counting alone; how likely it is that others lay so is not
//! asked, and nothing is drawn.

mod flow;
mod places;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use giog_rules::tricks::{GeneralBan, Ties, View};
use giog_rules::{BySeat, Pieces, Seat};

use self::places::{Demand, Places, Set};
use super::worlds::Worlds;

/// So many plays that are certain to win are told at most.
pub const MOST_WINS: usize = 8;

/// What a seat that has to lay can know for certain of what it does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certain {
    /// The pieces that others hold, whoever it is: of each kind at least so many.
    pub held: Pieces,
    /// Of each kind the most that others hold together.
    pub most: Pieces,
    /// The same for each seat; of the seat itself its hand.
    pub hands: BySeat<Held>,
    /// All that the lead of the open trick may be, the strongest first, if it lies face down and is another seat's.
    pub leads: Vec<Pieces>,
    /// The plays that win the trick whatever others hold and lay, those with the most pieces first: [`MOST_WINS`] at most.
    pub wins: Vec<Pieces>,
}

/// What a seat holds, with what it has laid unseen in the open trick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// How many pieces.
    pub size: u8,
    /// Of each kind at least so many.
    pub least: Pieces,
    /// Of each kind at most so many.
    pub most: Pieces,
}

impl Certain {
    /// What the observer of this view can know; none for spectators and outside the tricks.
    pub fn of(view: &View) -> Option<Self> {
        Some(Asked::of(view)?.told())
    }
}

/// What is asked of the worlds of a view.
struct Asked<'a> {
    view: &'a View,
    worlds: Worlds<'a>,
    places: Places,
    /// All that the lead may be, as what is demanded of the leader's hand; one empty demand if it is not hidden.
    leads: Vec<(Pieces, Vec<Demand>)>,
}

impl<'a> Asked<'a> {
    fn of(view: &'a View) -> Option<Self> {
        let worlds = Worlds::of(view)?;
        let places = Places::of(&worlds)?;
        let mut asked = Self {
            view,
            worlds,
            places,
            leads: Vec::new(),
        };
        asked.leads = match &asked.worlds.lead {
            None => vec![(Pieces::EMPTY, Vec::new())],
            Some((leader, leads)) => {
                let leads = leads.iter().filter(|&&lead| asked.may_lay(*leader, lead));
                let leads = leads.map(|&lead| (lead, asked.holds(*leader, lead)));
                leads.filter(|(_, held)| asked.places.can(held)).collect()
            }
        };
        Some(asked)
    }

    /// Whether there is a world in which all of this is so.
    fn can(&self, demands: &[Demand]) -> bool {
        let mut leads = self.leads.iter();
        leads.any(|(_, lead)| self.places.can(&[lead, demands].concat()))
    }

    /// That a seat holds these pieces.
    fn holds(&self, seat: Seat, pieces: Pieces) -> Vec<Demand> {
        let places = self.places.hands[seat];
        let demand = |(piece, count)| Demand {
            piece,
            count,
            places,
        };
        pieces.kinds().map(demand).collect()
    }

    /// Whether the rules let a seat lay these pieces if it holds them.
    fn may_lay(&self, seat: Seat, pieces: Pieces) -> bool {
        let (sight, held) = (&self.worlds.mine, self.worlds.held[seat]);
        let leads = seat == sight.leader;
        let refuses = self.view.options.general_ban == Some(GeneralBan::Refuse)
            && self.view.variant.bans_generals();
        // In the first trick nobody lacks other pieces; in the last one only a leader of several pieces can lead fewer.
        let is_refused = sight.trick == 0 || leads && held > 1 && pieces.len() == held;
        let is_banned = refuses && is_refused && pieces.generals() > 0;
        pieces.len() <= held && !is_banned && !(leads && self.is_powerless(pieces))
    }

    fn is_powerless(&self, pieces: Pieces) -> bool {
        pieces.meets(self.view.variant.powerless(self.worlds.mine.trick))
    }

    fn told(&self) -> Certain {
        let sight = &self.worlds.mine;
        let known = sight.known.values().copied();
        let others = known.fold(sight.unseen, Pieces::plus);
        let hands = self.places.hands.map(|seat, &places| match seat {
            me if me == sight.me => Held {
                size: sight.hand.len(),
                least: sight.hand,
                most: sight.hand,
            },
            seat => Held {
                size: self.worlds.held[seat],
                least: self.least(others, places),
                most: self.most(others, places),
            },
        });
        let leads = self.leads.iter().map(|&(lead, _)| lead);
        Certain {
            held: self.least(others, self.places.held),
            most: self.most(others, self.places.held),
            hands,
            leads: leads.filter(|lead| !lead.is_empty()).collect(),
            wins: self.wins(),
        }
    }

    /// Of each kind of these pieces, the most that can be in these places.
    fn most(&self, of: Pieces, places: Set) -> Pieces {
        let kinds = of.kinds().map(|(piece, all)| {
            let can = |&count: &u8| {
                self.can(&[Demand {
                    piece,
                    count,
                    places,
                }])
            };
            Pieces::of(piece, (1..=all).rev().find(can).unwrap_or(0))
        });
        kinds.fold(Pieces::EMPTY, Pieces::plus)
    }

    /// Of each kind of these pieces, all that cannot be elsewhere.
    fn least(&self, of: Pieces, places: Set) -> Pieces {
        let elsewhere = self.most(of, !places);
        of.saturating_minus(elsewhere)
    }

    /// The plays that are certain to win the trick.
    fn wins(&self) -> Vec<Pieces> {
        let sight = &self.worlds.mine;
        let led = sight.led.map(|(kind, _)| kind);
        let variant = self.view.variant;
        let plays = variant.combinations(sight.hand).filter(|&play| {
            led.is_none_or(|led| variant.type_of(play) == Some(led))
                && self.may_lay(sight.me, play)
                && !self.is_powerless(play)
        });
        let mut plays: Vec<Pieces> = plays.collect();
        plays.reverse();
        plays.sort_by_key(|play| std::cmp::Reverse(play.len()));
        let against = self.against();
        let (mut wins, mut fails) = (Vec::new(), Vec::<Pieces>::new());
        for play in plays {
            if wins.len() == MOST_WINS {
                break;
            }
            // What is no higher than another one that fails, fails like it.
            let is_low = fails.iter().any(|&fails| {
                let height = variant.compare(play, fails);
                matches!(height, Some(Ordering::Less | Ordering::Equal))
            });
            if is_low || !self.is_sure(play, &against) {
                fails.push(play);
            } else {
                wins.push(play);
            }
        }
        wins
    }

    /// For each seat that lays beside this one, or after it, what it may hold and lay: combinations, the highest first.
    fn against(&self) -> Vec<(Seat, bool, Vec<Pieces>)> {
        let (sight, view) = (&self.worlds.mine, self.view);
        let order = view.order.as_deref().unwrap_or_default();
        let order = view.variant.led_by(order, sight.leader);
        let mine = order.iter().position(|&seat| seat == sight.me);
        let others = order.iter().enumerate();
        let others = others.filter(|&(_, &seat)| {
            let has_laid = view.trick.as_ref().is_some_and(|open| open.laid[seat]);
            seat != sight.me && seat != sight.leader && !(view.variant.lays_in_turn() && has_laid)
        });
        let against = others.map(|(place, &seat)| {
            let held = sight.unseen.plus(sight.known[seat]);
            let plays = view.variant.combinations(held);
            let plays = plays.filter(|&play| self.may_lay(seat, play) && !self.is_powerless(play));
            let mut plays: Vec<Pieces> = plays.collect();
            plays.reverse();
            (seat, Some(place) < mine, plays)
        });
        against.collect()
    }

    /// Whether a play wins the trick in all worlds, whatever others lay.
    fn is_sure(&self, play: Pieces, against: &[(Seat, bool, Vec<Pieces>)]) -> bool {
        let variant = self.view.variant;
        let beats = |best: Pieces| match variant.compare(play, best) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => variant.ties() == Ties::Later,
            Some(Ordering::Less) | None => false,
        };
        let mut before = self.worlds.mine.best.map(|(_, best)| best).into_iter();
        let mut leads = self.leads.iter().filter(|(lead, _)| !lead.is_empty());
        if !before.all(beats) || !leads.all(|&(lead, _)| beats(lead)) {
            return false;
        }
        !against.iter().any(|(seat, is_earlier, plays)| {
            let beaten = plays.iter().filter(|&&other| {
                match (variant.compare(other, play), variant.ties()) {
                    (Some(Ordering::Greater), _)
                    | (Some(Ordering::Equal), Ties::SetAside | Ties::Later) => true,
                    (Some(Ordering::Equal), Ties::Earlier) => *is_earlier,
                    // Two plays that compete with neither as high as the other both have a general, of which the lead would be a third.
                    (Some(Ordering::Less) | None, _) => false,
                }
            });
            beaten
                .into_iter()
                .any(|&other| self.can(&self.holds(*seat, other)))
        })
    }
}
