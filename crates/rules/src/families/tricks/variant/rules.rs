//! What the shared parts of the game ask of a variant.

use super::TurnOrder;
use crate::families::tricks::layout::{Arrangement, MAX_STACKS, Portions};
use crate::families::tricks::pieces::{CombinationTable, Pieces};
use crate::table::Seat;

/// The rules in which variants differ, as data that the shared parts read.
#[derive(Debug)]
pub(crate) struct Rules {
    /// Which document says how its matches are written down.
    pub document: Document,
    /// The combinations that may be led.
    pub combinations: CombinationTable,
    /// The pieces that are laid out for so many players.
    pub set: fn(usize) -> Pieces,
    /// How they are laid out for so many players; the seat is the one whose row has six stacks.
    pub arrangement: fn(usize, Option<Seat>) -> Arrangement,
    /// How the first player is found, and what is taken first.
    pub opening: Opening,
    /// How the stacks are shared out among so many players.
    pub portions: fn(usize) -> Portions,
    /// In which order players have their turns.
    pub turn_order: TurnOrder,
    /// What is kept out of which tricks.
    pub ban: Ban,
    /// When plays are turned up.
    pub reveal: Reveal,
    /// Who has the trick when the highest plays are equal.
    pub ties: Ties,
    /// How the winner is found.
    pub goal: Goal,
}

/// Which document says how a match is written down: the options in what is signed, and the fields of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Document {
    /// `docs/RECORD.md`: always two options, and a verdict says who was beheaded.
    Record,
    /// `docs/TILES.md`: the game's own options, and a verdict says who is waited for, and what ended the match.
    Tiles,
}

/// What is kept out of which tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ban {
    /// Nothing.
    None,
    /// Generals, out of the first and the last trick: whoever plays one is beheaded (`docs/RULES.md` §4).
    Generals,
    /// Pieces of these kinds win nothing in the first trick, and can't be led in it (`docs/RULES.md` §11).
    FirstTrick(Pieces),
}

/// How the first player is found, and what is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// By bottom pieces turned up; the first in order takes from an end of a row (`docs/RULES.md` §5).
    Reveals,
    /// By the values of an exposed stack, which the starter takes; the next takes a neighbour (`docs/RULES.md` §6).
    Exposure,
    /// By rock-paper-scissors; the starter takes any stack, the next a neighbour (`docs/RULES.md` §7).
    Throws,
    /// By dice; the first player names the end to take from, where there is a choice (`docs/RULES.md` §8).
    DiceAndEnd,
    /// By dice; the first player names the order in which stacks are taken (`docs/RULES.md` §9).
    DiceAndOrder,
    /// By lot, but for a previous winner; a shuffled pack is dealt, the first piece to the starter (`docs/RULES.md` §11).
    Pack,
}

/// When plays are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reveal {
    /// All together, when all have laid.
    Together,
    /// When all have laid, in turn, as far as each beats the best so far; the others stay face down.
    IfHigher,
    /// Plays are laid in turn, face up if they are at least as high as the best so far, else face down.
    AsLaid,
}

/// Who has the trick when the highest plays are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The leader, then by the order of the players.
    Earlier,
    /// Whoever played last.
    Later,
    /// Nobody: it is set aside for the winner of the next trick.
    SetAside,
}

/// How the winner is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Most captured pieces.
    MostPieces,
    /// Most captured pieces; each more than was dealt to a hand scores a point, each less costs one.
    PiecesScored,
    /// The same, and whoever wins the last trick with a general is paid 2 by every other player.
    PiecesScoredLastGeneralPaid,
    /// Winning the last trick.
    LastTrick,
}

impl Rules {
    /// Whether one row is longer than the others by a stack, so that it matters whose it is.
    pub fn has_six(&self, seats: usize) -> bool {
        self.opening == Opening::Reveals && !MAX_STACKS.is_multiple_of(seats)
    }

    /// Whether somebody exposes a stack to find the starter.
    pub fn has_exposer(&self) -> bool {
        self.opening == Opening::Exposure
    }

    /// Whether a pack is dealt, and there are no stacks.
    pub fn has_pack(&self) -> bool {
        self.opening == Opening::Pack
    }

    /// Whether generals are banned in the first and the last trick (`docs/RULES.md` §4).
    pub fn bans_generals(&self) -> bool {
        self.ban == Ban::Generals
    }

    /// The kinds of pieces that win nothing in a trick, and can't be led in it.
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
