//! Pong hau k'i: the game is solved. With correct play it is drawn.

use std::collections::HashMap;
use std::sync::LazyLock;

use giog_rules::Seat;
use giog_rules::boards::{BoardAction, BoardText, BoardView, GameFields, PongHauKi, SeenFields};

use super::chance::Numbers;
use super::worth;

/// Iterations after which the winning chances against a random player have practically converged.
const ROUNDS: usize = 60;
/// The factor for chances that come later: a match that goes on may end in a draw by repetition.
const PATIENCE: f64 = 0.97;

/// A position: where the pieces stand, and who moves.
type Stand = (String, Seat);

/// The result of a position for the player to move, if both play correctly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Won.
    Won,
}

struct Node {
    moves: Vec<(BoardAction, Stand)>,
    worth: Worth,
    /// The expected result of the player to move (1 a win, 0.5 a draw, 0 a loss) if they always play correctly, against a player who
    /// moves at random.
    hope: f64,
}

/// All positions that can be reached from the start.
static SOLVED: LazyLock<HashMap<Stand, Node>> = LazyLock::new(solve);

/// What a move leads to if both play correctly from there, and how they do until somebody has won; none if it is illegal.
pub fn appraise(view: &BoardView, taken: &BoardAction) -> Option<(worth::Worth, Vec<BoardAction>)> {
    let node = node_of(view)?;
    let (_, next) = node.moves.iter().find(|(action, _)| action == taken)?;
    let worth = match worth_of_move(&SOLVED, next) {
        Worth::Won => worth::Worth::Won,
        Worth::Drawn => worth::Worth::Drawn,
        Worth::Lost => worth::Worth::Lost,
    };
    let reply = SOLVED[next].moves.iter();
    let wins = |(_, after): &&(BoardAction, Stand)| worth_of_move(&SOLVED, after) == Worth::Won;
    let line = reply.filter(wins).map(|(action, _)| action.clone());
    Some((worth, line.collect()))
}

/// All moves, those first that lead to most if both play correctly from there; of equal ones in the order of the game.
pub fn candidates(view: &BoardView) -> Option<Vec<BoardAction>> {
    let mut moves: Vec<_> = node_of(view)?.moves.iter().collect();
    moves.sort_by_key(|(_, next)| std::cmp::Reverse(worth_of_move(&SOLVED, next)));
    Some(
        moves
            .into_iter()
            .map(|(action, _)| action.clone())
            .collect(),
    )
}

/// The position that a view shows.
fn node_of(view: &BoardView) -> Option<&'static Node> {
    let SeenFields::Open(GameFields::Nothing {}) = view.position.fields else {
        return None;
    };
    let Some(BoardText::One(board)) = &view.position.board else {
        return None;
    };
    SOLVED.get(&(board.clone(), view.you?))
}

/// A correct move; among the correct ones, the move after which a random opponent is most likely to go wrong.
pub fn think(view: &BoardView, seed: u64) -> Option<BoardAction> {
    let node = node_of(view)?;
    let right = node
        .moves
        .iter()
        .filter(|(_, next)| worth_of_move(&SOLVED, next) == node.worth);
    let mut numbers = Numbers::new(seed);
    right
        .map(|(action, next)| (action, 1.0 - by_lot(&SOLVED, next), numbers.next()))
        .max_by(|(_, hope, lot), (_, other, other_lot)| {
            hope.total_cmp(other).then(lot.cmp(other_lot))
        })
        .map(|(action, ..)| action.clone())
}

/// The result of the starting position for the player who begins.
#[cfg(test)]
fn start() -> Worth {
    let game = PongHauKi::new();
    SOLVED[&game.stand_text()].worth
}

fn solve() -> HashMap<Stand, Node> {
    let mut solved = HashMap::new();
    let mut open = vec![PongHauKi::new()];
    while let Some(game) = open.pop() {
        let stand = game.stand_text();
        if solved.contains_key(&stand) {
            continue;
        }
        let next = game.next_stands();
        let moves = next
            .iter()
            .map(|(action, next)| (action.clone(), next.stand_text()))
            .collect();
        let node = Node {
            moves,
            worth: Worth::Drawn,
            hope: 0.5,
        };
        solved.insert(stand, node);
        open.extend(next.into_iter().map(|(_, next)| next));
    }
    while let Some((stand, worth)) = next_known(&solved) {
        solved.entry(stand).and_modify(|node| node.worth = worth);
    }
    for _ in 0..ROUNDS {
        let hopes: Vec<(Stand, f64)> = solved
            .iter()
            .map(|(stand, node)| (stand.clone(), hope(&solved, node)))
            .collect();
        for (stand, hope) in hopes {
            solved.entry(stand).and_modify(|node| node.hope = hope);
        }
    }
    solved
}

