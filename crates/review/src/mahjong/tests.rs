//! Distances are exact: they agree with the rules, tile by tile.

use giog_bots::Numbers;
use giog_bots::mahjong::{Hand, Knowledge};
use giog_protocol::rest::MahjongHandType;
use giog_rules::Seat;
use giog_rules::tiles::SeenHand;
use giog_rules::tiles::mahjong::search::{By, Circumstances, Complete, Set};
use giog_rules::tiles::mahjong::{KINDS, Pending, PendingKind, Tile};

use super::distance::{Counts, Distances};
use super::history::waits;
use super::outlook::Outlook;

const COPIES: u8 = 4;
/// The dealer, in the first round.
const EAST: [usize; 2] = [0, 0];

fn counted(tiles: &str) -> Counts {
    let mut counts = [0; KINDS];
    for tile in Tile::read(tiles).expect("tiles") {
        counts[tile.index()] += 1;
    }
    counts
}

fn knowledge(min_faan: u8, hand: &Hand) -> Knowledge {
    let mut unseen = [COPIES; KINDS];
    let melded = hand.melds.iter().flat_map(|set| set.tiles());
    for tile in melded {
        unseen[tile.index()] -= 1;
    }
    for (left, held) in unseen.iter_mut().zip(hand.counts) {
        *left -= held;
    }
    Knowledge {
        unseen,
        hidden: 1.0,
        turns: 10,
        drawn: 0,
        min_faan,
        winds: EAST,
        flowers: None,
    }
}

fn hand(tiles: &str, melds: &[Set]) -> Hand {
    Hand {
        counts: counted(tiles),
        melds: melds.to_vec(),
    }
}

fn tile(text: &str) -> Tile {
    Tile::read(text).expect("a tile")[0]
}

fn outlook(min_faan: u8, hand: &Hand, gone: &str) -> Outlook {
    let mut knowledge = knowledge(min_faan, hand);
    for (left, gone) in knowledge.unseen.iter_mut().zip(counted(gone)) {
        *left -= gone;
    }
    let unseen = knowledge.unseen;
    Outlook::of(&mut Distances::new(&knowledge), &knowledge, hand, &unseen)
}

#[test]
fn a_hand_is_so_far_from_ready() {
    let chow = |first| Set::Chow(tile(first));
    let pung = |of| Set::Pung(tile(of));
    for (min_faan, tiles, melds, gone, to_ready, helps) in [
        // Four sets and half a pair.
        (0, "123m456m789m111z5z", &[][..], "", Some(0), "5z"),
        (0, "123m456m78m11z55z", &[], "", Some(1), "369m15z"),
        // Nobody has a fifth one: one tile must come that makes another pair.
        (
            0,
            "1111m234p567p678s",
            &[],
            "",
            Some(1),
            "23456789m123456789p123456789s1234567z",
        ),
        // The last two are in sight.
        (
            0,
            "123m456m789m111z5z",
            &[],
            "555z",
            Some(1),
            "123456789m123456789p123456789s23467z",
        ),
        (
            0,
            "19m19p19s1234567z",
            &[],
            "",
            Some(0),
            "19m19p19s1234567z",
        ),
        (0, "19m19p19s1234566z", &[], "", Some(0), "7z"),
        // With flowers alone a hand does not win: one suit, or pungs.
        (3, "123m456p789s2233p", &[], "", Some(1), ""),
        (3, "123m456m789m1122z", &[], "", Some(0), "12z"),
        // Laid open it needs two faan: a pung of east, the wind of the seat and of the round, has them.
        (3, "234m456p67s99s", &[chow("2m")], "", Some(2), "1z"),
    ] {
        let hand = hand(tiles, melds);
        let found = outlook(min_faan, &hand, gone);
        assert_eq!(found.to_ready(), to_ready, "{tiles}");
        if !helps.is_empty() {
            let helps = Tile::read(helps).expect("tiles").into_iter();
            let helps: Vec<usize> = helps.map(Tile::index).collect();
            let found: Vec<usize> = found.helps.iter().map(|&(kind, _)| kind).collect();
            assert_eq!(found, helps, "{tiles}");
        }
    }
    let hand = hand("55m67s", &[chow("2m"), pung("5z"), chow("4p")]);
    let all = outlook(0, &hand, "");
    assert_eq!(
        all.helps,
        [(tile("5s").index(), 4), (tile("8s").index(), 4)]
    );
    assert_eq!(all.faan, [[Some(1), Some(2)]; 2]);
    // It has one faan, and two if it draws the last tile: three never.
    let dear = outlook(3, &hand, "");
    assert!(dear.to_ready() > Some(0), "{dear:?}");
    assert_eq!(dear.toward(), [MahjongHandType::ValuedPungs]);
}

