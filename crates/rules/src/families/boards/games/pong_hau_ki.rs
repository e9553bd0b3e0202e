//! Pong hau k'i, 崩口棋 (`docs/BOARDS.md`): each side has two pieces on five points; a player who cannot move loses.

use super::definition::Definition;
use crate::families::boards::point::{Grid, Point};
use crate::families::boards::position::Position;
use crate::families::boards::{
    BoardAction, BoardEnd, BoardOptions, BoardText, Ending, GameFields, OnTime,
};
use crate::table::{RefusalCode, Seat};

const SEATS: usize = 2;
/// The letter of each seat's pieces in the text of the board.
const LETTERS: [char; SEATS] = ['x', 'o'];
/// With this number of occurrences of a position, the match is drawn.
const REPETITIONS: usize = 3;

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Pong hau k'i",
    name_chinese: "崩口棋",
    also: &[],
    summary: "Two stones each, five points and seven lines; a move goes to the one empty point.",
    goal: "Whoever cannot move loses.",
    reconstruction: false,
    players: SEATS..=SEATS,
    usual_players: SEATS,
    boards: 1,
    options: BoardOptions::NONE,
    first: None,
    is_shuffled: false,
    has_start: false,
    begin: |_| Ok(PongHauKi::new().into()),
};

const GRID: Grid = Grid {
    files: 3,
    ranks: 3,
    first_rank: 1,
};
const A1: Point = Point { file: 0, rank: 0 };
const A3: Point = Point { file: 0, rank: 2 };
const B2: Point = Point { file: 1, rank: 1 };
const C1: Point = Point { file: 2, rank: 0 };
const C3: Point = Point { file: 2, rank: 2 };
/// The points, in the order of moves.
const POINTS: [Point; 5] = [A1, A3, B2, C1, C3];
/// The points, in the order of the text of the board.
const IN_TEXT: [Point; 5] = [A3, C3, B2, A1, C1];
/// The lines of the board: a square without its right side, and the centre joined to its corners.
const LINES: [(Point, Point); 7] = [
    (A1, A3),
    (A3, C3),
    (A1, C1),
    (A1, B2),
    (A3, B2),
    (C1, B2),
    (C3, B2),
];

/// A position: the pieces, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stand {
    /// For each of [`POINTS`], the owner of the piece on it.
    owners: [Option<Seat>; POINTS.len()],
    mover: Seat,
}

impl Stand {
    const START: Self = {
        let (x, o) = (Some(Seat::new(0)), Some(Seat::new(1)));
        Self {
            owners: [o, o, None, x, x],
            mover: Seat::new(0),
        }
    };

    fn owner(&self, point: Point) -> Option<Seat> {
        let place = POINTS.iter().position(|&other| other == point);
        place.and_then(|place| self.owners[place])
    }

    /// The moves of the player to move, in order: each goes to the empty point.
    fn moves(self) -> impl Iterator<Item = (Point, Point)> {
        let own = POINTS
            .into_iter()
            .filter(move |&from| self.owner(from) == Some(self.mover));
        own.flat_map(move |from| {
            let empty = POINTS
                .into_iter()
                .filter(move |&to| self.owner(to).is_none());
            empty
                .filter(move |&to| is_line(from, to))
                .map(move |to| (from, to))
        })
    }

    fn text(self) -> String {
        let letter = |point| self.owner(point).map_or('.', |seat| LETTERS[seat.index()]);
        IN_TEXT.into_iter().map(letter).collect()
    }

    /// The position after a legal move.
    fn after(mut self, (from, to): (Point, Point)) -> Self {
        for (point, owner) in POINTS.into_iter().zip(&mut self.owners) {
            if point == from {
                *owner = None;
            } else if point == to {
                *owner = Some(self.mover);
            }
        }
        self.mover = other(self.mover);
        self
    }
}

/// A match of pong hau k'i.
#[derive(Clone, Debug)]
pub struct PongHauKi {
    /// All positions so far, the current one last.
    stands: Vec<Stand>,
}

impl PongHauKi {
    /// A match in the starting position.
    pub fn new() -> Self {
        Self {
            stands: vec![Stand::START],
        }
    }

    /// The text of the board, and who is to move.
    pub fn stand_text(&self) -> (String, Seat) {
        (self.stand().text(), self.stand().mover)
    }

    /// The moves of the player to move, each with a match that starts after it; for bots that solve the game.
    pub fn next_stands(&self) -> Vec<(BoardAction, Self)> {
        let stand = self.stand();
        let next = stand.moves().map(|points| {
            let stands = vec![stand.after(points)];
            (move_action(points), Self { stands })
        });
        next.collect()
    }

    fn stand(&self) -> Stand {
        *self.stands.last().expect("it began with one")
    }

    /// How often the current position has occurred.
    fn times(&self) -> usize {
        let stand = self.stand();
        let same = self.stands.iter().filter(|&&before| before == stand);
        same.count()
    }

    /// How the match ends in the current position, if it does.
    fn ending(&self) -> Option<Ending> {
        let stand = self.stand();
        if stand.moves().next().is_none() {
            Some(Ending {
                end: BoardEnd::Blocked,
                winners: vec![other(stand.mover)],
            })
        } else if self.times() >= REPETITIONS {
            Some(Ending {
                end: BoardEnd::Repetition,
                winners: (0..SEATS).map(Seat::new).collect(),
            })
        } else {
            None
        }
    }
}