/// A position whose result follows from the positions after it, and differs from the stored one.
fn next_known(solved: &HashMap<Stand, Node>) -> Option<(Stand, Worth)> {
    solved.iter().find_map(|(stand, node)| {
        let best = node
            .moves
            .iter()
            .map(|(_, next)| worth_of_move(solved, next));
        // A player who cannot move has lost.
        let worth = best.max().unwrap_or(Worth::Lost);
        (worth != node.worth).then(|| (stand.clone(), worth))
    })
}

/// The result of a move for the player who makes it, where `next` is the position after it.
fn worth_of_move(solved: &HashMap<Stand, Node>, next: &Stand) -> Worth {
    match solved[next].worth {
        Worth::Lost => Worth::Won,
        Worth::Drawn => Worth::Drawn,
        Worth::Won => Worth::Lost,
    }
}

fn hope(solved: &HashMap<Stand, Node>, node: &Node) -> f64 {
    match node.worth {
        Worth::Won => 1.0,
        Worth::Lost => 0.0,
        Worth::Drawn => {
            let right = node.moves.iter();
            let right = right.filter(|(_, next)| worth_of_move(solved, next) == Worth::Drawn);
            let hopes = right.map(|(_, next)| 1.0 - by_lot(solved, next));
            let best = hopes.fold(0.0, f64::max);
            0.5 + (best - 0.5) * PATIENCE
        }
    }
}

/// The expected result of a position for a player who moves at random.
fn by_lot(solved: &HashMap<Stand, Node>, stand: &Stand) -> f64 {
    let moves = &solved[stand].moves;
    if moves.is_empty() {
        return 0.0;
    }
    let others = moves.iter().map(|(_, next)| 1.0 - solved[next].hope);
    let count = u32::try_from(moves.len()).expect("few");
    others.sum::<f64>() / f64::from(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_drawn_and_either_can_go_wrong() {
        assert_eq!(start(), Worth::Drawn);
        let worths: Vec<Worth> = SOLVED.values().map(|node| node.worth).collect();
        assert!(worths.len() <= 60, "{}", worths.len());
        for worth in [Worth::Lost, Worth::Won] {
            assert!(worths.contains(&worth), "{worth:?}");
        }
        // The result of each position agrees with those after it.
        assert_eq!(next_known(&SOLVED), None);
    }

    /// Whether the player to move can force a win within so many plies, found without what is solved.
    fn wins_within(stand: &Stand, plies: usize) -> bool {
        let next = SOLVED[stand].moves.iter();
        plies > 0
            && next
                .map(|(_, next)| next)
                .any(|next| loses_within(next, plies - 1))
    }

    fn loses_within(stand: &Stand, plies: usize) -> bool {
        let mut next = SOLVED[stand].moves.iter().map(|(_, next)| next);
        next.all(|next| plies > 0 && wins_within(next, plies - 1))
    }

    #[test]
    fn play_is_exact_a_won_position_is_won_at_once_and_no_other_is_ever_lost() {
        /// Deeper than any win.
        const PLIES: usize = 12;
        for (stand, node) in SOLVED.iter() {
            let by_force = if wins_within(stand, PLIES) {
                Worth::Won
            } else if loses_within(stand, PLIES) {
                Worth::Lost
            } else {
                Worth::Drawn
            };
            assert_eq!(node.worth, by_force, "{stand:?}");
            // A win takes one move, and one move alone wins: neither a repetition nor a choice among moves can lose it.
            let ends = |(_, next): &&(BoardAction, Stand)| SOLVED[next].moves.is_empty();
            let right =
                |(_, next): &&(BoardAction, Stand)| worth_of_move(&SOLVED, next) == node.worth;
            if node.worth == Worth::Won {
                assert_eq!(node.moves.iter().filter(right).count(), 1, "{stand:?}");
                assert_eq!(node.moves.iter().filter(ends).count(), 1, "{stand:?}");
            }
            if node.worth == Worth::Lost {
                assert_eq!(node.moves, [], "{stand:?}");
            }
        }
    }
}
