//! The bot without a search: it captures the most valuable piece, or forms the most squares, and otherwise takes any action.

use giog_rules::boards::{
    BoardAction, BoardDecision, BoardText, BoardView, QiGuoXiangxi, SquareChess,
};

/// The value of pieces, by their letter in either case.
const WORTH: [(char, u32); 7] = [
    ('k', 1_000),
    ('r', 9),
    ('c', 5),
    ('h', 4),
    ('a', 2),
    ('e', 2),
    ('p', 1),
];

/// The listed action that captures most. Among equal ones the choice depends on the board, so that not all matches are the same.
pub fn choose(view: &BoardView, decision: &BoardDecision) -> Option<BoardAction> {
    let boards = texts(view.position.board.as_ref()?);
    let salt = boards
        .iter()
        .flat_map(|text| text.bytes())
        .fold(u64::from(view.position.moves), mix);
    let (kingdoms, squares) = (
        QiGuoXiangxi::seen(&view.position, view.options),
        SquareChess::seen(&view.position, view.options),
    );
    let gain = |action: &BoardAction| match (&kingdoms, &squares) {
        (Some(game), _) => game.gain(action),
        (_, Some(game)) => game.gain(action),
        _ => boards
            .iter()
            .map(|board| taken(board, action))
            .max()
            .unwrap_or(0),
    };
    let listed = decision.listed().enumerate();
    let best = listed.max_by_key(|(index, action)| {
        let order = mix(salt, u8::try_from(index % 251).unwrap_or(0));
        (gain(action), order)
    });
    best.map(|(_, action)| action)
}

fn texts(board: &BoardText) -> Vec<&str> {
    match board {
        BoardText::One(text) => vec![text],
        BoardText::Two(texts) => texts.iter().map(String::as_str).collect(),
    }
}

/// The value of the piece that a move captures, on a board in FEN; 0 on other boards.
fn taken(board: &str, action: &BoardAction) -> u32 {
    let BoardAction::Move { points } = action else {
        return 0;
    };
    let Some(to) = points.get(2..4).filter(|_| points.len() == 4) else {
        return 0;
    };
    let mut letters = to.chars();
    let file = letters
        .next()
        .and_then(|letter| (letter as usize).checked_sub('a' as usize));
    let rank = letters.next().and_then(|digit| digit.to_digit(10));
    let (Some(file), Some(rank)) = (file, rank) else {
        return 0;
    };
    let rows: Vec<&str> = board
        .split([' ', '['])
        .next()
        .unwrap_or("")
        .split('/')
        .collect();
    let row = rows
        .len()
        .checked_sub(1 + rank as usize)
        .map(|row| rows[row]);
    let standing = row.and_then(|row| at(row, file));
    let standing = standing.map(|letter| letter.to_ascii_lowercase());
    let worth = WORTH.iter().find(|(letter, _)| Some(*letter) == standing);
    worth.map_or(0, |&(_, worth)| worth)
}

/// The piece on a file of a FEN row, in which digits count empty points.
fn at(row: &str, file: usize) -> Option<char> {
    let mut here = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(empty) => here += empty as usize,
            None if here == file => return Some(letter),
            None => here += 1,
        }
        if here > file {
            return None;
        }
    }
    None
}

fn mix(salt: u64, byte: u8) -> u64 {
    // FNV-1a.
    (salt ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_valuable_piece_is_taken() {
        let board = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
        let moved = |points: &str| BoardAction::Move {
            points: points.to_owned(),
        };
        for (points, worth) in [("b2b9", 4), ("h2e2", 0), ("a3a6", 1), ("a0a9", 9)] {
            assert_eq!(taken(board, &moved(points)), worth, "{points}");
        }
    }
}
