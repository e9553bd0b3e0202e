//! Dan: a rank that rises and falls by places.

/// The highest dan.
const MOST: u8 = 10;
/// What the first place wins.
const FIRST: i32 = 40;
/// What the second place wins where four or more play.
const SECOND: i32 = 10;
/// What the last place loses at any dan.
const LAST: i32 = 10;
/// What it loses more for each dan.
const LAST_OF_DAN: i32 = 10;
/// Points that lead to the next dan, for each dan.
const GOAL_OF_DAN: i32 = 100;

/// Somebody's dan, and their points towards the next one.
///
/// The higher the dan, the more the last place loses, so that everybody comes to a dan at which they win and lose as much: three where two
/// or three play and four where more do, for somebody who is as strong as the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dan {
    /// From 1 to 10.
    pub dan: u8,
    /// From 0 to [`Dan::goal`].
    pub points: i32,
}

impl Dan {
    /// Of somebody who has played nothing.
    pub const NEW: Self = Self { dan: 1, points: 0 };

    /// The points with which somebody rises to the next dan; nobody rises above 10.
    pub const fn goal(self) -> i32 {
        GOAL_OF_DAN * self.dan as i32
    }

    /// The dan after a match with these ranks, in which one's own is `rank`; from 1 on, equal ones are ties and share the mean of what their
    /// places win.
    #[must_use]
    pub fn after(self, rank: usize, ranks: &[usize]) -> Self {
        let places = ranks.len();
        let tied = ranks.iter().filter(|&&other| other == rank).count();
        let sum: i32 = (rank..rank + tied)
            .map(|place| self.worth(place, places))
            .sum();
        let tied = i32::try_from(tied).unwrap_or(i32::MAX);
        // The mean, to the nearest whole number.
        let won = (2 * sum + tied)
            .checked_div_euclid(2 * tied)
            .unwrap_or_default();
        let points = self.points + won;
        match self.dan {
            dan if points >= self.goal() && dan < MOST => Self::halfway(dan + 1),
            dan if points < 0 && dan > 1 => Self::halfway(dan - 1),
            dan => Self {
                dan,
                points: points.clamp(0, self.goal()),
            },
        }
    }

    /// The dan with which somebody begins a later season: one less, but not below the first.
    #[must_use]
    pub const fn after_season(self) -> Self {
        if self.dan > 1 {
            Self::halfway(self.dan - 1)
        } else {
            self
        }
    }

    /// Half of the way to the next dan.
    const fn halfway(dan: u8) -> Self {
        let points = Self { dan, points: 0 }.goal() / 2;
        Self { dan, points }
    }

    /// What a place of so many wins at this dan.
    fn worth(self, place: usize, places: usize) -> i32 {
        match place {
            _ if places < 2 => 0,
            1 => FIRST,
            place if place >= places => -LAST - LAST_OF_DAN * i32::from(self.dan),
            2 if places >= 4 => SECOND,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dan(dan: u8, points: i32) -> Dan {
        Dan { dan, points }
    }

    #[test]
    fn places_win_and_lose() {
        for (at, rank, ranks, after) in [
            (dan(1, 0), 1, &[1, 2][..], dan(1, 40)),
            (dan(3, 100), 2, &[1, 2], dan(3, 60)),
            (dan(4, 100), 1, &[1, 2, 3, 4], dan(4, 140)),
            (dan(4, 100), 2, &[1, 2, 3, 4], dan(4, 110)),
            (dan(4, 100), 3, &[1, 2, 3, 4], dan(4, 100)),
            (dan(4, 100), 4, &[1, 2, 3, 4], dan(4, 50)),
            // Three who are tied behind the winner share +10, 0 and −50.
            (dan(4, 100), 2, &[1, 2, 2, 2], dan(4, 87)),
            (dan(1, 90), 2, &[2, 1, 2, 2], dan(1, 87)),
            // Two who win share +40 and +10.
            (dan(2, 10), 1, &[1, 3, 1, 3], dan(2, 35)),
            (dan(4, 7), 1, &[1, 1, 1, 1], dan(4, 7)),
            (dan(4, 7), 1, &[1], dan(4, 7)),
            (dan(4, 7), 1, &[], dan(4, 7)),
        ] {
            assert_eq!(at.after(rank, ranks), after, "{at:?} {rank} {ranks:?}");
        }
    }

    #[test]
    fn a_dan_rises_and_falls_to_the_middle_of_the_next() {
        assert_eq!(dan(1, 60).after(1, &[1, 2]), dan(2, 100));
        assert_eq!(dan(2, 20).after(2, &[1, 2]), dan(1, 50));
        assert_eq!(dan(1, 5).after(2, &[1, 2]), dan(1, 0));
        assert_eq!(dan(10, 990).after(1, &[1, 2]), dan(10, 1_000));
    }

    #[test]
    fn a_season_takes_one_dan() {
        assert_eq!(dan(5, 10).after_season(), dan(4, 200));
        assert_eq!(dan(1, 90).after_season(), dan(1, 90));
    }
}
