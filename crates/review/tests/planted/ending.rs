//! What a choice at the end of a match must win, and what it can win, whatever anybody lays later: an exhaustive search of its own, in worlds that it
//! draws by trial. It uses the rules alone, no net, no policy and nothing else of the engine that reviews.

use giog_rules::tricks::{SeenTrick, Supposed, View};
use giog_rules::{BySeat, Pieces, Seat};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// How often a world is drawn for each that is wanted, before the ending is left alone.
const TRIES: usize = 200;
/// More plays than a seat of such an ending has.
const ALL_PLAYS: usize = 64;

/// A choice with the share of the win that it wins in the mean of all worlds: at least, and at most.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub play: Pieces,
    pub least: f64,
    pub most: f64,
}

/// The bounds of each choice of the seat whose view this is. All worlds that fit the view are equally likely, as the deal decides. None if too few
/// were found.
pub fn solve(view: &View, worlds: usize, numbers: &mut ChaCha8Rng) -> Option<Vec<Bounds>> {
    let me = view.you?;
    let drawn = (0..worlds * TRIES).filter_map(|_| world(view, me, numbers));
    let drawn: Vec<Supposed> = drawn.take(worlds).collect();
    if drawn.len() < worlds {
        return None;
    }
    let mut plays = Vec::new();
    drawn[0].plays(me, ALL_PLAYS, &mut plays);
    let bounds = plays.into_iter().map(|play| {
        let (mut least, mut most) = (0.0, 0.0);
        for world in &drawn {
            let mut after = *world;
            after.lay(me, play).ok()?;
            let (low, high) = reach(&after, me);
            least += low;
            most += high;
        }
        #[expect(clippy::cast_precision_loss, reason = "few worlds")]
        let count = worlds as f64;
        Some(Bounds {
            play,
            least: least / count,
            most: most / count,
        })
    });
    bounds.collect()
}

/// The least and the most that a seat can win from here, over all that anybody may lay.
fn reach(game: &Supposed, me: Seat) -> (f64, f64) {
    let Some(seat) = game.hands().seats().find(|&seat| game.waits_for(seat)) else {
        let winners = game.winners();
        let count = winners.values().filter(|&&won| won).count().max(1);
        #[expect(clippy::cast_precision_loss, reason = "few seats")]
        let share = if winners[me] { 1.0 / count as f64 } else { 0.0 };
        return (share, share);
    };
    let mut plays = Vec::new();
    game.plays(seat, ALL_PLAYS, &mut plays);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for play in plays {
        let mut after = *game;
        after.lay(seat, play).expect("a legal play");
        let (least, most) = reach(&after, me);
        (low, high) = (low.min(least), high.max(most));
    }
    (low, high)
}

/// Deals what the seat has not seen to where it may be, and plays the match again; none if that is not what the seat has seen.
fn world(view: &View, me: Seat, numbers: &mut ChaCha8Rng) -> Option<Supposed> {
    let open = view.trick.as_ref()?;
    assert!(open.in_turn.is_none(), "plays are laid at the same time");
    let seats = view.hand_sizes.len();
    let order_of = |leader| {
        let order = view.order.as_deref().unwrap_or_default();
        view.variant.led_by(order, leader)
    };
    let laid_by = |seat: Seat, trick: &SeenTrick| trick.plays[seat].unwrap_or_default();
    // What each seat is known to have had, and how much it had in all.
    let mut hands: BySeat<Pieces> = BySeat::new(seats);
    let mut sizes = view.hand_sizes;
    for seat in hands.seats() {
        let shown: Pieces = union(view.tricks.iter().map(|trick| laid_by(seat, trick)));
        let taken = view
            .stacks
            .iter()
            .filter(|stack| stack.taken_by == Some(seat));
        let taken: Pieces = taken.flat_map(|stack| stack.up.iter().copied()).collect();
        hands[seat] = shown.plus(taken.saturating_minus(shown));
        for trick in &view.tricks {
            sizes[seat] += count_of(trick);
        }
        if open.laid[seat] {
            sizes[seat] += open.count?;
        }
    }
    let own = view.tricks.iter().map(|trick| laid_by(me, trick));
    hands[me] = union(own).plus(view.hand?);
    let known = union(hands.values().copied());
    let mut unseen = pieces_of(view.variant.set(seats).minus(known)?);
    unseen.shuffle(numbers);
    for seat in sizes.seats() {
        while hands[seat].len() < sizes[seat] {
            hands[seat] = hands[seat].plus(unseen.pop()?);
        }
    }
    let mut rest: BySeat<Vec<Pieces>> = BySeat::from_fn(seats, |seat| {
        let shown = union(view.tricks.iter().map(|trick| laid_by(seat, trick)));
        let mut rest = pieces_of(hands[seat].saturating_minus(shown));
        rest.shuffle(numbers);
        rest
    });
    let mut draw = |seat: Seat, count: u8| -> Option<Pieces> {
        let from = rest[seat].len().checked_sub(count.into())?;
        Some(union(rest[seat].drain(from..)))
    };
    let mut game = Supposed::new(view, hands)?;
    for trick in &view.tricks {
        let mut finished = None;
        for seat in order_of(trick.leader) {
            let play = match trick.plays[seat] {
                Some(play) => play,
                None => draw(seat, count_of(trick))?,
            };
            finished = game.lay(seat, play).ok()?.1;
        }
        let finished = finished?;
        if finished.shown != trick.shown || finished.winner != trick.winner {
            return None;
        }
    }
    if let Some(led) = open.kind.zip(open.count)
        && open.leader != me
    {
        let lead = draw(open.leader, led.1)?;
        game.lay(open.leader, lead).ok()?;
        if game.led() != Some(led) {
            return None;
        }
    }
    game.waits_for(me).then_some(game)
}

/// How many pieces each seat laid in a trick.
fn count_of(trick: &SeenTrick) -> u8 {
    let laid = trick.plays.values().flatten().copied();
    laid.map(Pieces::len).max().unwrap_or_default()
}

fn union(all: impl Iterator<Item = Pieces>) -> Pieces {
    all.fold(Pieces::EMPTY, Pieces::plus)
}

/// The pieces one by one.
fn pieces_of(pieces: Pieces) -> Vec<Pieces> {
    pieces
        .kinds()
        .flat_map(|(piece, count)| std::iter::repeat_n(Pieces::one(piece), count.into()))
        .collect()
}
