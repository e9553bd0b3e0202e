//! Xiangqi, Chinese chess (`docs/BOARDS.md` §3).

mod chase;

use super::definition::{BadSetup, Definition, Setup};
use crate::families::boards::chinese_chess::repetition::{self, Manner};
use crate::families::boards::chinese_chess::{
    BadFen, Board, CheckRule, Fen, GRID, Kind, Square, fen, notation, paths,
};
use crate::families::boards::options::OnTime;
use crate::families::boards::position::Position;
use crate::families::boards::tally::Tally;
use crate::families::boards::{
    BoardAction, BoardEnd, BoardGame, BoardOptions, BoardText, Ending, GameFields, Ply,
};
use crate::table::{Color, Piece, RefusalCode, Seat};

/// After this number of plies in a row without a capture, the match is drawn.
const NO_CAPTURE_PLIES: u32 = 120;

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Xiangqi",
    name_chinese: "象棋",
    also: &["Chinese chess"],
    summary: "Chinese chess: two armies face each other across a river, and the generals stay in their palaces.",
    goal: "Whoever checkmates or stalemates the other wins.",
    reconstruction: false,
    players: 2..=2,
    usual_players: 2,
    boards: 1,
    options: BoardOptions {
        on_time: Some(OnTime::Lose),
        check: Some(CheckRule::Enforce),
        blindfold: Some(false),
        ..BoardOptions::NONE
    },
    first: Some("red"),
    is_shuffled: false,
    has_start: true,
    begin,
};

fn begin(setup: &Setup) -> Result<BoardGame, BadSetup> {
    let usual = XiangqiOptions::default();
    let options = XiangqiOptions {
        on_time: setup.options.on_time.unwrap_or(usual.on_time),
        check: setup.options.check.unwrap_or(usual.check),
        blindfold: setup.options.blindfold.unwrap_or(usual.blindfold),
    };
    if setup.stacks.as_deref().is_some_and(is_whole_set) {
        return Err(BadSetup::OtherLayout);
    }
    let start = setup.start.as_ref().and_then(|boards| boards.first());
    let game = Xiangqi::new(start.map(String::as_str), setup.first, options)?;
    Ok(game.into())
}

/// Whether the stacks contain exactly one complete set of pieces, as in trick games.
fn is_whole_set(stacks: &[String]) -> bool {
    let letters = stacks.concat();
    Piece::ALL
        .into_iter()
        .all(|piece| letters.matches(piece.code()).count() == usize::from(piece.count_in_set()))
}

/// The options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiOptions {
    /// What happens when a player's time runs out.
    pub on_time: OnTime,
    /// What happens to moves that leave the own general attacked.
    pub check: CheckRule,
    /// Whether the players do not see the board. No rule depends on it.
    pub blindfold: bool,
}

impl Default for XiangqiOptions {
    fn default() -> Self {
        Self {
            on_time: OnTime::Lose,
            check: CheckRule::Enforce,
            blindfold: false,
        }
    }
}

/// A match of xiangqi.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    options: XiangqiOptions,
    red: Seat,
    now: Fen,
    /// The positions since the last capture, each with the ply before it.
    history: Vec<Moment>,
    captured: [Tally; 2],
    plies: Vec<Ply>,
}

/// A position, and the ply before it; none for the first position.
#[derive(Clone, Debug)]
struct Moment {
    board: Board,
    ply: Option<Moved>,
}

