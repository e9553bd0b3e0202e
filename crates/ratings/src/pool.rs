//! Which matches count together.

use std::fmt;
use std::str::FromStr;

/// The matches that share a rating: those of one game, group of seats and pace. Its text is `GAME/SEATS/PACE`, as `giog/4-5/live`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    /// The id of the game; opaque here, without `/`.
    pub game: String,
    /// How many play.
    pub seats: SeatGroup,
    /// How long they have.
    pub pace: Pace,
}

/// Numbers of players that count together: four and five do, any other number stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatGroup(u8);

impl SeatGroup {
    /// The group of this number of seats.
    pub const fn of(seats: u8) -> Self {
        match seats {
            5 => Self(4),
            seats => Self(seats),
        }
    }
}

/// How long people have for their decisions. Times that are played in one sitting count together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// All play at the same time.
    #[default]
    Live,
    /// Each has days.
    Days,
}

/// The text is not a [`Pool`], or not a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pool is `GAME/SEATS/PACE`, as in `giog/4-5/live`")]
pub struct BadPool;

impl fmt::Display for SeatGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            4 => f.write_str("4-5"),
            seats => write!(f, "{seats}"),
        }
    }
}

impl FromStr for SeatGroup {
    type Err = BadPool;

    fn from_str(text: &str) -> Result<Self, BadPool> {
        let group = match text {
            "4-5" => Self(4),
            one => Self::of(one.parse().map_err(|_| BadPool)?),
        };
        if group.to_string() == text {
            Ok(group)
        } else {
            Err(BadPool)
        }
    }
}

impl Pace {
    /// The word in the text of a pool.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Days => "days",
        }
    }
}

impl FromStr for Pace {
    type Err = BadPool;

    fn from_str(text: &str) -> Result<Self, BadPool> {
        match text {
            "live" => Ok(Self::Live),
            "days" => Ok(Self::Days),
            _ => Err(BadPool),
        }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.game, self.seats, self.pace.as_str())
    }
}

impl FromStr for Pool {
    type Err = BadPool;

    fn from_str(text: &str) -> Result<Self, BadPool> {
        let mut parts = text.split('/');
        let mut part = || parts.next().ok_or(BadPool);
        let (game, seats, pace) = (part()?.to_owned(), part()?.parse()?, part()?.parse()?);
        if game.is_empty() || parts.next().is_some() {
            return Err(BadPool);
        }
        Ok(Self { game, seats, pace })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_read_as_it_is_written() {
        for (seats, text) in [
            (2, "giog/2/live"),
            (3, "giog/3/live"),
            (4, "giog/4-5/live"),
            (5, "giog/4-5/live"),
            (8, "giog/8/live"),
        ] {
            let pool = Pool {
                game: "giog".to_owned(),
                seats: SeatGroup::of(seats),
                pace: Pace::Live,
            };
            assert_eq!(pool.to_string(), text);
            assert_eq!(text.parse(), Ok(pool));
        }
        assert_eq!(
            "xiangqi/2/days".parse::<Pool>().map(|pool| pool.pace),
            Ok(Pace::Days)
        );
    }

    #[test]
    fn nothing_else_is_a_pool() {
        for text in [
            "",
            "giog",
            "giog/2",
            "/2/live",
            "giog/4/live",
            "giog/5/live",
            "giog/02/live",
            "giog/300/live",
            "giog/2/blitz",
            "giog/2/live/",
        ] {
            assert_eq!(text.parse::<Pool>(), Err(BadPool), "{text}");
        }
    }
}
