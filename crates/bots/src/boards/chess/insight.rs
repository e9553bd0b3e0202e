//! What a position is worth beyond its pieces and their points: how freely they move, what threatens the generals, and whether what is
//! left can win at all. In hundredths of a soldier, as in [`super::worth`].

use giog_rules::Color;
use giog_rules::boards::search::{Board, Kind, Square, SquareSet};

/// The number of ranks.
const RANKS: u8 = 10;
/// The pieces at the start: from how many are missing follows how a cannon finds something to jump over.
const ALL_PIECES: i32 = 32;
/// What each point that a piece can go to counts, and how many points count nothing.
const CHARIOT_MOVES: (i32, i32) = (4, 7);
const HORSE_MOVES: (i32, i32) = (9, 4);
const CANNON_MOVES: (i32, i32) = (2, 7);
/// What a cannon on the file of the other general counts if nothing stands between: no piece may step in.
const OPEN_CANNON: i32 = 70;
/// The same if two pieces stand between, neither of which can leave well.
const PINNING_CANNON: i32 = 15;
/// What it counts to be on turn.
const TURN: i32 = 10;

/// The palaces of red and black.
const PALACES: [SquareSet; 2] = [palace(0), palace(7)];

const fn palace(from: u8) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut index = 0;
    while index < 9 {
        set = set.with(Square::new(3 + index % 3, from + index / 3));
        index += 1;
    }
    set
}

/// The worth for the side to move, with what its pieces on their points are worth.
pub fn worth(board: &Board, turn: Color, pieces: i32) -> i32 {
    let beyond = of_side(board, turn) - of_side(board, turn.other());
    tempered(board, turn, pieces + beyond + TURN)
}

fn of_side(board: &Board, color: Color) -> i32 {
    let other = color.other();
    let count = |kind: Kind, of: Color| signed(board.of(kind.piece(of)).len());
    let palace = PALACES[other as usize];
    let occupied = board.occupied();
    let missing = ALL_PIECES - signed(occupied.len());
    let (mut sum, mut pressure, mut attackers) = (0, 0, 0);
    let mut press = |hits: SquareSet, weight: i32| {
        let hits = signed((hits & palace).len());
        pressure += hits * weight;
        attackers += i32::from(hits > 0);
    };
    for (kind, (each, free), weight) in [
        (Kind::Chariot, CHARIOT_MOVES, 5),
        (Kind::Horse, HORSE_MOVES, 6),
        (Kind::Cannon, CANNON_MOVES, 3),
    ] {
        let piece = kind.piece(color);
        for from in board.of(piece) {
            let reach = board.reach(from, piece);
            sum += each * (signed(reach.len()) - free);
            press(reach, weight);
        }
    }
    for from in board.of(Kind::Soldier.piece(color)) {
        press(board.reach(from, Kind::Soldier.piece(color)), 5);
    }
    // Guards that are missing open the palace, and one attacker alone seldom does anything.
    let guards = count(Kind::Advisor, other) + count(Kind::Elephant, other);
    sum += pressure * attackers.min(4) * (7 - guards) / 12;
    // With fewer pieces on the board, cannons find fewer to jump over, and horses have free legs.
    sum += missing * (count(Kind::Horse, color) - count(Kind::Cannon, color));
    // Advisors are what stands against chariots and horses, elephants against cannons in the middle.
    sum += 15 * count(Kind::Advisor, color) * count(Kind::Chariot, other).min(2);
    sum += cannons_on_file(board, color);
    sum
}

fn cannons_on_file(board: &Board, color: Color) -> i32 {
    let general = board.general(color.other());
    let mut sum = 0;
    for cannon in board.of(Kind::Cannon.piece(color)) {
        if cannon.file() != general.file() {
            continue;
        }
        let (low, high) = (
            cannon.rank().min(general.rank()),
            cannon.rank().max(general.rank()),
        );
        let between = (low + 1..high.min(RANKS))
            .filter(|&rank| board.at(Square::new(cannon.file(), rank)).is_some())
            .count();
        sum += match between {
            0 => OPEN_CANNON,
            2 => PINNING_CANNON,
            _ => 0,
        };
    }
    sum
}

/// The worth, drawn towards a draw where the side that is ahead has hardly anything to win with.
fn tempered(board: &Board, turn: Color, worth: i32) -> i32 {
    let ahead = if worth > 0 { turn } else { turn.other() };
    let count = |kind: Kind| board.of(kind.piece(ahead)).len();
    let strong = 2 * count(Kind::Chariot) + count(Kind::Horse) + count(Kind::Cannon);
    match (strong, count(Kind::Soldier)) {
        (0, 0) => worth / 16,
        (0, 1) | (1, 0) => worth / 3,
        _ => worth,
    }
}

fn signed(count: u32) -> i32 {
    count.cast_signed()
}
