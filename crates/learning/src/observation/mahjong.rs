//! Observations of mahjong.

use giog_rules::Seat;
use giog_rules::tiles::mahjong::{FinishedHand, Meld, MeldKind, PendingKind, Tile};
use giog_rules::tiles::{Claim, SeenHand};

use super::writer::Writer;
use super::{Around, to_i32};

/// The kinds of tiles that form sets, and the flowers.
const KINDS: usize = 34;
const FLOWERS: usize = 8;
/// The most sets on the table of one seat, and the integers of each: kind, lowest tile, whose tile completed it.
const MELDS: usize = 4;
const OF_MELD: usize = 3;
/// How many of each seat's latest discards are observed in order.
const DISCARDS: usize = 24;

/// The hand that is played.
pub fn write_hand(writer: &mut Writer<'_>, around: Around, hand: Option<&SeenHand>) {
    let seats = around.seats;
    writer.put("dealer", around.some(hand.map(|hand| hand.dealer)));
    writer.put("round", hand.map_or(0, |hand| to_i32(hand.round)));
    writer.put("turn", around.some(hand.map(|hand| hand.turn)));
    writer.put("wall", hand.map_or(0, |hand| to_i32(hand.wall)));
    writer.put("drawn", first(hand.and_then(|hand| hand.drawn.as_deref())));
    let pending = hand.and_then(|hand| hand.pending.as_ref());
    writer.put(
        "pending",
        pending.map_or(0, |pending| match pending.kind {
            PendingKind::Discard => 1,
            PendingKind::Kong => 2,
        }),
    );
    writer.put(
        "pending_seat",
        around.some(pending.map(|pending| pending.seat)),
    );
    writer.put(
        "pending_tile",
        first(pending.map(|pending| pending.tile.as_str())),
    );
    count(
        writer.field("tiles", KINDS),
        hand.and_then(|hand| hand.tiles.as_deref()),
        0,
    );
    let counts = hand.iter().flat_map(|hand| &hand.counts);
    around.spread(
        writer.field("counts", seats),
        counts.map(|&count| i64::from(to_i32(count))),
    );
    let places = || (0..seats).map(Seat::new);
    let melds = writer.field("melds", seats * MELDS * OF_MELD);
    for seat in places() {
        let own = hand.and_then(|hand| hand.melds.get(seat.index()));
        let into = &mut melds[around.place(seat) * MELDS * OF_MELD..][..MELDS * OF_MELD];
        for (meld, into) in own
            .into_iter()
            .flatten()
            .zip(into.chunks_exact_mut(OF_MELD))
        {
            into.copy_from_slice(&meld_numbers(around, meld));
        }
    }
    let flowers = writer.field("flowers", seats * FLOWERS);
    for seat in places() {
        let own = hand.and_then(|hand| hand.flowers.get(seat.index()));
        let into = &mut flowers[around.place(seat) * FLOWERS..][..FLOWERS];
        count(into, own.map(String::as_str), KINDS);
    }
    let discards = writer.field("discards", seats * KINDS);
    for seat in places() {
        let own = hand.and_then(|hand| hand.discards.get(seat.index()));
        let into = &mut discards[around.place(seat) * KINDS..][..KINDS];
        count(into, own.map(String::as_str), 0);
    }
    let latest = writer.field("latest_discards", seats * DISCARDS);
    for seat in places() {
        let own = hand.and_then(|hand| hand.discards.get(seat.index()));
        let tiles = own.and_then(|own| Tile::read(own)).unwrap_or_default();
        let into = &mut latest[around.place(seat) * DISCARDS..][..DISCARDS];
        for (into, tile) in into.iter_mut().zip(tiles.iter().rev()) {
            *into = to_i32(tile.index()) + 1;
        }
    }
}

/// The hand that was finished last.
pub fn write_last(writer: &mut Writer<'_>, around: Around, last: Option<&FinishedHand>) {
    writer.put(
        "last_winner",
        around.some(last.and_then(|last| last.winner)),
    );
    writer.put("last_from", around.some(last.and_then(|last| last.from)));
    let faan = last.and_then(|last| last.faan);
    writer.put("last_faan", faan.map_or(0, i32::from));
    let points = last.iter().flat_map(|last| last.points.iter().copied());
    around.spread(writer.field("last_points", around.seats), points);
}

/// The observer's own claim in an open window: 0 none.
pub const fn claim_number(claim: Option<&Claim>) -> i32 {
    match claim {
        None => 0,
        Some(Claim::Pass) => 1,
        Some(Claim::Chow { .. }) => 2,
        Some(Claim::Pung) => 3,
        Some(Claim::Kong) => 4,
        Some(Claim::Win) => 5,
    }
}

fn meld_numbers(around: Around, meld: &Meld) -> [i32; OF_MELD] {
    let kind = match meld.kind {
        MeldKind::Chow => 1,
        MeldKind::Pung => 2,
        MeldKind::Kong => 3,
        MeldKind::ConcealedKong => 4,
    };
    [kind, first(Some(&meld.tiles)), around.some(meld.from)]
}

/// The first tile of a text, from 1; 0 for none.
fn first(tiles: Option<&str>) -> i32 {
    let tiles = tiles.and_then(Tile::read).unwrap_or_default();
    tiles.first().map_or(0, |tile| to_i32(tile.index()) + 1)
}

/// How many tiles of each kind, from this one on, are in a text.
fn count(into: &mut [i32], tiles: Option<&str>, from: usize) {
    for tile in tiles.and_then(Tile::read).unwrap_or_default() {
        let place = tile.index().checked_sub(from);
        if let Some(count) = place.and_then(|place| into.get_mut(place)) {
            *count += 1;
        }
    }
}
