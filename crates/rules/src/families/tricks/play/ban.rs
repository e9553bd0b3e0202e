//! The general ban: "beheading the cock" (`docs/RULES.md` §4).

use crate::families::tricks::exchange::Generals;
use crate::families::tricks::pieces::Pieces;
use crate::families::tricks::rules::GeneralBan;

/// The situation of a player who is about to lay, as far as the general ban depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BanSituation {
    /// The option in force.
    pub option: GeneralBan,
    /// Whether it is the first trick.
    pub first_trick: bool,
    /// The player's hand, including the pieces that they are about to lay.
    pub hand: Pieces,
    /// The number of pieces that were led; none for the leader.
    pub count: Option<u8>,
}

impl BanSituation {
    /// What it means to lay these pieces.
    pub fn meaning(self, play: Pieces) -> Generals {
        if play.generals() == 0 {
            Generals::Free
        } else {
            self.meaning_of_generals(play.len())
        }
    }

    /// What it means to lay so many pieces with a general among them.
    pub fn meaning_of_generals(self, count: u8) -> Generals {
        let banned_trick = self.first_trick || count == self.hand.len();
        if !banned_trick {
            Generals::Free
        } else if self.option == GeneralBan::Refuse && self.is_avoidable() {
            Generals::Refused
        } else {
            Generals::Behead
        }
    }

    /// Whether the player has a play that does not bring a general into the first or last trick.
    fn is_avoidable(self) -> bool {
        let others = self.hand.without_generals();
        match self.count {
            Some(count) => others.len() >= count,
            // Any other piece can be led as a single; so can a general, if this is neither the first nor the last trick.
            None => !others.is_empty() || (!self.first_trick && self.hand.len() >= 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        first_trick: bool,
        hand: &str,
        count: Option<u8>,
        play: &str,
        refuse: Generals,
        behead: Generals,
    ) {
        let pieces = |text: &str| text.parse::<Pieces>().expect("a test's pieces");
        for (option, expected) in [(GeneralBan::Refuse, refuse), (GeneralBan::Behead, behead)] {
            let situation = BanSituation {
                option,
                first_trick,
                hand: pieces(hand),
                count,
            };
            assert_eq!(
                situation.meaning(pieces(play)),
                expected,
                "{play} of {hand}, {option:?}"
            );
        }
    }

    #[test]
    fn a_general_in_the_first_or_last_trick_is_refused_or_beheads() {
        use Generals::{Behead, Free, Refused};
        check(true, "KAEp", None, "KAE", Refused, Behead);
        check(true, "KAEp", None, "p", Free, Free);
        check(true, "KAEp", Some(1), "K", Refused, Behead);
        check(true, "Kkp", Some(2), "Kp", Behead, Behead);
        check(false, "KAE", None, "KAE", Refused, Behead);
        check(false, "KAE", None, "K", Free, Free);
        check(false, "Kk", None, "K", Free, Free);
        check(false, "K", None, "K", Behead, Behead);
        check(false, "Kp", Some(2), "Kp", Behead, Behead);
        check(false, "Kp", Some(1), "K", Free, Free);
    }
}
