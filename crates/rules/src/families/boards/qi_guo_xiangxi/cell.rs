//! What stands on a point.

use super::state::State;

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

    /// The code, as the text of the board has it.
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

/// What stands on a point, in a byte: nothing, the border, Zhou, or a piece, its state above its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u8);

/// Where in a cell the state stands; the states count from 1 there, so that all pieces are from `1 << STATE_SHIFT` on.
const STATE_SHIFT: u8 = 4;
const KIND_MASK: u8 = (1 << STATE_SHIFT) - 1;

impl Cell {
    pub const EMPTY: Self = Self(0);
    /// Beyond the edge: nothing goes there, and it is no screen.
    pub const BORDER: Self = Self(1);
    /// The piece in the middle, which is nobody's.
    pub const ZHOU: Self = Self(2);

    pub const fn piece(state: State, kind: Kind) -> Self {
        Self((state as u8 + 1) << STATE_SHIFT | kind as u8)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == Self::EMPTY.0
    }

    /// Whether a catapult takes over it: every piece, Zhou too.
    pub const fn is_screen(self) -> bool {
        self.0 >= Self::ZHOU.0
    }

    const fn is_piece(self) -> bool {
        self.0 >= 1 << STATE_SHIFT
    }

    /// Whose the piece is; nothing where there is none, or Zhou.
    pub fn state(self) -> Option<State> {
        self.is_piece()
            .then(|| State::ALL[usize::from(self.0 >> STATE_SHIFT) - 1])
    }

    /// What the piece is; nothing where there is none, or Zhou.
    pub fn kind(self) -> Option<Kind> {
        self.is_piece()
            .then(|| Kind::ALL[usize::from(self.0 & KIND_MASK)])
    }

    /// Whether a piece that can be taken stands there, whose state is none of those that may not be attacked.
    pub const fn is_target(self, spared: States) -> bool {
        self.is_piece()
            && self.0 & KIND_MASK != Kind::Emissary as u8
            && spared.0 & 1 << (self.0 >> STATE_SHIFT) == 0
    }

    /// What a text of the board names so: the letter of a state and the code of a kind.
    pub fn from_text(state: char, kind: char) -> Option<(State, Kind)> {
        let state = State::ALL.into_iter().find(|of| of.letter() == state)?;
        let kind = Kind::ALL.into_iter().find(|of| of.code() == kind)?;
        Some((state, kind))
    }

    /// As the text of the board has it; nothing for an empty point.
    pub fn text(self) -> Option<String> {
        match (self.state(), self.kind()) {
            (Some(state), Some(kind)) => Some(format!("{}{}", state.letter(), kind.code())),
            _ => (self == Self::ZHOU).then(|| "*".to_owned()),
        }
    }
}

/// A set of states, a bit for each as a cell counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct States(u8);

impl States {
    /// One state alone.
    pub const fn one(state: State) -> Self {
        Self(1 << (state as u8 + 1))
    }

    /// With another one.
    pub const fn with(self, state: State) -> Self {
        Self(self.0 | Self::one(state).0)
    }
}
