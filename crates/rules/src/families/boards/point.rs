//! Points of a board, and their texts.

/// A point: its file from the west and its rank from the south, both from 0. Points are ordered by file, then by rank; choices are
/// listed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The file, from the left.
    pub file: u8,
    /// The rank, from the bottom.
    pub rank: u8,
}

/// The size of a board, and how its ranks are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of files; at most 26.
    pub files: u8,
    /// The number of ranks; at most 100.
    pub ranks: u8,
    /// The number of the lowest rank: 0 or 1.
    pub first_rank: u8,
}

impl Grid {
    /// The point with this text; none unless the text matches exactly.
    pub fn point(self, text: &str) -> Option<Point> {
        let (letter, number) = text.split_at_checked(1)?;
        let file = letter.as_bytes()[0].checked_sub(b'a')?;
        let plain = !number.is_empty()
            && number.len() <= 2
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && (number.len() == 1 || !number.starts_with('0'));
        if !plain || file >= self.files {
            return None;
        }
        let rank = number.parse::<u8>().ok()?.checked_sub(self.first_rank)?;
        (rank < self.ranks).then_some(Point { file, rank })
    }

    /// The two points of a move: the one left and the one reached.
    pub fn points(self, text: &str) -> Option<(Point, Point)> {
        let second = 1 + text
            .bytes()
            .skip(1)
            .position(|byte| !byte.is_ascii_digit())?;
        let (from, to) = text.split_at_checked(second)?;
        Some((self.point(from)?, self.point(to)?))
    }

    /// The text of a point.
    pub fn text(self, point: Point) -> String {
        format!(
            "{}{}",
            char::from(b'a' + point.file),
            point.rank + self.first_rank
        )
    }

    /// The text of a move.
    pub fn move_text(self, from: Point, to: Point) -> String {
        self.text(from) + &self.text(to)
    }
}

/// The text of a board: its ranks from the top, separated by `/`. Runs of empty points are written as numbers.
pub fn board_text<T: AsRef<str>>(grid: Grid, at: impl Fn(Point) -> Option<T>) -> String {
    let mut text = String::new();
    for rank in (0..grid.ranks).rev() {
        let mut empty = 0u8;
        let end_run = |text: &mut String, empty: &mut u8| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
            }
            *empty = 0;
        };
        for file in 0..grid.files {
            if let Some(piece) = at(Point { file, rank }) {
                end_run(&mut text, &mut empty);
                text.push_str(piece.as_ref());
            } else {
                empty += 1;
            }
        }
        end_run(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const XIANGQI: Grid = Grid {
        files: 9,
        ranks: 10,
        first_rank: 0,
    };
    const LARGE: Grid = Grid {
        files: 19,
        ranks: 19,
        first_rank: 1,
    };

    #[test]
    fn points_are_written_in_one_way() {
        for grid in [XIANGQI, LARGE] {
            for file in 0..grid.files {
                for rank in 0..grid.ranks {
                    let point = Point { file, rank };
                    assert_eq!(grid.point(&grid.text(point)), Some(point));
                }
            }
        }
        for text in [
            "", "a", "0", "a00", "a01", "A1", "a10", "a-1", "a+1", "j0", " a1", "a1 ", "ä1", "a1a",
            "a٣",
        ] {
            assert_eq!(XIANGQI.point(text), None, "{text}");
        }
        for text in ["a0", "a20", "t1", "a100"] {
            assert_eq!(LARGE.point(text), None, "{text}");
        }
    }

    #[test]
    fn a_move_is_two_points() {
        let point = |file, rank| Point { file, rank };
        assert_eq!(XIANGQI.points("h2e2"), Some((point(7, 2), point(4, 2))));
        assert_eq!(LARGE.points("a10a13"), Some((point(0, 9), point(0, 12))));
        for text in [
            "", "a1", "a1a", "a1-a2", "a1a2a3", "a1A2", "a1é2", "é1a1", "a11",
        ] {
            assert_eq!(XIANGQI.points(text), None, "{text}");
        }
    }
}
