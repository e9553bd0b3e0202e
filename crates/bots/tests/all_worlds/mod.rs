//! All worlds that fit a view, one by one, where they are few.

#![allow(dead_code, reason = "every user takes a part")]

use giog_bots::levels::{Line, World};
use giog_rules::tricks::View;
use giog_rules::{BySeat, Pieces, Seat};

/// All multisets of so many of these pieces.
pub fn some(of: Pieces, count: u8) -> Vec<Pieces> {
    let Some((piece, many)) = of.kinds().next() else {
        return if count == 0 {
            vec![Pieces::EMPTY]
        } else {
            Vec::new()
        };
    };
    let rest = of.without_kinds(Pieces::one(piece));
    (0..=many.min(count))
        .flat_map(|taken| {
            let others = some(rest, count - taken).into_iter();
            others.map(move |others| others.plus(Pieces::of(piece, taken)))
        })
        .collect()
}

/// A place of pieces that are not seen: a hand, or the play of a seat in the trick with this index.
pub type Place = (Seat, Option<usize>, u8);
/// A place with the pieces in it.
pub type Filled = (Place, Pieces);

fn order(view: &View, leader: Seat) -> Vec<Seat> {
    view.variant
        .led_by(view.order.as_deref().unwrap_or_default(), leader)
}

pub fn places(view: &View, me: Seat) -> Vec<Place> {
    let open = view.trick.as_ref().expect("an open trick");
    let mut places = Vec::new();
    for (index, trick) in view.tricks.iter().enumerate() {
        let count = trick.plays[trick.leader].expect("shown").len();
        let unseen = trick.plays.iter().filter(|(_, play)| play.is_none());
        places.extend(unseen.map(|(seat, _)| (seat, Some(index), count)));
    }
    for (seat, &size) in view.hand_sizes.iter().filter(|&(seat, _)| seat != me) {
        let mut size = size;
        if let (Some(count), true) = (open.count, open.laid[seat]) {
            match &open.in_turn {
                Some(in_turn) if in_turn.up[seat].is_some() => {}
                None if seat != open.leader => size += count,
                _ => places.push((seat, Some(view.tricks.len()), count)),
            }
        }
        places.push((seat, None, size));
    }
    places
}

/// How many ways there are to fill the places with pieces that are all different.
pub fn ways(pool: u8, places: &[Place]) -> u64 {
    let mut left = u64::from(pool);
    let mut ways = 1_u64;
    for &(.., count) in places {
        for taken in 0..u64::from(count) {
            ways = ways.saturating_mul(left) / (taken + 1);
            left = left.saturating_sub(1);
        }
    }
    ways
}

/// Goes through all ways to fill the places with these pieces, and with those that their seats are known to hold.
pub fn fill(
    rest: Pieces,
    known: &BySeat<Pieces>,
    places: &[Place],
    filled: &mut Vec<Filled>,
    found: &mut dyn FnMut(&[Filled]),
) {
    let Some((&place, others)) = places.split_first() else {
        return found(filled);
    };
    let (seat, _, count) = place;
    for pieces in some(rest.plus(known[seat]), count) {
        let mut known = *known;
        let new = pieces.saturating_minus(known[seat]);
        known[seat] = known[seat].saturating_minus(pieces);
        filled.push((place, pieces));
        fill(rest.saturating_minus(new), &known, others, filled, found);
        filled.pop();
    }
}

/// The world in which the places are filled like this.
pub fn world(view: &View, me: Seat, hand: Pieces, filled: &[Filled]) -> World {
    let mut hands: BySeat<Pieces> = BySeat::new(view.hand_sizes.len());
    hands[me] = hand;
    let unseen = |seat: Seat, trick: usize| {
        let mut filled = filled.iter();
        let found = filled.find(|&&((of, at, _), _)| (of, at) == (seat, Some(trick)));
        found.map(|&(_, pieces)| pieces)
    };
    for &((seat, at, _), pieces) in filled {
        if at.is_none() {
            hands[seat] = hands[seat].plus(pieces);
        }
    }
    let mut plays = Vec::new();
    for (index, trick) in view.tricks.iter().enumerate() {
        for seat in order(view, trick.leader) {
            let play = trick.plays[seat].or_else(|| unseen(seat, index));
            plays.push((seat, play.expect("all have laid")));
        }
    }
    let open = view.trick.as_ref().expect("an open trick");
    for seat in order(view, open.leader) {
        let up = open.in_turn.as_ref().and_then(|in_turn| in_turn.up[seat]);
        let play = up.or_else(|| unseen(seat, view.tricks.len()));
        plays.extend(play.map(|play| (seat, play)));
    }
    for &(seat, play) in &plays {
        hands[seat] = hands[seat].plus(play);
    }
    World { hands, plays }
}

/// What each other seat holds in a world, with the lead of the open trick if it lies face down.
pub fn held(view: &View, me: Seat, line: &Line) -> BySeat<Pieces> {
    let is_in_turn = view.variant.lays_in_turn();
    line.game().hands().map(|seat, &hand| {
        let laid = if is_in_turn {
            Pieces::EMPTY
        } else {
            line.game().laid()[seat]
        };
        if seat == me {
            Pieces::EMPTY
        } else {
            hand.plus(laid)
        }
    })
}
