//! Rock-paper-scissors among all players until one is left (`docs/RULES.md` §7).

use crate::families::tricks::exchange::Sign;
use crate::table::{BySeat, Seat};

/// After this number of rounds in a row without a loser, the contestant with the lowest seat starts.
const MOST_ROUNDS_IN_VAIN: u8 = 8;

/// The state of the throwing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Throws {
    /// The round, from 0.
    pub round: u8,
    /// The seats that have not dropped out.
    pub contestants: BySeat<bool>,
    /// The signs thrown in this round.
    pub signs: BySeat<Option<Sign>>,
    in_vain: u8,
}

/// A finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub number: u8,
    /// The signs of all contestants.
    pub signs: BySeat<Option<Sign>>,
    /// The seats that are still contestants.
    pub contestants: BySeat<bool>,
    /// The starter, if it is decided.
    pub starter: Option<Seat>,
}

impl Throws {
    /// The first round, in which all seats are contestants.
    pub fn new(seats: usize) -> Self {
        Self {
            round: 0,
            contestants: BySeat::from_fn(seats, |_| true),
            signs: BySeat::new(seats),
            in_vain: 0,
        }
    }

    /// Whether the seat still has to throw in this round.
    pub fn must_throw(&self, seat: Seat) -> bool {
        self.contestants[seat] && self.signs[seat].is_none()
    }

    /// Throws a sign for a seat that has to; returns the round if it is finished.
    pub fn throw(&mut self, seat: Seat, sign: Sign) -> Option<Round> {
        self.signs[seat] = Some(sign);
        let mut seats = self.contestants.seats();
        if seats.any(|seat| self.must_throw(seat)) {
            return None;
        }
        match losing(self.signs.values().flatten().copied()) {
            Some(losing) => {
                for seat in self.contestants.seats() {
                    self.contestants[seat] &= self.signs[seat] != Some(losing);
                }
                self.in_vain = 0;
            }
            None => self.in_vain += 1,
        }
        let mut left = self.contestants.iter().filter(|(_, left)| **left);
        let (lowest, others) = (left.next().map(|(seat, _)| seat), left.count());
        let settled = others == 0 || self.in_vain == MOST_ROUNDS_IN_VAIN;
        let round = Round {
            number: self.round,
            signs: self.signs,
            contestants: self.contestants,
            starter: lowest.filter(|_| settled),
        };
        self.round += 1;
        self.signs = BySeat::new(self.signs.len());
        Some(round)
    }
}

/// The losing sign, if exactly two of the three were thrown.
fn losing(signs: impl Iterator<Item = Sign>) -> Option<Sign> {
    let mut thrown = [false; 3];
    for sign in signs {
        thrown[sign as usize] = true;
    }
    match thrown {
        [true, true, false] => Some(Sign::Rock),
        [false, true, true] => Some(Sign::Paper),
        [true, false, true] => Some(Sign::Scissors),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Sign::{Paper, Rock, Scissors};

    /// Plays rounds with these signs; checks who is left after each, and who starts at the end.
    fn check(rounds: &[&[Sign]], expected: &[&[usize]], starter: Option<usize>) {
        let mut throws = Throws::new(rounds[0].len());
        let mut last = None;
        for (signs, expected) in rounds.iter().zip(expected) {
            let contestants = throws.contestants;
            let mut signs = signs.iter();
            for seat in contestants.seats().filter(|&seat| contestants[seat]) {
                last = throws.throw(seat, *signs.next().expect("a sign for every contestant"));
            }
            let round = last.expect("everybody has thrown");
            let left = round.contestants.iter().filter(|(_, left)| **left);
            assert!(
                left.map(|(seat, _)| seat.index())
                    .eq(expected.iter().copied())
            );
        }
        assert_eq!(last.and_then(|round| round.starter), starter.map(Seat::new));
    }

    #[test]
    fn losers_drop_out_until_one_is_left() {
        check(&[&[Rock, Paper, Rock]], &[&[1]], Some(1));
        check(
            &[&[Rock, Scissors, Paper], &[Rock, Scissors, Rock]],
            &[&[0, 1, 2], &[0, 2]],
            None,
        );
        check(
            &[&[Paper, Scissors, Scissors, Paper], &[Paper, Rock]],
            &[&[1, 2], &[1]],
            Some(1),
        );
    }

    #[test]
    fn after_eight_rounds_in_vain_the_lowest_contestant_starts() {
        let equal: &[Sign] = &[Paper, Paper];
        let first: &[Sign] = &[Rock, Paper, Paper];
        let left: &[usize] = &[1, 2];
        check(&[&[first], &[equal; 7][..]].concat(), &[left; 8], None);
        check(&[&[first], &[equal; 8][..]].concat(), &[left; 9], Some(1));
    }
}
