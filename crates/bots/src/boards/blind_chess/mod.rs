//! Blind chess: an alpha-beta search that knows only what its seat sees. At the root, a flip is the average over all pieces that are
//! still unseen; deeper in the search, a flip counts as a move that changes nothing.

mod keen;
mod position;
mod seen;
mod worth;

use giog_rules::Piece;
use giog_rules::boards::search::blind_chess::{self, Finish, HalfBoard, Step};
use giog_rules::boards::{BoardAction, BoardView};

use super::chance::Numbers;
use super::worth::{Likely, Worth};
use seen::Seen;

/// The score of a won match, minus one for each ply to it.
const WON: i32 = 30_000;
/// More than any score.
const INFINITE: i32 = 32_000;
/// The deepest search, in plies: with few pieces on the board it reaches this.
const MOST_DEPTH: i32 = 12;
/// How many plies of captures are searched beyond the full depth.
const CAPTURES: i32 = 4;
/// A random number below this is added to the score of each choice, so that one of nearly equal choices is taken at random.
const NOISE: u32 = 4;
/// The greatest distance between two pieces, in squares.
const FARTHEST: i32 = 10;

/// The best action found with this number of searched positions; none if the view is not of this game.
pub fn think(view: &BoardView, seed: u64, nodes: u32) -> Option<BoardAction> {
    let Seen { board, unseen, .. } = Seen::of(view)?;
    let mut search = Search {
        unseen,
        nodes_left: nodes,
        stopped: false,
    };
    let mut numbers = Numbers::new(seed);
    let steps = board.steps().into_iter();
    let mut choices: Vec<(Step, i32)> = steps.map(|step| (step, 0)).collect();
    let noise: Vec<i32> = choices
        .iter()
        .map(|_| i32::try_from(numbers.below(NOISE)).unwrap_or(0))
        .collect();
    let mut best = choices.first()?.0;
    for depth in 1..=MOST_DEPTH {
        let mut alpha = -INFINITE;
        let mut found = None;
        for ((step, score), noise) in choices.iter_mut().zip(&noise) {
            *score = search.weigh(&board, *step, depth, alpha - noise) + noise;
            if search.stopped {
                break;
            }
            if *score > alpha {
                (alpha, found) = (*score, Some(*step));
            }
        }
        // A result from an unfinished depth is at least as good as the best one of the depth before, which is searched first.
        best = found.unwrap_or(best);
        if search.stopped {
            break;
        }
        bring_to_front(&mut choices, best);
    }
    Some(blind_chess::action(best))
}

/// The same at a level above `simple`.
pub fn think_keenly(view: &BoardView, seed: u64, nodes: u32) -> Option<BoardAction> {
    keen::think(&Seen::of(view)?, seed, nodes).or_else(|| think(view, seed, 1))
}

/// The steps that look best to searches of these numbers of positions, the best first; fewer if there are not so many.
pub fn candidates(view: &BoardView, seed: u64, nodes: &[u32]) -> Option<Vec<BoardAction>> {
    let found = keen::candidates(&Seen::of(view)?, seed, nodes);
    Some(found.into_iter().map(blind_chess::action).collect())
}

/// What an action is worth to the seat that takes it, by a search of the position after it, and how both sides go on; none if it is illegal. A
/// flip has a worth for each kind of piece that may lie there, found with its part of the positions, and nothing is known of how it goes on.
pub fn appraise(
    view: &BoardView,
    taken: &BoardAction,
    seed: u64,
    nodes: u32,
) -> Option<(Vec<Likely>, Vec<BoardAction>)> {
    let sight = Seen::of(view)?;
    let steps = sight.board.steps();
    let step = steps
        .into_iter()
        .find(|&step| blind_chess::action(step) == *taken)?;
    if let Step::Move { .. } = step {
        let (worth, line) = after(sight, step, None, seed, nodes)?;
        let line = line.into_iter().map(blind_chess::action).collect();
        return Some((vec![Likely::sure(worth)], line));
    }
    if sight.board.color_on_turn().is_none() {
        return Some((vec![Likely::sure(Worth::Score(0))], Vec::new()));
    }
    let pieces = Piece::ALL.map(|piece| (piece, sight.unseen[piece.index()]));
    let kinds = pieces.iter().filter(|(_, count)| *count > 0).count();
    let nodes = nodes / u32::try_from(kinds).ok()?.max(1);
    let mut all = Vec::new();
    for (piece, count) in pieces.into_iter().filter(|&(_, count)| count > 0) {
        let (worth, _) = after(sight.clone(), step, Some(piece), seed, nodes)?;
        all.push(Likely {
            weight: count.into(),
            worth,
        });
    }
    Some((all, Vec::new()))
}

