//! Duplicate seating: who sits where, so that every deal is played in every seating.

use giog_rules::{BySeat, Seat};

/// Which seatings of a deal are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seatings {
    /// Each engine alone against the other at all other seats, on every side.
    #[default]
    Both,
    /// Only the first engine of a pairing alone against the second, on every side.
    Alone,
}

impl Seatings {
    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Alone => "alone",
        }
    }
}

/// An engine of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contestant {
    /// The first one.
    #[default]
    First,
    /// The second one.
    Second,
}

impl Contestant {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Who sits where in a match between two engines: one alone on a side (a seat, or the seats of a team), the other at all other seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// Who is alone on a side.
    pub alone: Contestant,
    /// Who sits at each seat.
    pub seats: BySeat<Contestant>,
}

impl Seating {
    /// All seatings of a deal in a game with these sides. With two sides, that the second engine is alone on one is that the first one is
    /// alone on the other, and is not played again.
    pub fn all(sides: &[Vec<Seat>], which: Seatings) -> Vec<Self> {
        let seats = sides.iter().map(Vec::len).sum();
        let alone: &[Contestant] = match which {
            Seatings::Both if sides.len() > 2 => &[Contestant::First, Contestant::Second],
            Seatings::Both | Seatings::Alone => &[Contestant::First],
        };
        let seating = |alone: Contestant, side: &[Seat]| Self {
            alone,
            seats: BySeat::from_fn(seats, |seat| {
                if side.contains(&seat) {
                    alone
                } else {
                    alone.other()
                }
            }),
        };
        let each = alone.iter();
        each.flat_map(|&alone| sides.iter().map(move |side| seating(alone, side)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(sides: &[&[usize]]) -> Vec<Vec<Seat>> {
        let seats = |side: &&[usize]| side.iter().map(|&seat| Seat::new(seat)).collect();
        sides.iter().map(seats).collect()
    }

    /// The seatings as texts: `a` is the first engine.
    fn written(sides: &[Vec<Seat>], which: Seatings) -> Vec<String> {
        let letter = |&who: &Contestant| if who == Contestant::First { 'a' } else { 'b' };
        let seatings = Seating::all(sides, which).into_iter();
        seatings
            .map(|seating| seating.seats.values().map(letter).collect())
            .collect()
    }

    #[test]
    fn each_engine_is_alone_at_each_seat() {
        let three = sides(&[&[0], &[1], &[2]]);
        let both = ["abb", "bab", "bba", "baa", "aba", "aab"];
        assert_eq!(written(&three, Seatings::Both), both);
        assert_eq!(written(&three, Seatings::Alone), both[..3]);
    }

    #[test]
    fn of_two_sides_no_match_is_played_twice_and_partners_are_of_one_kind() {
        let two = sides(&[&[0], &[1]]);
        assert_eq!(written(&two, Seatings::Both), ["ab", "ba"]);
        let teams = sides(&[&[0, 2], &[1, 3]]);
        assert_eq!(written(&teams, Seatings::Both), ["abab", "baba"]);
    }
}
