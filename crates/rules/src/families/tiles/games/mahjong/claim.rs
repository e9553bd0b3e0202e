//! Claims with their tiles in canonical text.

use super::tile::{Tile, canonical};
use crate::families::tiles::action::{Claim, TilesAction};

impl TilesAction {
    /// The action with the tiles of a claim in canonical text.
    #[must_use]
    pub fn canonical(&self) -> Self {
        match self {
            Self::Claim { claim } => Self::Claim {
                claim: claim.canonical(),
            },
            other => other.clone(),
        }
    }
}

impl Claim {
    /// The claim with its tiles in canonical text.
    pub(in crate::families::tiles) fn canonical(&self) -> Self {
        match self {
            Self::Chow { tiles } => Self::Chow {
                tiles: Tile::read(tiles).map_or_else(|| tiles.clone(), canonical),
            },
            other => other.clone(),
        }
    }
}