/// What a step is worth to the side that makes it, with the piece that a flip turns up, and how both sides go on.
fn after(
    mut sight: Seen,
    step: Step,
    piece: Option<Piece>,
    seed: u64,
    nodes: u32,
) -> Option<(Worth, Vec<Step>)> {
    let ended = match sight.make(step, piece) {
        Some(Finish::AllCaptured | Finish::NoMove) => Some(Worth::Won),
        Some(Finish::Repetition | Finish::NoProgress) => Some(Worth::Drawn),
        None => None,
    };
    if let Some(worth) = ended {
        return Some((worth, Vec::new()));
    }
    let (score, line) = keen::line(&sight, seed, nodes)?;
    Some((Worth::Score(-score), line))
}

fn bring_to_front(choices: &mut [(Step, i32)], best: Step) {
    if let Some(index) = choices.iter().position(|&(step, _)| step == best) {
        choices[..=index].rotate_right(1);
    }
}

struct Search {
    unseen: [u8; Piece::COUNT],
    nodes_left: u32,
    stopped: bool,
}

impl Search {
    /// The score of a step for the side that makes it. If it is not above `alpha`, it may be only an upper bound.
    fn weigh(&mut self, board: &HalfBoard, step: Step, depth: i32, alpha: i32) -> i32 {
        let Step::Flip { at } = step else {
            let mut after = board.clone();
            return self.after(&mut after, step, depth, 0, (alpha, INFINITE));
        };
        let (mut sum, mut count) = (0, 0);
        for piece in Piece::ALL {
            let weight = i32::from(self.unseen[piece.index()]);
            if weight == 0 {
                continue;
            }
            let mut after = board.clone();
            after.suppose(at, piece);
            // One ply less, because there are so many cases.
            sum += weight * self.after(&mut after, step, depth - 1, 0, (-INFINITE, INFINITE));
            count += weight;
        }
        sum / count.max(1)
    }

    /// Makes a step and searches on. The score is for the side that made the step.
    fn after(
        &mut self,
        board: &mut HalfBoard,
        step: Step,
        depth: i32,
        ply: i32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        match board.make(step).1 {
            Some(Finish::AllCaptured | Finish::NoMove) => WON - ply,
            Some(Finish::Repetition | Finish::NoProgress) => 0,
            None => -self.look(board, depth - 1, ply + 1, -beta, -alpha),
        }
    }

    /// The score of the position for the side to move.
    fn look(&mut self, board: &HalfBoard, depth: i32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        if self.nodes_left == 0 {
            self.stopped = true;
            return 0;
        }
        self.nodes_left -= 1;
        let only_captures = depth <= 0;
        let mut best = -INFINITE;
        if only_captures || board.has_face_down() {
            best = worth(board);
            if best >= beta || depth <= -CAPTURES {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = board.moves();
        moves.retain(|&(_, taken)| taken.is_some() || !only_captures);
        moves.sort_by_key(|&(_, taken)| std::cmp::Reverse(taken.map_or(0, of_piece)));
        for (step, _) in moves {
            let mut after = board.clone();
            let score = self.after(&mut after, step, depth, ply, (alpha, beta));
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The static score of the position for the side to move: its pieces against the other's, and how near each is to what it can capture.
fn worth(board: &HalfBoard) -> i32 {
    let Some(color) = board.color_on_turn() else {
        return 0;
    };
    let pieces: Vec<(u8, Piece)> = board.pieces().collect();
    let mut sum = 0;
    for &(at, piece) in &pieces {
        let sign = if piece.color() == color { 1 } else { -1 };
        sum += sign * of_piece(piece);
        let hunters = pieces.iter().filter(|&&(_, hunter)| {
            hunter.color() != piece.color()
                && blind_chess::takes(hunter, piece)
                && !blind_chess::takes(piece, hunter)
        });
        let nearest = hunters.map(|&(from, _)| blind_chess::distance(from, at));
        if let Some(distance) = nearest.min() {
            sum -= sign * (FARTHEST - i32::from(distance)) * of_piece(piece) / 200;
        }
    }
    sum
}

const fn of_piece(piece: Piece) -> i32 {
    // General, guard, elephant, chariot, horse, cannon, soldier.
    const WORTH: [i32; Piece::COUNT / 2] = [500, 120, 160, 380, 280, 210, 90];
    WORTH[piece.index() / 2]
}
