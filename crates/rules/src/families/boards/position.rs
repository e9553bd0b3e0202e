//! The interface between a game on a board and its match.

use std::fmt;

use super::options::OnTime;
use super::{BoardAction, BoardPhase, BoardText, Ending, GameFields};
use crate::table::{RefusalCode, Seat};

/// A game on a board: its rules, and the current state.
///
/// The match ([`super::BoardMatch`]) handles what all games share, and asks the game for the rest. It handles resignations that the
/// game allows, draw offers and take-backs if the game has them, `time_out` if that loses, and actions out of turn or after the end; these never reach
/// [`Position::act`]. After the end, only what the verdict shows is called: [`Position::board`], [`Position::captured`],
/// [`Position::moves`], [`Position::fields`], [`Position::is_in`] and, unless a general was captured, [`Position::is_check`].
pub(super) trait Position: Copied + fmt::Debug + Send + Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seats that have to decide now, ascending; at least one before the end.
    fn asked(&self) -> Vec<Seat>;

    /// The legal actions of a seat that has to decide, in the order that the rules define; at least one.
    fn choices(&self, seat: Seat) -> Vec<BoardAction>;

    /// The number of choices of a seat that has to decide.
    fn count_choices(&self, seat: Seat) -> usize {
        self.choices(seat).len()
    }

    /// The default of a seat that has to decide, if it is an action of the game (and not `time_out`).
    fn default_choice(&self, seat: Seat) -> BoardAction {
        self.choices(seat).swap_remove(0)
    }

    /// What happens when the time of a seat runs out.
    fn on_time(&self) -> OnTime;

    /// The seats that win and lose together with `seat`, including it.
    fn side(&self, seat: Seat) -> Vec<Seat> {
        vec![seat]
    }

    /// Whether draws can be agreed.
    fn has_draws(&self) -> bool {
        true
    }

    /// Whether a turn can be taken back by consent: a game of two seats in which nothing is hidden and nothing decided by chance.
    fn has_take_backs(&self) -> bool {
        false
    }

    /// Whether the seat is still in the match. In games with several sides, some may be out before the end.
    fn is_in(&self, _seat: Seat) -> bool {
        true
    }

    /// Whether a seat, which exists, may resign now.
    fn may_resign(&self, _seat: Seat) -> bool {
        true
    }

    /// Resigns for a seat; returns how the match ends, if it does. By default, the other side wins.
    fn resign(&mut self, seat: Seat) -> Option<Ending> {
        Some(Ending {
            end: super::BoardEnd::Resigned,
            winners: others(self.seats(), &self.side(seat)),
        })
    }

    /// Takes an action of a seat that has to decide: on the board, or choosing an ally. Returns how the match ends, if it does. A
    /// refused action changes nothing; if the seat cannot take this kind of action now, the code is [`RefusalCode::WrongAction`].
    fn act(&mut self, seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode>;

    /// The text of the position.
    fn board(&self) -> BoardText;

    /// For each seat the number of pieces that it has captured.
    fn captured(&self) -> Vec<u16>;

    /// The number of moves, drops and flips so far.
    fn moves(&self) -> u32;

    /// Those of them on the board that the seat plays on.
    fn moves_on_board_of(&self, _seat: Seat) -> u32 {
        self.moves()
    }

    /// The fields that only this game has, with the plies from number `since` on. After the end, also by agreement, no decision is
    /// open.
    fn fields(&self, is_over: bool, since: usize) -> GameFields;

    /// The kind of decision that is open, in games with several.
    fn asks_for(&self) -> Option<BoardPhase> {
        None
    }

    /// Whether a seat that has to decide is to move in a position that occurs for the second time.
    fn is_repeated(&self, _seat: Seat) -> bool {
        false
    }

    /// Whether the general of the side to move is attacked. Used for players who do not see the board.
    fn is_check(&self) -> bool {
        false
    }
}

/// A game that can be copied without knowing which it is.
pub(super) trait Copied {
    /// A copy of the game.
    fn copy(&self) -> Box<dyn Position>;
}

impl<T: Position + Clone + 'static> Copied for T {
    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.as_ref().copy()
    }
}

/// The seats that are not on `side`.
pub(super) fn others(seats: usize, side: &[Seat]) -> Vec<Seat> {
    let all = (0..seats).map(Seat::new);
    all.filter(|seat| !side.contains(seat)).collect()
}