/// A table where nobody has laid anything, with so many tiles to draw, these first discards, and a tile that may be claimed.
fn table(wall: usize, discards: &str, pending: Option<(PendingKind, &str)>) -> SeenHand {
    SeenHand {
        dealer: Seat::new(0),
        round: 0,
        turn: Seat::new(0),
        drawn: None,
        pending: pending.map(|(kind, tile)| Pending {
            kind,
            seat: Seat::new(0),
            tile: tile.into(),
        }),
        tiles: None,
        counts: vec![13; 4],
        melds: vec![Vec::new(); 4],
        flowers: vec![String::new(); 4],
        discards: vec![discards.into(), String::new(), String::new(), String::new()],
        wall,
    }
}

#[test]
fn a_seat_waits_for_what_wins_by_chance() {
    let pung = |of| Set::Pung(tile(of));
    let open = hand("55m67s", &[pung("5z"), pung("6z"), Set::Chow(tile("4p"))]);
    let dealt = hand("123m456m789p11s67s", &[]);
    for (hand, table, waited) in [
        // Two dragons, and the last tile.
        (&open, table(1, "1m2m", None), ""),
        (&open, table(0, "1m2m", None), "58s"),
        // The first discard, before it and while it may be claimed.
        (&dealt, table(70, "", None), "58s"),
        (
            &dealt,
            table(70, "5s", Some((PendingKind::Discard, "5s"))),
            "5s",
        ),
        (&dealt, table(70, "5s", None), ""),
        (
            &dealt,
            table(70, "5s5s", Some((PendingKind::Discard, "5s"))),
            "",
        ),
        // A kong that is robbed.
        (
            &open,
            table(70, "1m", Some((PendingKind::Kong, "8s"))),
            "8s",
        ),
    ] {
        let found = waits(&knowledge(3, hand), hand, &table);
        assert_eq!(found, waited, "{table:?}");
    }
}