impl Moment {
    fn is_same(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

#[derive(Clone, Copy, Debug)]
struct Moved {
    color: Color,
    from: Square,
    to: Square,
    /// Whether it gives check.
    checks: bool,
}

impl Xiangqi {
    /// A match from a given position, or from the usual one.
    pub fn new(start: Option<&str>, red: Seat, options: XiangqiOptions) -> Result<Self, BadFen> {
        let now = Fen::parse(start.unwrap_or(fen::START), false)?;
        for piece in Piece::ALL {
            if now.count(piece) > u32::from(piece.count_in_set()) {
                return Err(BadFen::TooMany);
            }
        }
        for color in [Color::Red, Color::Black] {
            let soldiers = now.board.of(Kind::Soldier.piece(color));
            if !(soldiers & !paths::soldier_points(color)).is_empty() {
                return Err(BadFen::Unreachable);
            }
        }
        let is_stuck = now.board.count_moves(now.turn, options.check) == 0;
        if is_stuck || !has_material(&now.board) {
            return Err(BadFen::Over);
        }
        Ok(Self {
            options,
            red,
            history: vec![Moment {
                board: now.board,
                ply: None,
            }],
            now,
            captured: [Tally::default(); 2],
            plies: Vec::new(),
        })
    }

    /// The number of sequences of this many legal moves (perft), by the rule `enforce`.
    pub fn perft(&self, depth: u32) -> u64 {
        let mut board = self.now.board;
        board.perft(self.now.turn, depth)
    }

    fn seat(&self, color: Color) -> Seat {
        match color {
            Color::Red => self.red,
            Color::Black => Seat::new(1 - self.red.index()),
        }
    }

    fn make(&mut self, from: Square, to: Square) -> Option<Ending> {
        let color = self.now.turn;
        let seat = self.seat(color);
        let text = GRID.move_text(from.into(), to.into());
        let notations = notation::of_move(&self.now.board, from, to);
        let taken = self.now.board.make(from, to);
        self.now.pass_turn(taken.is_none());
        self.plies
            .push(Ply::Noted(seat, text, notations.one, notations.two));
        if let Some(piece) = taken {
            self.captured[seat.index()].add(piece);
            self.history.clear();
            if Kind::of(piece) == Kind::General {
                return Some(self.won(BoardEnd::Captured, color));
            }
        }
        self.history.push(Moment {
            board: self.now.board,
            ply: Some(Moved {
                color,
                from,
                to,
                checks: self.now.board.is_attacked(color.other()),
            }),
        });
        self.finish()
    }

    /// How the match ends after a ply that captured no general (§3.6).
    fn finish(&self) -> Option<Ending> {
        let (board, turn) = (&self.now.board, self.now.turn);
        if board.count_moves(turn, self.options.check) == 0 {
            let end = if board.is_attacked(turn) {
                BoardEnd::Checkmate
            } else {
                BoardEnd::Stalemate
            };
            return Some(self.won(end, turn.other()));
        }
        if !has_material(board) {
            return Some(drawn(BoardEnd::Material));
        }
        if let Some(first) = repetition::first_of_three(&self.history, Moment::is_same) {
            let stretch = &self.history[first..];
            let manner = |color| manner(stretch, color);
            return Some(
                match repetition::judge(manner(Color::Red), manner(Color::Black)) {
                    (end, Some(winner)) => self.won(end, winner),
                    (end, None) => drawn(end),
                },
            );
        }
        (self.now.quiet >= NO_CAPTURE_PLIES).then(|| drawn(BoardEnd::NoCapture))
    }

    fn won(&self, end: BoardEnd, winner: Color) -> Ending {
        Ending {
            end,
            winners: vec![self.seat(winner)],
        }
    }
}

impl Position for Xiangqi {
    fn seats(&self) -> usize {
        2
    }

    fn has_take_backs(&self) -> bool {
        !self.options.blindfold
    }

    fn asked(&self) -> Vec<Seat> {
        vec![self.seat(self.now.turn)]
    }

    fn choices(&self, _seat: Seat) -> Vec<BoardAction> {
        let mut choices = Vec::new();
        self.now
            .board
            .each_move(self.now.turn, self.options.check, |from, reach| {
                choices.extend(reach.into_iter().map(|to| BoardAction::Move {
                    points: GRID.move_text(from.into(), to.into()),
                }));
            });
        choices
    }

    fn count_choices(&self, _seat: Seat) -> usize {
        self.now
            .board
            .count_moves(self.now.turn, self.options.check)
    }

    fn on_time(&self) -> OnTime {
        self.options.on_time
    }

    fn act(&mut self, _seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode> {
        let BoardAction::Move { points } = action else {
            return Err(RefusalCode::WrongAction);
        };
        let (from, to) = GRID.points(points).ok_or(RefusalCode::NoSuchPoint)?;
        let (from, to) = (from.into(), to.into());
        let rule = self.options.check;
        self.now.board.check_move(self.now.turn, rule, from, to)?;
        Ok(self.make(from, to))
    }

    fn board(&self) -> BoardText {
        BoardText::One(self.now.to_string())
    }

    fn captured(&self) -> Vec<u16> {
        self.captured.iter().map(Tally::total).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.plies.len()).expect("a match has at most 3,720 plies")
    }

    fn is_repeated(&self, _seat: Seat) -> bool {
        repetition::is_repeated(&self.history, Moment::is_same)
    }

    fn is_check(&self) -> bool {
        self.now.board.is_attacked(self.now.turn)
    }

    fn fields(&self, _is_over: bool, since: usize) -> GameFields {
        GameFields::Chess {
            notation: self.plies[since..].to_vec(),
            captured_pieces: self.captured.iter().map(Tally::text).collect(),
        }
    }
}

/// Whether any piece that can cross the river is left.
fn has_material(board: &Board) -> bool {
    let fighters = [Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Soldier];
    let of_both =
        |kind: Kind| board.of(kind.piece(Color::Red)) | board.of(kind.piece(Color::Black));
    fighters.into_iter().any(|kind| !of_both(kind).is_empty())
}

fn drawn(end: BoardEnd) -> Ending {
    Ending {
        end,
        winners: vec![Seat::new(0), Seat::new(1)],
    }
}

/// How a side played on all its plies between the first and the last position of `stretch` (§3.5).
fn manner(stretch: &[Moment], color: Color) -> Manner {
    let mut own = stretch[1..].iter().filter_map(|moment| moment.ply);
    if own.all(|ply| ply.color != color || ply.checks) {
        return Manner::Checks;
    }
    // The present points of the enemy pieces that every ply has chased so far.
    let mut chased = stretch[0].board.of_color(color.other());
    for pair in stretch.windows(2) {
        let [before, after] = pair else { continue };
        let Some(Moved {
            color: mover,
            from,
            to,
            ..
        }) = after.ply
        else {
            continue;
        };
        if mover == color {
            chased &= chase::chased(&before.board, &after.board, from, to);
        } else if chased.has(from) {
            chased = (chased & !from.set()) | to.set();
        }
    }
    if chased.is_empty() {
        Manner::Idle
    } else {
        Manner::Chases
    }
}
