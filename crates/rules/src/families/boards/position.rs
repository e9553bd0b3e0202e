//! What a game on a board is to the match that plays it.

use super::{BoardAction, BoardPhase, BoardText, Ending, GameFields};
use crate::table::{RefusalCode, Seat};

/// A game on a board, from its start to its end: the rules of one game, and the state they have led to.
///
/// The match ([`super::BoardMatch`]) knows what all games share, and asks the rest here: resigning where the game allows it
/// now, draw offers where there are any, `time_out` where it loses, actions out of turn and after the end never reach
/// [`Position::act`]. Nothing here is called after the end but what the verdict shows: [`Position::board`],
/// [`Position::captured`], [`Position::moves`], [`Position::fields`], who is [in](Position::is_in), and [`Position::is_check`], unless a
/// general was taken.
pub(super) trait Position {
    /// How many play.
    fn seats(&self) -> usize;

    /// The seats that are asked for an action now, ascending; never none before the end.
    fn asked(&self) -> Vec<Seat>;

    /// The legal actions of a seat that is asked, in the order that the game names; never none.
    fn choices(&self, seat: Seat) -> Vec<BoardAction>;

    /// How many choices a seat that is asked has.
    fn count_choices(&self, seat: Seat) -> usize {
        self.choices(seat).len()
    }

    /// What is done for a seat that is asked and does nothing, where that is an action of the game.
    fn default_choice(&self, seat: Seat) -> BoardAction {
        self.choices(seat).swap_remove(0)
    }

    /// What happens to a seat whose time runs out.
    fn on_time(&self) -> OnTime;

    /// The seats that win and lose together with `seat`.
    fn side(&self, seat: Seat) -> Vec<Seat> {
        vec![seat]
    }

    /// Whether draws can be agreed.
    fn has_draws(&self) -> bool {
        true
    }

    /// Whether the seat is still in the match: where several play against each other, some may be out before its end.
    fn is_in(&self, _seat: Seat) -> bool {
        true
    }

    /// Whether the seat, which exists, may give up now.
    fn may_resign(&self, _seat: Seat) -> bool {
        true
    }

    /// The seat gives up; gives how the match ends, if it does. As most games have it, the other side wins.
    fn resign(&mut self, seat: Seat) -> Option<Ending> {
        Some(Ending {
            end: super::End::Resigned,
            winners: others(self.seats(), &self.side(seat)),
        })
    }

    /// A seat that is asked acts on the board or chooses an ally; gives how the match ends, if it does. Whatever is refused
    /// changes nothing; a kind of action that is not the seat's now is [`RefusalCode::WrongAction`].
    fn act(&mut self, seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode>;

    /// The text of the position.
    fn board(&self) -> BoardText;

    /// For each seat how many pieces it has taken.
    fn captured(&self) -> Vec<u16>;

    /// How many moves, drops and flips were made.
    fn moves(&self) -> u32;

    /// What is said of this game alone, with the plies from number `since` on; after the end, also by a draw agreed, nothing is
    /// asked any more.
    fn fields(&self, is_over: bool, since: usize) -> GameFields;

    /// What is asked, in a game that asks several things.
    fn asks_for(&self) -> Option<BoardPhase> {
        None
    }

    /// Whether a seat that is asked is to move in a position that has come for the second time.
    fn is_repeated(&self, _seat: Seat) -> bool {
        false
    }

    /// Whether the general of the side to move is attacked; asked where players don't see the board.
    fn is_check(&self) -> bool {
        false
    }
}

/// What happens to a seat on turn whose time runs out (`docs/BOARDS.md` §2).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum OnTime {
    /// It loses: its default is `time_out`.
    Lose,
    /// Its default is a choice, and nobody can lose on time.
    Move,
}

/// The seats of a table that are not among `side`.
pub(super) fn others(seats: usize, side: &[Seat]) -> Vec<Seat> {
    let all = (0..seats).map(Seat::new);
    all.filter(|seat| !side.contains(seat)).collect()
}
