//! Pong hau k'i: solved. From the start nobody can be made to lose.

use std::collections::HashMap;
use std::sync::LazyLock;

use giog_rules::Seat;
use giog_rules::boards::{BoardAction, BoardText, BoardView, GameFields, PongHauKi, SeenFields};

use super::chance::Numbers;

/// Rounds of reckoning after which the chances against a player by lot do not change any more to speak of.
const ROUNDS: usize = 60;
/// What a match that goes on is worth of what it can come to: repetitions end it, drawn.
const PATIENCE: f64 = 0.97;

/// Where the pieces stand, and who moves.
type Stand = (String, Seat);

/// What a stand is for who moves, if both play right.
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
    /// What part of the wins who moves gets who never gives a better worth away, against a player who moves by lot.
    hope: f64,
}

/// Every stand that can come from the start.
static SOLVED: LazyLock<HashMap<Stand, Node>> = LazyLock::new(solve);

/// A move that gives nothing away, and of those one after which the other has most ways to go wrong.
pub fn think(view: &BoardView, seed: u64) -> Option<BoardAction> {
    let SeenFields::Open(GameFields::Nothing {}) = view.position.fields else {
        return None;
    };
    let Some(BoardText::One(board)) = &view.position.board else {
        return None;
    };
    let node = SOLVED.get(&(board.clone(), view.you?))?;
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

/// What the start is for who moves first.
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

/// A stand that follows from others to be won or lost, and is not known to be so yet.
fn next_known(solved: &HashMap<Stand, Node>) -> Option<(Stand, Worth)> {
    solved.iter().find_map(|(stand, node)| {
        let best = node
            .moves
            .iter()
            .map(|(_, next)| worth_of_move(solved, next));
        // Who cannot move has lost.
        let worth = best.max().unwrap_or(Worth::Lost);
        (worth != node.worth).then(|| (stand.clone(), worth))
    })
}

/// What it is for who moves there that the other moves next.
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

/// What part a player gets who moves by lot.
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
        // What is said of each stand follows from those after it.
        assert_eq!(next_known(&SOLVED), None);
    }
}
