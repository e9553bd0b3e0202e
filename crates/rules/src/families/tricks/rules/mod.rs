//! The rules of a variant, as data for the shared code.

pub(super) mod description;
mod options;
mod turn_order;

use crate::families::tricks::layout::{Arrangement, MAX_STACKS, Portions};
use crate::families::tricks::pieces::{CombinationTable, Pieces};
use crate::table::Seat;

pub(super) use description::Description;
pub use description::{CombinationInfo, PieceNameInfo};
pub use options::{Beheading, GeneralBan, Options, OptionsInput};
pub(crate) use turn_order::Order;
pub use turn_order::TurnOrder;

/// The rules in which variants differ.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The document that defines the form of records and verdicts.
    pub document: Document,
    /// The combinations that can be led.
    pub combinations: CombinationTable,
    /// The pieces in use, by number of players.
    pub set: fn(usize) -> Pieces,
    /// The layout, by number of players; the seat is the one whose row has six stacks.
    pub arrangement: fn(usize, Option<Seat>) -> Arrangement,
    /// How the first player is found, and what is taken first.
    pub opening: Opening,
    /// How the stacks are shared out, by number of players.
    pub portions: fn(usize) -> Portions,
    /// The order of turns.
    pub turn_order: TurnOrder,
    /// Which pieces are banned in which tricks.
    pub ban: Ban,
    /// When plays are turned up.
    pub reveal: Reveal,
    /// Who wins the trick if the highest plays are equal.
    pub ties: Ties,
    /// How the winner is found.
    pub goal: Goal,
}

/// The document that defines the form of records and verdicts: the options in what is signed, and the fields of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Document {
    /// `docs/RECORD.md`: there are always two options, and a verdict has the beheaded seats.
    Record,
    /// `docs/TILES.md`: the game's own options; a verdict has the seats that are waited for, and what ended the match.
    Tiles,
}

/// Which pieces are banned in which tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ban {
    /// Nothing.
    None,
    /// Generals in the first and last trick: a player who plays one is beheaded (`docs/RULES.md` §4).
    Generals,
    /// These kinds of pieces cannot win the first trick, and may not be led in it (`docs/RULES.md` §11).
    FirstTrick(Pieces),
}

/// How the first player is found, and what is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// By turning up bottom pieces; the first in order takes from an end of a row (`docs/RULES.md` §5).
    Reveals,
    /// By the values of an exposed stack. The starter takes it, and the next player one beside it (`docs/RULES.md` §6).
    Exposure,
    /// By rock-paper-scissors; the starter takes any stack, the next player one beside it (`docs/RULES.md` §7).
    Throws,
    /// By dice; the first player names the end from which stacks are taken, if there is a choice (`docs/RULES.md` §8).
    DiceAndEnd,
    /// By dice; the first player names the order in which stacks are taken (`docs/RULES.md` §9).
    DiceAndOrder,
    /// By lot, or the previous winner. A shuffled pack is dealt, the first piece to the starter (`docs/RULES.md` §11).
    Pack,
}

/// When plays are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reveal {
    /// All at the same time, when all have laid.
    Together,
    /// When all have laid, one after another in order: a play is turned up if it beats the best so far; the others stay face down.
    IfHigher,
    /// Plays are laid in turn: face up if they are at least as high as the best so far, otherwise face down.
    AsLaid,
}

/// Who wins the trick if the highest plays are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The leader, or else the first in the order of the players.
    Earlier,
    /// The player who laid last.
    Later,
    /// Nobody: the pieces are set aside for the winner of the next trick.
    SetAside,
}

/// How the winner is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The most captured pieces.
    MostPieces,
    /// The most captured pieces. The score is the number of captured pieces minus the size of a hand.
    PiecesScored,
    /// The same; in addition, a player who wins the last trick with a general is paid 2 by every other player.
    PiecesScoredLastGeneralPaid,
    /// Winning the last trick.
    LastTrick,
}

impl Rules {
    /// Whether one row has one stack more than the others, so that it must be decided whose row that is.
    pub fn has_six(&self, seats: usize) -> bool {
        self.opening == Opening::Reveals && !MAX_STACKS.is_multiple_of(seats)
    }

    /// Whether a seat exposes a stack to find the starter.
    pub fn has_exposer(&self) -> bool {
        self.opening == Opening::Exposure
    }

    /// Whether a pack is dealt, without stacks.
    pub fn has_pack(&self) -> bool {
        self.opening == Opening::Pack
    }

    /// Whether generals are banned in the first and the last trick (`docs/RULES.md` §4).
    pub fn bans_generals(&self) -> bool {
        self.ban == Ban::Generals
    }

    /// The kinds of pieces that cannot win a trick, and may not be led in it.
    pub fn powerless(&self, trick: u8) -> Pieces {
        match self.ban {
            Ban::FirstTrick(pieces) if trick == 0 => pieces,
            Ban::None | Ban::Generals | Ban::FirstTrick(_) => Pieces::EMPTY,
        }
    }

    /// Whether the first player is found by dice.
    pub fn has_dice(&self) -> bool {
        matches!(self.opening, Opening::DiceAndEnd | Opening::DiceAndOrder)
    }
}
