//! Fairy-Stockfish has the same legal moves in xiangqi. Skipped if Python has no `pyffish` (`pip install pyffish`); `GIOG_TEST_PYTHON`
//! names another Python than `python3`.

#[path = "../benches/numbers/mod.rs"]
mod numbers;

use std::collections::HashSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

use giog_rules::Seat;
use giog_rules::boards::{BoardAction, BoardGame, BoardMatch, BoardText, Xiangqi, XiangqiOptions};
use numbers::Numbers;

/// The number of different positions that are compared, all from random matches.
const POSITIONS: usize = 20_000;
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fairy_stockfish.py");

#[test]
fn fairy_stockfish_has_the_same_legal_moves_of_xiangqi() {
    let python = std::env::var("GIOG_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut import = Command::new(&python);
    let import = import.args(["-c", "import pyffish"]).stderr(Stdio::null());
    if !import.status().is_ok_and(|status| status.success()) {
        println!("skipped: {python} has no pyffish");
        return;
    }
    let mut fairy = Command::new(&python)
        .arg(SCRIPT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python runs");
    let lines = positions().concat();
    let mut input = fairy.stdin.take().expect("its input is piped");
    let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = fairy.wait_with_output().expect("it ends");
    writing.join().expect("no panic").expect("it reads all");
    let told = String::from_utf8(output.stdout).expect("text");
    assert_eq!(told.trim(), format!("read {POSITIONS}"), "other moves");
}

/// A line for each position; half of all matches are used from their beginning, of the others only late positions.
fn positions() -> Vec<String> {
    let mut numbers = Numbers::default();
    let mut known = HashSet::new();
    while known.len() < POSITIONS {
        let from = numbers.uniform(2) * 60;
        let game = Xiangqi::new(None, Seat::new(0), XiangqiOptions::default());
        let mut game = BoardMatch::new(BoardGame::from(game.expect("the usual start is one")));
        while let Some(&seat) = game.asked().first() {
            let choices = game.choices(seat);
            if game.moves() >= from && known.len() < POSITIONS {
                known.insert(line(&game, &choices));
            }
            let count = u32::try_from(choices.len()).expect("few moves");
            let choice = numbers.uniform(count) as usize;
            game.act(seat, &choices[choice]).expect("it is legal");
        }
    }
    known.into_iter().collect()
}

/// A position with the moves that are legal in it, as Fairy-Stockfish writes them.
fn line(game: &BoardMatch, choices: &[BoardAction]) -> String {
    let BoardText::One(board) = game.board() else {
        panic!("xiangqi has one board");
    };
    let (pieces, rest) = board.split_once(' ').expect("a position");
    let turn = rest.split(' ').next().expect("a colour");
    let letter = |letter: char| match letter {
        'H' => 'N',
        'h' => 'n',
        'E' => 'B',
        'e' => 'b',
        other => other,
    };
    let pieces: String = pieces.chars().map(letter).collect();
    let moves: Vec<String> = choices.iter().map(fairy_move).collect();
    // Without the number of plies since the last capture, which would end the match there.
    format!("{pieces} {turn} - - 0 1|{}\n", moves.join(" "))
}

/// A move with ranks from 1.
fn fairy_move(action: &BoardAction) -> String {
    let BoardAction::Move { points } = action else {
        panic!("a move: {action:?}");
    };
    let &[from, from_rank, to, to_rank] = points.as_bytes() else {
        panic!("two points: {points}");
    };
    let rank = |digit: u8| digit - b'0' + 1;
    let (from, to) = (char::from(from), char::from(to));
    format!("{from}{}{to}{}", rank(from_rank), rank(to_rank))
}
