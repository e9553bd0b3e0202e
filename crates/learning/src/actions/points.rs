//! The actions of games on boards: moves, drops, flips, stones, allies.

use std::ops::Range;

use giog_rules::boards::search::{Grid, Point};
use giog_rules::boards::{BoardAction, BoardSize, BoardVariant, State};
use giog_rules::{Piece, Terms, Variant};

use crate::observation::grid;

/// No move.
const NONE: u32 = u32::MAX;

/// All actions of a game on a board: moves by the point left and the point reached, then the others, each kind by point.
#[derive(Debug)]
pub struct Points {
    grid: Grid,
    /// All moves, each by the numbers of its points.
    moves: Vec<(usize, usize)>,
    /// For each pair of points the index of the move.
    indices: Vec<u32>,
    /// The other kinds of actions, in order.
    others: Vec<Other>,
}

/// Another kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    Drop(Piece),
    Flip,
    Place,
    Remove,
    Ally,
}

/// Whether some piece moves so, by the numbers of files and ranks.
fn is_move(game: BoardVariant, files: u8, ranks: u8) -> bool {
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    let leap = |one: u8, other: u8| (files.min(ranks), files.max(ranks)) == (one, other);
    match game {
        BoardVariant::Xiangqi | BoardVariant::SupplyChess => {
            straight || leap(1, 2) || leap(1, 1) || leap(2, 2)
        }
        BoardVariant::BlindChess | BoardVariant::SquareChess => straight,
        BoardVariant::QiGuoXiangxi => straight || diagonal || leap(3, 4),
        BoardVariant::PongHauKi => straight || leap(1, 1),
    }
}

impl Points {
    /// Those of a game by these terms.
    pub fn new(terms: &Terms) -> Self {
        let game = match terms.variant() {
            Variant::Board(game) => game,
            Variant::Tricks(_) | Variant::Tiles(_) => BoardVariant::Xiangqi,
        };
        let grid = grid(
            game,
            terms
                .options()
                .boards
                .board
                .unwrap_or(BoardSize::SevenByEight),
        );
        let points = all(grid).len();
        let mut moves = Vec::new();
        let mut indices = vec![NONE; points * points];
        for from in all(grid) {
            for to in all(grid) {
                let (left, reached) = (point(grid, from), point(grid, to));
                let files = left.file.abs_diff(reached.file);
                let ranks = left.rank.abs_diff(reached.rank);
                if from != to && is_move(game, files, ranks) {
                    indices[from * points + to] = as_index(moves.len());
                    moves.push((from, to));
                }
            }
        }
        let others = match game {
            BoardVariant::Xiangqi | BoardVariant::PongHauKi => Vec::new(),
            BoardVariant::SupplyChess => Piece::ALL.map(Other::Drop).to_vec(),
            BoardVariant::BlindChess => vec![Other::Flip],
            BoardVariant::SquareChess => vec![Other::Place, Other::Remove],
            BoardVariant::QiGuoXiangxi => vec![Other::Ally],
        };
        Self {
            grid,
            moves,
            indices,
            others,
        }
    }

    /// How many actions another kind has.
    fn size(&self, other: Other) -> usize {
        match other {
            Other::Ally => State::ALL.len(),
            Other::Drop(_) | Other::Flip | Other::Place | Other::Remove => all(self.grid).len(),
        }
    }

    pub fn count(&self) -> u32 {
        let others: usize = self.others.iter().map(|&other| self.size(other)).sum();
        as_index(self.moves.len() + others)
    }

    pub fn index(&self, action: &BoardAction) -> Option<u32> {
        let place_of = |text: &str| Some(number(self.grid, self.grid.point(text)?));
        let (other, argument) = match action {
            BoardAction::Move { points } => {
                let (from, to) = self.grid.points(points)?;
                let from = number(self.grid, from) * all(self.grid).len();
                let index = self.indices[from + number(self.grid, to)];
                return (index != NONE).then_some(index);
            }
            BoardAction::Drop { piece, to } => {
                let mut letters = piece.chars();
                let piece = letters.next().and_then(Piece::from_code)?;
                (Other::Drop(piece), place_of(to)?)
            }
            BoardAction::Flip { at } => (Other::Flip, place_of(at)?),
            BoardAction::Place { at } => (Other::Place, place_of(at)?),
            BoardAction::Remove { at } => (Other::Remove, place_of(at)?),
            BoardAction::Ally { state } => {
                let is_it = |of: &State| of.code() == state;
                (Other::Ally, State::ALL.iter().position(is_it)?)
            }
            BoardAction::Resign
            | BoardAction::OfferDraw
            | BoardAction::AcceptDraw
            | BoardAction::DeclineDraw
            | BoardAction::ProposeTakeBack
            | BoardAction::AcceptTakeBack
            | BoardAction::DeclineTakeBack
            | BoardAction::TimeOut => return None,
        };
        let place = self.others.iter().position(|&of| of == other)?;
        let before = self.others[..place].iter().map(|&other| self.size(other));
        Some(as_index(
            self.moves.len() + before.sum::<usize>() + argument,
        ))
    }

    pub fn action(&self, index: u32) -> Option<BoardAction> {
        let mut index = usize::try_from(index).ok()?;
        let text = |number: usize| self.grid.text(point(self.grid, number));
        if let Some(&(from, to)) = self.moves.get(index) {
            let points = text(from) + &text(to);
            return Some(BoardAction::Move { points });
        }
        index -= self.moves.len();
        for &other in &self.others {
            let size = self.size(other);
            if index >= size {
                index -= size;
                continue;
            }
            return Some(match other {
                Other::Drop(piece) => BoardAction::Drop {
                    piece: piece.code().to_string(),
                    to: text(index),
                },
                Other::Flip => BoardAction::Flip { at: text(index) },
                Other::Place => BoardAction::Place { at: text(index) },
                Other::Remove => BoardAction::Remove { at: text(index) },
                Other::Ally => BoardAction::Ally {
                    state: State::ALL.get(index)?.code().to_owned(),
                },
            });
        }
        None
    }
}

/// The numbers of all points: by file, then by rank.
fn all(grid: Grid) -> Range<usize> {
    0..usize::from(grid.files) * usize::from(grid.ranks)
}

fn number(grid: Grid, point: Point) -> usize {
    usize::from(point.file) * usize::from(grid.ranks) + usize::from(point.rank)
}

fn point(grid: Grid, number: usize) -> Point {
    let ranks = usize::from(grid.ranks);
    let small = |number: usize| u8::try_from(number).expect("a board is small");
    Point {
        file: small(number / ranks),
        rank: small(number % ranks),
    }
}

fn as_index(number: usize) -> u32 {
    u32::try_from(number).expect("a board has few moves")
}
