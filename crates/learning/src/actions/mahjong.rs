//! The actions of mahjong.

use giog_rules::tiles::mahjong::{Tile, canonical};
use giog_rules::tiles::{Claim, TilesAction, TilesVariant};

/// The number of kinds of tiles that can be discarded: all except the flowers.
const KINDS: u32 = 34;
/// The first index of each kind of action.
const KONGS: u32 = KINDS;
const WIN: u32 = 2 * KINDS;
const PASS: u32 = WIN + 1;
const CLAIM_PUNG: u32 = WIN + 2;
const CLAIM_KONG: u32 = WIN + 3;
const CLAIM_WIN: u32 = WIN + 4;
const CHOWS: u32 = WIN + 5;
/// The suits, and the tiles of each.
const SUITS: usize = 3;
const OF_SUIT: usize = 9;

/// Discards and kongs by tile, a win, claims, chows by the two tiles of the hand.
#[derive(Debug)]
pub struct MahjongActions {
    /// The two tiles of the hand in each chow.
    chows: Vec<(Tile, Tile)>,
}

impl MahjongActions {
    pub const GAME: TilesVariant = TilesVariant::Mahjong;

    pub fn new() -> Self {
        let tile = |suit: usize, place: usize| Tile::new(suit * OF_SUIT + place);
        let firsts = (0..SUITS).flat_map(|suit| (0..OF_SUIT).map(move |first| (suit, first)));
        let chows = firsts.flat_map(|(suit, first)| {
            let seconds = (first + 1..=first + 2).filter(|&second| second < OF_SUIT);
            seconds.map(move |second| (tile(suit, first), tile(suit, second)))
        });
        Self {
            chows: chows.collect(),
        }
    }

    pub fn count(&self) -> u32 {
        CHOWS + u32::try_from(self.chows.len()).expect("there are 45")
    }

    pub fn index(&self, action: &TilesAction) -> Option<u32> {
        Some(match action {
            TilesAction::Discard { tile } => kind(tile)?,
            TilesAction::Kong { tile } => KONGS + kind(tile)?,
            TilesAction::Win => WIN,
            TilesAction::Claim { claim } => match claim {
                Claim::Pass => PASS,
                Claim::Pung => CLAIM_PUNG,
                Claim::Kong => CLAIM_KONG,
                Claim::Win => CLAIM_WIN,
                Claim::Chow { tiles } => {
                    let mut tiles = Tile::read(tiles)?;
                    tiles.sort_unstable();
                    let &[first, second] = tiles.as_slice() else {
                        return None;
                    };
                    let place = self.chows.iter().position(|&of| of == (first, second))?;
                    CHOWS + u32::try_from(place).ok()?
                }
            },
            TilesAction::Split { .. } | TilesAction::Bet { .. } | TilesAction::TakeBack => {
                return None;
            }
        })
    }

    pub fn action(&self, index: u32) -> Option<TilesAction> {
        let tile = |kind: u32| canonical(vec![Tile::new(kind as usize)]);
        let claim = match index {
            0..KONGS => return Some(TilesAction::Discard { tile: tile(index) }),
            KONGS..WIN => {
                let tile = tile(index - KONGS);
                return Some(TilesAction::Kong { tile });
            }
            WIN => return Some(TilesAction::Win),
            PASS => Claim::Pass,
            CLAIM_PUNG => Claim::Pung,
            CLAIM_KONG => Claim::Kong,
            CLAIM_WIN => Claim::Win,
            CHOWS.. => {
                let place = usize::try_from(index - CHOWS).ok()?;
                let &(first, second) = self.chows.get(place)?;
                let tiles = canonical(vec![first, second]);
                Claim::Chow { tiles }
            }
        };
        Some(TilesAction::Claim { claim })
    }
}

/// The kind of a tile that is no flower.
fn kind(tile: &str) -> Option<u32> {
    let tile = Tile::read(tile)?;
    let &[tile] = tile.as_slice() else {
        return None;
    };
    u32::try_from(tile.index())
        .ok()
        .filter(|&kind| kind < KINDS)
}
