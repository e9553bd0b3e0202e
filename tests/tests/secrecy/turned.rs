//! Which plays and throws are turned up, and when, according to `docs/RULES.md` §3, §7, §9 and §11. It does not use the code that decides
//! what observers are shown, because that is what is tested.

use std::collections::HashMap;

use giog_rules::tricks::{CombinationInfo, CombinationType, VariantInfo};
use giog_rules::{Action, Color, Piece, Pieces, Seat, Variant};

use crate::games::{Facts, facts};
use crate::truth::{Deed, laid};

/// All combinations of a game.
pub struct Ranks {
    facts: &'static Facts,
    list: Vec<(CombinationType, Pieces)>,
    /// For each its type, and its rank within the type.
    places: HashMap<Pieces, (CombinationType, usize)>,
}

/// The fate of an action: it is visible at once, or face down for a while, or for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// The number of the action that revealed it; none while it is face down, and for a play that was taken back.
    pub settled: Option<usize>,
    /// The best play before it, if it stays face down until the match is over.
    pub under: Option<Pieces>,
}

fn described(variant: Variant) -> VariantInfo {
    match variant {
        Variant::Tricks(variant) => variant.describe(),
        _ => panic!("a trick game"),
    }
}

impl Ranks {
    pub fn of(variant: Variant) -> Self {
        let (mut list, mut places) = (Vec::new(), HashMap::new());
        for CombinationInfo { kind, ranking, .. } in described(variant).combinations {
            for (height, equal) in ranking.into_iter().rev().enumerate() {
                for pieces in equal {
                    list.push((kind, pieces));
                    places.insert(pieces, (kind, height));
                }
            }
        }
        Self {
            facts: facts(variant),
            list,
            places,
        }
    }

    /// The combinations of these pieces; of one type, if one is given.
    pub fn within(&self, pieces: Pieces, kind: Option<CombinationType>) -> Vec<Pieces> {
        let wanted = self.list.iter().filter(|(of, combination)| {
            kind.is_none_or(|kind| kind == *of) && pieces.contains(*combination)
        });
        wanted.map(|(_, combination)| *combination).collect()
    }

    /// Whether pieces are a combination of a type.
    pub fn is(&self, kind: CombinationType, pieces: Pieces) -> bool {
        self.places.get(&pieces).is_some_and(|(of, _)| *of == kind)
    }

    /// Whether a play is turned up after the best one so far, in games in which not all plays are.
    pub fn goes_on_top(&self, play: Pieces, best: Pieces) -> bool {
        let (Some((kind, height)), Some((led, highest))) =
            (self.places.get(&play), self.places.get(&best))
        else {
            return false;
        };
        kind == led
            && match self.facts.plays_in_turn() {
                true => height >= highest,
                _ if *kind == CombinationType::GeneralTwoPairs => has_higher_pairs(play, best),
                _ => height > highest,
            }
    }

    /// The fate of each action of a match.
    pub fn fates(&self, deeds: &[Deed], seats: usize) -> Vec<Fate> {
        let mut fates = vec![Fate::default(); deeds.len()];
        // The plays in the current trick, or the throws in the current round; and the best visible play.
        let mut lying: Vec<usize> = Vec::new();
        let mut best: Option<Pieces> = None;
        let mut is_first = true;
        for (number, deed) in deeds.iter().enumerate() {
            match deed.action {
                Action::Tricks(giog_rules::tricks::Action::Play { .. })
                    if self.facts.plays_in_turn() =>
                {
                    let pieces = laid(&deed.action);
                    best = best.filter(|_| deed.lead.is_none());
                    fates[number].under = best.filter(|best| !self.goes_on_top(pieces, *best));
                    fates[number].settled = Some(number);
                    if fates[number].under.is_none() {
                        best = Some(pieces);
                    }
                }
                Action::Tricks(
                    giog_rules::tricks::Action::Play { .. }
                    | giog_rules::tricks::Action::Throw { .. },
                ) => lying.push(number),
                Action::Tricks(giog_rules::tricks::Action::TakeBack) => {
                    lying.retain(|&laid| deeds[laid].seat != deed.seat);
                    fates[number].settled = Some(number);
                }
                _ => fates[number].settled = Some(number),
            }
            if deed.reveals {
                self.turn_up(deeds, &mut lying, is_first, seats, &mut fates);
                is_first &= !matches!(
                    deed.action,
                    Action::Tricks(giog_rules::tricks::Action::Play { .. })
                );
                lying
                    .drain(..)
                    .for_each(|laid| fates[laid].settled = Some(number));
            }
        }
        fates
    }

