//! What kind of mistake a decision was: what happened, as docs/REVIEW.md defines it.

use std::cmp::Ordering;

use giog_bots::levels::Sight;
use giog_protocol::rest::{MistakeKind, NamedMistake};
use giog_rules::{Pieces, Seat};

/// Names a decision whose loss has a name. `best` is the choice that looked best, and `winner` who won its trick in the end.
pub fn named(sight: &Sight, laid: Pieces, best: Pieces, winner: Option<Seat>) -> NamedMistake {
    let found = Compared { sight, laid, best };
    let (kind, count) = found
        .generals()
        .or_else(|| match sight.led {
            Some((_, pieces)) => found.follow(pieces, winner),
            None => found.lead(),
        })
        .map_or((MistakeKind::Other, None), |(kind, count)| {
            (kind, Some(count))
        });
    NamedMistake {
        kind,
        count,
        play: best,
    }
}

/// A kind with its number.
type Kind = (MistakeKind, u8);

/// What was laid beside the choice that looked best.
struct Compared<'a> {
    sight: &'a Sight,
    laid: Pieces,
    best: Pieces,
}

impl Compared<'_> {
    /// One has more generals than the other.
    fn generals(&self) -> Option<Kind> {
        let left = self.sight.hand.saturating_minus(self.laid).len();
        match self.laid.generals().cmp(&self.best.generals()) {
            Ordering::Less => Some((MistakeKind::KeptGeneral, left)),
            Ordering::Greater => Some((MistakeKind::SpentGeneral, left)),
            Ordering::Equal => None,
        }
    }

    fn lead(&self) -> Option<Kind> {
        let &Self { laid, best, .. } = self;
        let higher = self.higher(laid);
        if higher > 0 && self.higher(best) == 0 {
            return Some((MistakeKind::LedIntoStrength, higher));
        }
        self.lower_or_broken()
            .or(match laid.len().cmp(&best.len()) {
                Ordering::Less => Some((MistakeKind::LedFew, best.len())),
                Ordering::Greater => Some((MistakeKind::LedMany, best.len())),
                Ordering::Equal => None,
            })
    }

    /// Following a lead of so many pieces.
    fn follow(&self, pieces: u8, winner: Option<Seat>) -> Option<Kind> {
        let &Self { sight, laid, best } = self;
        let seats = u8::try_from(sight.captured.len()).unwrap_or(u8::MAX);
        let in_trick = pieces.saturating_mul(seats);
        match (self.competes(laid), self.competes(best)) {
            (true, false) if winner == Some(sight.me) => {
                Some((MistakeKind::WonNeedlessly, in_trick))
            }
            (true, false) => Some((MistakeKind::LostInVain, in_trick)),
            (false, true) => Some((MistakeKind::GaveUpTrick, in_trick)),
            (true, true) => self.lower_or_broken(),
            (false, false) => self.broken().or_else(|| self.thrown()),
        }
    }

    /// It is lower than the better choice; it breaks up a combination; or it is higher.
    fn lower_or_broken(&self) -> Option<Kind> {
        let &Self { sight, laid, best } = self;
        let height = sight.variant.compare(laid, best);
        if height == Some(Ordering::Less) {
            return Some((MistakeKind::TooLow, self.higher(laid)));
        }
        self.broken().or_else(|| {
            let is_higher = height == Some(Ordering::Greater);
            is_higher.then(|| (MistakeKind::TooHigh, self.higher(best)))
        })
    }

    /// The largest combination of several pieces that was in the hand, is not any more, and was not laid either, while the better choice
    /// leaves it or is it.
    fn broken(&self) -> Option<Kind> {
        let &Self { sight, laid, best } = self;
        let left = |play: Pieces| sight.hand.saturating_minus(play);
        let held = sight.variant.combinations(sight.hand);
        let broken = held.filter(|combination| {
            let is_there =
                |play: Pieces| left(play).contains(*combination) || play.contains(*combination);
            combination.len() > 1 && !is_there(laid) && is_there(best)
        });
        let most = broken.map(Pieces::len).max()?;
        Some((MistakeKind::BrokeCombination, most))
    }

    /// The highest piece that was thrown away and the better choice keeps, if it is higher than the highest for which that is the other way
    /// round.
    fn thrown(&self) -> Option<Kind> {
        let &Self { sight, laid, best } = self;
        let order = sight.variant.weakest_first();
        let height = |pieces: Pieces| order.iter().rposition(|&piece| pieces.has(piece));
        let thrown = height(laid.saturating_minus(best))?;
        if Some(thrown) <= height(best.saturating_minus(laid)) {
            return None;
        }
        let higher = order[thrown + 1..].iter();
        let higher = higher.map(|&piece| self.others().count(piece)).sum();
        Some((MistakeKind::ThrewStrength, higher))
    }

    /// Whether a play may win the trick: it is of the type that was led, has no piece that cannot win, and where plays are laid in turn it is
    /// as high as the best one.
    fn competes(&self, play: Pieces) -> bool {
        let sight = self.sight;
        let led = sight.led.map(|(kind, _)| kind);
        let is_high = sight.best.is_none_or(|(_, best)| {
            let height = sight.variant.compare(play, best);
            matches!(height, Some(Ordering::Greater | Ordering::Equal))
        });
        sight.variant.type_of(play) == led
            && !play.meets(sight.variant.powerless(sight.trick))
            && is_high
    }

    /// The pieces that the others may hold: unseen, or seen when they were taken.
    fn others(&self) -> Pieces {
        let known = self.sight.known.values().copied();
        known.fold(self.sight.unseen, Pieces::plus)
    }

    /// How many combinations that the others may hold are higher than a play, and of its type.
    fn higher(&self, play: Pieces) -> u8 {
        let variant = self.sight.variant;
        let all = variant.combinations(self.others());
        let higher = all.filter(|&one| variant.compare(one, play) == Some(Ordering::Greater));
        u8::try_from(higher.count()).unwrap_or(u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::BySeat;
    use giog_rules::tricks::{CombinationType, Variant};

    use super::*;

    fn pieces(text: &str) -> Pieces {
        text.parse().expect("pieces")
    }

    /// What seat 0 of three sees with this hand while others may hold these, in a trick in the middle of a match.
    fn sight(hand: &str, others: &str, led: Option<(CombinationType, u8)>) -> Sight {
        Sight {
            variant: Variant::Giog,
            me: Seat::new(0),
            hand: pieces(hand),
            unseen: pieces(others),
            known: BySeat::new(3),
            captured: BySeat::new(3),
            aside: 0,
            beheaded: BySeat::new(3),
            places: BySeat::new(3),
            trick: 3,
            leader: Seat::new(u8::from(led.is_some()).into()),
            led,
            best: None,
            after: 0,
        }
    }

    /// The kind of laying the first instead of the second, if this seat wins the trick.
    fn kind(sight: &Sight, laid: &str, best: &str, winner: usize) -> (MistakeKind, Option<u8>) {
        let winner = Some(Seat::new(winner));
        let named = named(sight, pieces(laid), pieces(best), winner);
        assert_eq!(named.play, pieces(best));
        (named.kind, named.count)
    }

    const SINGLE: Option<(CombinationType, u8)> = Some((CombinationType::Single, 1));
    const PAIR: Option<(CombinationType, u8)> = Some((CombinationType::Pair, 2));

    #[test]
    fn a_general_was_kept_or_spent() {
        let follows = sight("KRhcp", "kAaEe", SINGLE);
        assert_eq!(
            kind(&follows, "R", "K", 1),
            (MistakeKind::KeptGeneral, Some(4))
        );
        assert_eq!(
            kind(&follows, "K", "c", 0),
            (MistakeKind::SpentGeneral, Some(4))
        );
        let leads = sight("KAEhc", "kaeRr", None);
        assert_eq!(
            kind(&leads, "h", "KAE", 1),
            (MistakeKind::KeptGeneral, Some(4))
        );
    }

    #[test]
    fn a_trick_was_won_lost_or_given_up() {
        let follows = sight("RRhc", "AAaaHH", PAIR);
        assert_eq!(
            kind(&follows, "RR", "hc", 0),
            (MistakeKind::WonNeedlessly, Some(6))
        );
        assert_eq!(
            kind(&follows, "RR", "hc", 1),
            (MistakeKind::LostInVain, Some(6))
        );
        assert_eq!(
            kind(&follows, "hc", "RR", 1),
            (MistakeKind::GaveUpTrick, Some(6))
        );
    }

    #[test]
    fn where_plays_are_laid_in_turn_what_is_lower_than_the_best_does_not_compete() {
        let follows = Sight {
            best: Some((Seat::new(1), pieces("R"))),
            ..sight("Ahc", "aEe", SINGLE)
        };
        assert_eq!(
            kind(&follows, "h", "A", 1),
            (MistakeKind::GaveUpTrick, Some(3))
        );
        assert_eq!(
            kind(&follows, "A", "c", 0),
            (MistakeKind::WonNeedlessly, Some(3))
        );
    }

    #[test]
    fn what_cannot_win_the_first_trick_does_not_compete_in_it() {
        let follows = Sight {
            variant: Variant::TamCuc,
            trick: 0,
            ..sight("Ahc", "aEe", SINGLE)
        };
        assert_eq!(
            kind(&follows, "A", "h", 1),
            (MistakeKind::GaveUpTrick, Some(3))
        );
        let later = Sight {
            trick: 1,
            ..follows
        };
        assert_eq!(kind(&later, "A", "h", 0).0, MistakeKind::TooHigh);
    }

    #[test]
    fn a_lead_was_into_strength_if_another_one_could_not_be_beaten() {
        let leads = sight("RRp", "KkAAh", None);
        assert_eq!(
            kind(&leads, "p", "RR", 1),
            (MistakeKind::LedFew, Some(2)),
            "a pair of guards could beat it, too"
        );
        // Higher than the chariot: two generals and the guard.
        let leads = sight("RRp", "KkAh", None);
        assert_eq!(
            kind(&leads, "R", "RR", 1),
            (MistakeKind::LedIntoStrength, Some(3))
        );
        // What somebody was seen to take counts, too.
        let mut leads = sight("RRp", "h", None);
        leads.known[Seat::new(2)] = pieces("A");
        assert_eq!(
            kind(&leads, "R", "RR", 1),
            (MistakeKind::LedIntoStrength, Some(1))
        );
    }

    #[test]
    fn a_lead_had_too_few_or_too_many_pieces() {
        let leads = sight("EEp", "KkAA", None);
        assert_eq!(kind(&leads, "EE", "p", 1), (MistakeKind::LedMany, Some(1)));
        assert_eq!(kind(&leads, "p", "EE", 1), (MistakeKind::LedFew, Some(2)));
    }

    #[test]
    fn a_play_was_too_low_or_too_high() {
        let follows = sight("Ehc", "KkAaEP", SINGLE);
        assert_eq!(kind(&follows, "h", "E", 1), (MistakeKind::TooLow, Some(5)));
        assert_eq!(kind(&follows, "E", "c", 0), (MistakeKind::TooHigh, Some(5)));
        let pairs = sight("EEhh", "AAcc", PAIR);
        assert_eq!(kind(&pairs, "hh", "EE", 1), (MistakeKind::TooLow, Some(1)));
        assert_eq!(kind(&pairs, "EE", "hh", 0), (MistakeKind::TooHigh, Some(1)));
    }

    #[test]
    fn a_combination_was_broken_up_if_the_better_choice_leaves_it() {
        let follows = sight("RHCp", "KkAaEe", SINGLE);
        assert_eq!(
            kind(&follows, "H", "p", 1),
            (MistakeKind::BrokeCombination, Some(3))
        );
        // The better one breaks it up, too.
        assert_eq!(kind(&follows, "H", "C", 1).0, MistakeKind::TooHigh);
        // Another one of its kind is left.
        let spare = sight("RHHCp", "KkAaEe", SINGLE);
        assert_eq!(
            kind(&spare, "H", "p", 1),
            (MistakeKind::BrokeCombination, Some(2)),
            "the pair alone"
        );
        // Neither can win: the soldiers were a pair.
        let discards = sight("ppchR", "AAaa", PAIR);
        assert_eq!(
            kind(&discards, "pc", "hR", 1),
            (MistakeKind::BrokeCombination, Some(2))
        );
    }

    #[test]
    fn of_plays_that_could_not_win_strength_was_thrown_away() {
        let discards = sight("AEhcp", "KkAAH", PAIR);
        // Higher than the guard: two generals.
        assert_eq!(
            kind(&discards, "Ap", "cp", 1),
            (MistakeKind::ThrewStrength, Some(2))
        );
        assert_eq!(
            kind(&discards, "hp", "Ep", 1),
            (MistakeKind::Other, None),
            "the better choice throws more"
        );
    }

    #[test]
    fn what_is_nothing_of_that_has_no_name() {
        let leads = sight("EEhcP", "Kk", None);
        assert_eq!(kind(&leads, "EE", "EE", 1), (MistakeKind::Other, None));
    }
}
