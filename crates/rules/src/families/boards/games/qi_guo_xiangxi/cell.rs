//! The content of a point.

use crate::families::boards::state::State;

/// A kind of piece (`docs/BOARDS.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    General,
    Deputy,
    Adjutant,
    Emissary,
    Catapult,
    Bow,
    Crossbow,
    Knife,
    Sword,
    Cavalry,
}

impl Kind {
    const ALL: [Self; 10] = [
        Self::General,
        Self::Deputy,
        Self::Adjutant,
        Self::Emissary,
        Self::Catapult,
        Self::Bow,
        Self::Crossbow,
        Self::Knife,
        Self::Sword,
        Self::Cavalry,
    ];

    /// The letter of the kind in the text of the board.
    const fn code(self) -> char {
        match self {
            Self::General => 'G',
            Self::Deputy => 'D',
            Self::Adjutant => 'A',
            Self::Emissary => 'E',
            Self::Catapult => 'C',
            Self::Bow => 'B',
            Self::Crossbow => 'X',
            Self::Knife => 'K',
            Self::Sword => 'S',
            Self::Cavalry => 'H',
        }
    }
}

/// The content of a point in one byte: empty, border, Zhou, or a piece, with the state in the upper bits and the kind in the lower
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u8);

/// The position of the state in the byte. States count from 1 there, so all pieces are at least `1 << STATE_SHIFT`.
const STATE_SHIFT: u8 = 4;
const KIND_MASK: u8 = (1 << STATE_SHIFT) - 1;

impl Cell {
    pub const EMPTY: Self = Self(0);
    /// A point beyond the edge: no piece can go there, and it is not a screen.
    pub const BORDER: Self = Self(1);
    /// The piece in the centre, which belongs to nobody.
    pub const ZHOU: Self = Self(2);

    pub const fn piece(state: State, kind: Kind) -> Self {
        Self((state as u8 + 1) << STATE_SHIFT | kind as u8)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == Self::EMPTY.0
    }

    /// Whether a catapult can capture over it: all pieces are screens, also Zhou.
    pub const fn is_screen(self) -> bool {
        self.0 >= Self::ZHOU.0
    }

    const fn is_piece(self) -> bool {
        self.0 >= 1 << STATE_SHIFT
    }

    /// The state of the piece; none for empty points, the border and Zhou.
    pub fn state(self) -> Option<State> {
        self.is_piece()
            .then(|| State::ALL[usize::from(self.0 >> STATE_SHIFT) - 1])
    }

    /// The kind of the piece; none for empty points, the border and Zhou.
    pub fn kind(self) -> Option<Kind> {
        self.is_piece()
            .then(|| Kind::ALL[usize::from(self.0 & KIND_MASK)])
    }

    /// Whether it is a piece that can be captured, of a state that may be attacked.
    pub const fn is_target(self, spared: States) -> bool {
        self.is_piece()
            && self.0 & KIND_MASK != Kind::Emissary as u8
            && spared.0 & 1 << (self.0 >> STATE_SHIFT) == 0
    }

    /// Reads a piece from the text of a board: the letter of its state and the code of its kind.
    pub fn from_text(state: char, kind: char) -> Option<(State, Kind)> {
        let state = State::ALL.into_iter().find(|of| of.letter() == state)?;
        let kind = Kind::ALL.into_iter().find(|of| of.code() == kind)?;
        Some((state, kind))
    }

    /// The text of the piece; none for an empty point.
    pub fn text(self) -> Option<String> {
        match (self.state(), self.kind()) {
            (Some(state), Some(kind)) => Some(format!("{}{}", state.letter(), kind.code())),
            _ => (self == Self::ZHOU).then(|| "*".to_owned()),
        }
    }
}

/// A set of states, one bit each, numbered as in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct States(u8);

impl States {
    /// The set of one state.
    pub const fn one(state: State) -> Self {
        Self(1 << (state as u8 + 1))
    }

    /// The set with another state.
    pub const fn with(self, state: State) -> Self {
        Self(self.0 | Self::one(state).0)
    }
}