    /// The plays that stay face down in a finished trick, in games in which only higher plays are turned up; otherwise none.
    fn turn_up(
        &self,
        deeds: &[Deed],
        lying: &mut [usize],
        is_first: bool,
        seats: usize,
        fates: &mut [Fate],
    ) {
        let leader = lying.iter().find(|&&laid| deeds[laid].lead.is_some());
        if !self.facts.hides_plays() {
            return;
        }
        let Some(&leader) = leader else {
            return;
        };
        // A play that wins nothing in the first trick stays face down, however high it is.
        let highest = self.facts.tricks["highest_first"].as_u64();
        let wins_nothing = |pieces: Pieces| {
            let too_high =
                |piece: Piece| highest.is_some_and(|most| u64::from(piece.level()) > most);
            is_first && pieces.iter().any(too_high)
        };
        let leader = deeds[leader].seat;
        lying.sort_by_key(|&laid| counter_clockwise(leader, deeds[laid].seat, seats));
        let mut best = laid(&deeds[lying[0]].action);
        for &number in &lying[1..] {
            let pieces = laid(&deeds[number].action);
            if self.goes_on_top(pieces, best) && !wins_nothing(pieces) {
                best = pieces;
            } else {
                fates[number].under = Some(best);
            }
        }
    }
}

/// The number of turns between the leader's and a seat's.
fn counter_clockwise(leader: Seat, seat: Seat, seats: usize) -> usize {
    (leader.index() + seats - seat.index()) % seats
}

/// For two combinations of a general with two pairs, whether one beats the other: red wins with equally high pairs.
fn has_higher_pairs(play: Pieces, best: Pieces) -> bool {
    let is_red = |pieces: Pieces| pieces.iter().all(|piece| piece.color() == Color::Red);
    let levels = |pieces: Pieces| pieces.without_generals().iter().map(Piece::level);
    is_red(play)
        && !is_red(best)
        && levels(play)
            .zip(levels(best))
            .all(|(own, other)| own >= other)
}

#[cfg(test)]
mod tests {
    use giog_rules::record::By;

    use super::*;

    fn check(variant: Variant, plays: &[(usize, &str)], under: &[usize]) {
        let ranks = Ranks::of(variant);
        let deeds: Vec<Deed> = plays
            .iter()
            .enumerate()
            .map(|(number, (seat, pieces))| Deed {
                seat: Seat::new(*seat),
                action: Action::Tricks(giog_rules::tricks::Action::Play {
                    pieces: (*pieces).to_owned(),
                }),
                by: By::Player,
                lead: (number == 0).then_some(CombinationType::Single),
                reveals: number + 1 == plays.len(),
            })
            .collect();
        let fates = ranks.fates(&deeds, 4);
        let stay = (0..deeds.len()).filter(|&number| fates[number].under.is_some());
        assert!(stay.eq(under.iter().copied()), "{plays:?}: {fates:?}");
    }

    #[test]
    fn what_does_not_beat_the_best_stays_face_down_where_the_rules_say_so() {
        let plays = [(1, "C"), (3, "h"), (0, "C"), (2, "H")];
        check(
            Variant::Tricks(giog_rules::tricks::Variant::SangKrip),
            &plays,
            &[2],
        );
        check(
            Variant::Tricks(giog_rules::tricks::Variant::Giog),
            &plays,
            &[],
        );
        // Seat 3 lays before seat 2, and its turn is earlier: 1, 0, 3, 2.
        check(
            Variant::Tricks(giog_rules::tricks::Variant::SangKrip),
            &[(1, "C"), (2, "h"), (3, "H"), (0, "c")],
            &[1, 3],
        );
        check(
            Variant::Tricks(giog_rules::tricks::Variant::DaQiLuo2),
            &[(1, "C"), (0, "c"), (3, "P"), (2, "H")],
            &[2],
        );
    }

    #[test]
    fn a_general_with_pairs_is_beaten_by_a_red_one_with_pairs_as_high() {
        let ranks = Ranks::of(Variant::Tricks(giog_rules::tricks::Variant::SangKrip));
        let pieces = |text: &str| text.parse::<Pieces>().expect("a test's pieces");
        for (play, best, expected) in [
            ("KEEHH", "krrhh", true),
            ("KEEPP", "krrhh", false),
            ("kaaee", "KCCPP", false),
            ("ppppp", "krrhh", false),
        ] {
            assert_eq!(ranks.goes_on_top(pieces(play), pieces(best)), expected);
        }
    }
}