impl Default for PongHauKi {
    fn default() -> Self {
        Self::new()
    }
}

impl Position for PongHauKi {
    fn seats(&self) -> usize {
        SEATS
    }

    fn has_take_backs(&self) -> bool {
        true
    }

    fn asked(&self) -> Vec<Seat> {
        vec![self.stand().mover]
    }

    fn choices(&self, _seat: Seat) -> Vec<BoardAction> {
        self.stand().moves().map(move_action).collect()
    }

    fn on_time(&self) -> OnTime {
        OnTime::Move
    }

    fn act(&mut self, _seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode> {
        let BoardAction::Move { points } = action else {
            return Err(RefusalCode::WrongAction);
        };
        let on_board = |(from, to): &(Point, Point)| POINTS.contains(from) && POINTS.contains(to);
        let (from, to) = GRID
            .points(points)
            .filter(on_board)
            .ok_or(RefusalCode::NoSuchPoint)?;
        let stand = self.stand();
        match stand.owner(from) {
            None => return Err(RefusalCode::NoPiece),
            Some(owner) if owner != stand.mover => return Err(RefusalCode::NotYourPiece),
            Some(_) if stand.owner(to).is_some() => return Err(RefusalCode::PointTaken),
            Some(_) if !is_line(from, to) => return Err(RefusalCode::NotAMove),
            Some(_) => self.stands.push(stand.after((from, to))),
        }
        Ok(self.ending())
    }

    fn board(&self) -> BoardText {
        BoardText::One(self.stand().text())
    }

    fn captured(&self) -> Vec<u16> {
        vec![0; SEATS]
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.stands.len() - 1).expect("a match has at most 120 moves")
    }

    fn is_repeated(&self, _seat: Seat) -> bool {
        self.times() > 1
    }

    fn fields(&self, _is_over: bool, _since: usize) -> GameFields {
        GameFields::Nothing {}
    }
}

fn move_action((from, to): (Point, Point)) -> BoardAction {
    BoardAction::Move {
        points: GRID.move_text(from, to),
    }
}

fn is_line(from: Point, to: Point) -> bool {
    LINES.contains(&(from, to)) || LINES.contains(&(to, from))
}

fn other(seat: Seat) -> Seat {
    Seat::new(SEATS - 1 - seat.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of a position for the player to move, if it is not a draw.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Worth {
        Won,
        Lost,
    }

    /// All positions: two pieces of each side in any arrangement, with either side to move.
    fn all_stands() -> Vec<Stand> {
        let mut stands = Vec::new();
        for code in 0..3_usize.pow(5) {
            let owner = |place| match code / 3_usize.pow(place) % 3 {
                0 => None,
                piece => Some(Seat::new(piece - 1)),
            };
            let owners = [owner(0), owner(1), owner(2), owner(3), owner(4)];
            let pieces = |seat| owners.iter().filter(|&&owner| owner == Some(seat)).count();
            let movers = (0..SEATS).map(Seat::new);
            if movers.clone().all(|seat| pieces(seat) == 2) {
                stands.extend(movers.map(|mover| Stand { owners, mover }));
            }
        }
        stands
    }

    /// Retrograde analysis from positions in which the player to move is blocked: a position is lost if every move leads to a win for
    /// the other, and won if any move leads to a loss for the other. Positions that remain are draws, because play can go on for ever.
    fn solve(stands: &[Stand]) -> Vec<Option<Worth>> {
        let mut worths = vec![None; stands.len()];
        loop {
            let mut has_changed = false;
            for (index, stand) in stands.iter().enumerate() {
                let after = stand.moves().map(|choice| {
                    let after = stand.after(choice);
                    worths[stands
                        .iter()
                        .position(|other| *other == after)
                        .expect("all")]
                });
                let after: Vec<Option<Worth>> = after.collect();
                let worth = if after.contains(&Some(Worth::Lost)) {
                    Some(Worth::Won)
                } else if after.iter().all(|&worth| worth == Some(Worth::Won)) {
                    Some(Worth::Lost)
                } else {
                    None
                };
                has_changed |= worth != worths[index];
                worths[index] = worth;
            }
            if !has_changed {
                return worths;
            }
        }
    }

    #[test]
    fn with_right_play_nobody_loses() {
        let stands = all_stands();
        assert_eq!(stands.len(), 60);
        let worths = solve(&stands);
        let start = stands.iter().position(|&stand| stand == Stand::START);
        assert_eq!(worths[start.expect("it is one of them")], None);
        // There are lost positions: those in which the player to move is blocked, and some a move earlier.
        let count = |worth| worths.iter().filter(|&&other| other == worth).count();
        assert_eq!(count(Some(Worth::Won)), 8);
        assert_eq!(count(Some(Worth::Lost)), 4);
    }

    #[test]
    fn the_first_three_moves_are_forced_but_for_the_mirror() {
        let mut stands = vec![Stand::START];
        for choices in [2, 1, 1] {
            for stand in &stands {
                assert_eq!(stand.moves().count(), choices);
            }
            let next = stands.iter().flat_map(|stand| {
                let stand = *stand;
                stand.moves().map(move |choice| stand.after(choice))
            });
            stands = next.collect();
        }
        assert_eq!(stands.len(), 2);
    }
}