/// A hand near completion, with tiles of few suits, and tiles that are gone.
fn any_hand(numbers: &mut Numbers) -> (Hand, Counts) {
    let mut unseen = [COPIES; KINDS];
    let mut hand = Hand {
        counts: [0; KINDS],
        melds: Vec::new(),
    };
    let suits = 1 + numbers.below(3);
    let any = |numbers: &mut Numbers| match numbers.below(3) {
        0 => 27 + numbers.below(7) as usize,
        _ => (9 * numbers.below(suits) + numbers.below(9)) as usize,
    };
    let melds = numbers.below(4) as usize;
    let most = 3 + numbers.below(2) as usize;
    let mut sets = 0;
    while sets < most {
        let kind = any(numbers);
        let is_chow = kind < 27 && kind % 9 < 7 && numbers.below(2) == 0;
        let set = if is_chow {
            Set::Chow(Tile::new(kind))
        } else {
            Set::Pung(Tile::new(kind))
        };
        let tiles: Vec<usize> = set.tiles().map(Tile::index).collect();
        let mut left = unseen;
        let fits = tiles.iter().all(|&kind| {
            let enough = left[kind] > 0;
            left[kind] = left[kind].saturating_sub(1);
            enough
        });
        if !fits {
            continue;
        }
        unseen = left;
        if sets < melds {
            hand.melds.push(set);
        } else {
            for kind in tiles {
                hand.counts[kind] += 1;
            }
        }
        sets += 1;
    }
    let size = 14 - 3 * hand.melds.len();
    let pair = any(numbers);
    if unseen[pair] > 1 && most == 4 {
        unseen[pair] -= 2;
        hand.counts[pair] += 2;
    }
    // Some of the sets are broken again.
    for _ in 0..numbers.below(4) {
        let held: Vec<usize> = (0..KINDS).filter(|&kind| hand.counts[kind] > 0).collect();
        if held.is_empty() {
            break;
        }
        let kind = held[numbers.below(u32::try_from(held.len()).expect("few")) as usize];
        hand.counts[kind] -= 1;
        unseen[kind] += 1;
    }
    while hand
        .counts
        .iter()
        .map(|&count| usize::from(count))
        .sum::<usize>()
        < size
    {
        let kind = any(numbers);
        if unseen[kind] > 0 {
            unseen[kind] -= 1;
            hand.counts[kind] += 1;
        }
    }
    for left in &mut unseen {
        *left -= u8::try_from(numbers.below(u32::from(*left) + 1)).expect("few") / 2;
    }
    (hand, unseen)
}

/// Whether a hand wins if its last tile was drawn.
fn wins(min_faan: u8, hand: &Hand) -> bool {
    let complete = Complete {
        concealed: &hand.counts,
        melds: &hand.melds,
        last: (0..KINDS)
            .find(|&kind| hand.counts[kind] > 0)
            .map(Tile::new),
    };
    let worth = complete.worth(&Circumstances {
        seat_wind: EAST[0],
        round_wind: EAST[1],
        by: By::Draw {
            is_replacement: false,
        },
        is_last_tile: false,
        flowers: None,
    });
    worth.is_some_and(|worth| worth.without_flowers >= min_faan)
}

#[test]
fn distances_are_exact() {
    // A hand that does not win is one tile farther than the nearest that follows from it by a discard and a tile that may come: so by induction
    // the distance is the fewest tiles after which it wins.
    let mut numbers = Numbers::new(49);
    let (mut won, mut farthest, mut never) = (0, 0, 0);
    for round in 0..240 {
        let min_faan = [0, 3, 3][round % 3];
        let (hand, unseen) = any_hand(&mut numbers);
        let mut distances = Distances::new(&knowledge(
            min_faan,
            &Hand {
                counts: [0; KINDS],
                melds: Vec::new(),
            },
        ));
        let missing = distances.of(&hand, &unseen).missing;
        assert_eq!(missing == Some(0), wins(min_faan, &hand), "{hand:?}");
        if missing == Some(0) {
            won += 1;
            continue;
        }
        let held = (0..KINDS).filter(|&kind| hand.counts[kind] > 0);
        let after = held.flat_map(|kind| {
            let less = hand.without(kind).expect("it is held");
            let adds = (0..KINDS).filter(|&kind| unseen[kind] > 0);
            adds.map(move |kind| {
                let mut more = less.clone();
                more.counts[kind] += 1;
                (kind, more)
            })
        });
        let after = after.filter_map(|(kind, more)| {
            let mut fewer = unseen;
            fewer[kind] -= 1;
            distances.of(&more, &fewer).missing
        });
        let nearest = after.min();
        assert_eq!(
            nearest.map(|nearest| nearest + 1),
            missing,
            "{hand:?} {unseen:?}"
        );
        farthest = farthest.max(missing.unwrap_or_default());
        never += usize::from(missing.is_none());
    }
    assert!(
        won > 5 && farthest > 3 && never > 0,
        "{won} {farthest} {never}"
    );
}
