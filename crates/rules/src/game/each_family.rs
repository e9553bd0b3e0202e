//! What a type of the interface hands on to its families is written once: `each_family!`.

/// The same expression for the family that a value is of: `each_family!(self, game => game.stage())`. With a constructor, which has the
/// family's variant of another enum: `each_family!(self, game, of: Decision => game.decision(seat).map(of))`.
macro_rules! each_family {
    ($value:expr, $inner:ident => $body:expr) => {
        match $value {
            Self::Tricks($inner) => $body,
            Self::Board($inner) => $body,
            Self::Tiles($inner) => $body,
        }
    };
    ($value:expr, $inner:ident, $of:ident: $enum:ident => $body:expr) => {
        match $value {
            Self::Tricks($inner) => {
                let $of = $enum::Tricks;
                $body
            }
            Self::Board($inner) => {
                let $of = $enum::Board;
                $body
            }
            Self::Tiles($inner) => {
                let $of = $enum::Tiles;
                $body
            }
        }
    };
}

pub(super) use each_family;
