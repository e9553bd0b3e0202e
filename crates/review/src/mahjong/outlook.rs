//! What a hand could become: how far it is, and which tiles bring it nearer.

use giog_bots::mahjong::{Hand, Knowledge};
use giog_protocol::rest::MahjongHandType;
use giog_rules::tiles::mahjong::search::{By, Circumstances, Complete, Worth};
use giog_rules::tiles::mahjong::{KINDS, Tile, canonical};

use super::distance::{Counts, Distance, Distances};
use super::ways::WAYS;

/// A hand between turns.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// How far it is.
    pub distance: Distance,
    /// The kinds that bring it nearer, or let it win, each with the number of those that the seat has not seen.
    pub helps: Vec<(usize, u8)>,
    /// The number of such tiles for each type of hand.
    pub of_ways: [u16; WAYS.len()],
    /// If it waits for its last tile: for each of the kinds the faan of a win with a discard, and with a drawn tile.
    pub faan: Vec<[Option<u8>; 2]>,
}

impl Outlook {
    pub fn of(
        distances: &mut Distances,
        knowledge: &Knowledge,
        hand: &Hand,
        unseen: &Counts,
    ) -> Self {
        let distance = distances.of(hand, unseen);
        let (mut helps, mut of_ways) = (Vec::new(), [0; WAYS.len()]);
        for kind in (0..KINDS).filter(|&kind| unseen[kind] > 0) {
            let (mut more, mut fewer) = (hand.clone(), *unseen);
            more.counts[kind] += 1;
            fewer[kind] -= 1;
            let with = distances.of(&more, &fewer);
            if with.missing < distance.missing {
                helps.push((kind, unseen[kind]));
            }
            let ways = with.ways.iter().zip(distance.ways).zip(&mut of_ways);
            for ((with, without), sum) in ways {
                if *with < without {
                    *sum += u16::from(unseen[kind]);
                }
            }
        }
        let mut outlook = Self {
            distance,
            helps,
            of_ways,
            faan: Vec::new(),
        };
        if outlook.to_ready() == Some(0) {
            let kinds = outlook.helps.iter().map(|&(kind, _)| kind);
            outlook.faan = kinds.map(|kind| faan(knowledge, hand, kind)).collect();
        }
        outlook
    }

    /// How many tiles it is away from waiting for its last one.
    pub fn to_ready(&self) -> Option<u8> {
        self.distance
            .missing
            .map(|missing| missing.saturating_sub(1))
    }

    /// The number of tiles that help.
    pub fn live(&self) -> u16 {
        self.helps.iter().map(|&(_, left)| u16::from(left)).sum()
    }

    /// The kinds that help, as text.
    pub fn tiles(&self) -> String {
        canonical(self.helps.iter().map(|&(kind, _)| Tile::new(kind)))
    }

    /// The types of hands that are as near as any that may win.
    pub fn toward(&self) -> Vec<MahjongHandType> {
        let ways = WAYS.iter().zip(self.distance.ways);
        let nearest =
            ways.filter(|(_, missing)| missing.is_some() && *missing <= self.distance.missing);
        let mut types: Vec<MahjongHandType> = nearest.map(|(way, _)| way.told()).collect();
        types.dedup();
        types
    }
}

/// The faan of a win with a tile of this kind, discarded and drawn, without chance; none for what may not win.
fn faan(knowledge: &Knowledge, hand: &Hand, kind: usize) -> [Option<u8>; 2] {
    let ways = [
        By::Discard { is_first: false },
        By::Draw {
            is_replacement: false,
        },
    ];
    ways.map(|by| {
        let worth = worth(knowledge, hand, kind, by, false)?;
        (worth.without_flowers >= knowledge.min_faan).then_some(worth.faan)
    })
}

/// What a hand is worth with one more tile of this kind; none if it is not complete.
pub fn worth(
    knowledge: &Knowledge,
    hand: &Hand,
    kind: usize,
    by: By,
    is_last_tile: bool,
) -> Option<Worth> {
    let mut concealed = hand.counts;
    concealed[kind] += 1;
    let complete = Complete {
        concealed: &concealed,
        melds: &hand.melds,
        last: Some(Tile::new(kind)),
    };
    complete.worth(&Circumstances {
        seat_wind: knowledge.winds[0],
        round_wind: knowledge.winds[1],
        by,
        is_last_tile,
        flowers: knowledge.flowers,
    })
}
