//! What a seat knows of a hand of mahjong, besides its own tiles.

use giog_rules::tiles::mahjong::search::Set;
use giog_rules::tiles::mahjong::{Meld, MeldKind, Tile};
use giog_rules::tiles::{TilesSight, TilesView};

use super::hand::Hand;
use crate::tiles::mahjong::COPIES;
use crate::tiles::mahjong::away::{Counts, KINDS};

/// The number of seats.
pub(super) const SEATS: usize = 4;
/// About as many tiles are in the wall after the deal.
const WALL: usize = 84;

/// What a seat knows of a hand of mahjong, besides its own tiles.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// For each kind, the tiles that are neither visible nor held.
    pub unseen: Counts,
    /// The number of these tiles.
    pub hidden: f64,
    /// How many tiles the seat will draw if nobody wins.
    pub turns: usize,
    /// How many tiles it has drawn, if nothing was claimed.
    pub drawn: usize,
    /// The least faan of a win.
    pub min_faan: u8,
    /// The seat's wind and the round's: 0 east, to 3 north.
    pub winds: [usize; 2],
    /// The seat's flowers, one bit each; none if flowers are not in play.
    pub flowers: Option<u8>,
}

impl Knowledge {
    /// With the seat's own hand.
    pub fn of(view: &TilesView) -> Option<(Self, Hand)> {
        let TilesSight::Mahjong {
            hand: Some(seen), ..
        } = &view.sight
        else {
            return None;
        };
        let you = view.you?.index();
        let counts = counted(seen.tiles.as_ref()?)?;
        let melds = seen.melds.get(you)?.iter().map(set);
        let hand = Hand {
            counts,
            melds: melds.collect::<Option<_>>()?,
        };
        let mut unseen = [COPIES; KINDS];
        let melded = seen.melds.iter().flatten().map(|meld| &meld.tiles);
        let open = melded.chain(&seen.discards).chain(&seen.tiles);
        for tile in open.filter_map(|tiles| Tile::read(tiles)).flatten() {
            if let Some(left) = unseen.get_mut(tile.index()) {
                *left = left.saturating_sub(1);
            }
        }
        let hidden: u32 = unseen.iter().map(|&count| u32::from(count)).sum();
        let flowers = Tile::read(seen.flowers.get(you)?)?;
        let flowers = flowers
            .iter()
            .filter_map(|tile| tile.index().checked_sub(KINDS))
            .fold(0_u8, |bits, place| bits | 1 << place);
        let knowledge = Self {
            unseen,
            hidden: f64::from(hidden.max(1)),
            turns: seen.wall.div_ceil(SEATS),
            drawn: WALL.saturating_sub(seen.wall) / SEATS,
            min_faan: view.options.min_faan.unwrap_or(0),
            winds: [(seen.dealer.index() + SEATS - you) % SEATS, seen.round],
            flowers: (view.options.flowers == Some(true)).then_some(flowers),
        };
        Some((knowledge, hand))
    }
}

fn counted(tiles: &str) -> Option<Counts> {
    let mut counts = [0; KINDS];
    for tile in Tile::read(tiles)? {
        *counts.get_mut(tile.index())? += 1;
    }
    Some(counts)
}

/// A set as it lies on the table; none if its text has no tiles.
pub fn set(meld: &Meld) -> Option<Set> {
    let first = *Tile::read(&meld.tiles)?.first()?;
    Some(match meld.kind {
        MeldKind::Chow => Set::Chow(first),
        MeldKind::Pung => Set::Pung(first),
        MeldKind::Kong => Set::Kong(first),
        MeldKind::ConcealedKong => Set::ConcealedKong(first),
    })
}
