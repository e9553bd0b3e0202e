//! What a seat knows at a decision: all that a level decides by, besides what it supposes of others.

use giog_rules::tricks::{CombinationType, Variant, View};
use giog_rules::{BySeat, Pieces, Seat};

/// What a seat knows when it has to lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The game.
    pub variant: Variant,
    /// The seat.
    pub me: Seat,
    /// Its hand.
    pub hand: Pieces,
    /// The pieces whose place it does not know: in others' hands, laid unseen, or out of the game.
    pub unseen: Pieces,
    /// For each other seat the pieces that all have seen it take, and not lay since.
    pub known: BySeat<Pieces>,
    /// Pieces captured by each seat.
    pub captured: BySeat<u8>,
    /// Pieces set aside for the winner of the next trick.
    pub aside: u8,
    /// Who was beheaded, as far as it is announced.
    pub beheaded: BySeat<bool>,
    /// The place of each seat in the order of the players, from 0.
    pub places: BySeat<u8>,
    /// The number of the trick, from 0.
    pub trick: u8,
    /// Who leads it.
    pub leader: Seat,
    /// What was led: its type and its number of pieces; none if this seat leads.
    pub led: Option<(CombinationType, u8)>,
    /// In games in turn: whose play is the best so far, and the play.
    pub best: Option<(Seat, Pieces)>,
    /// In games in turn: how many others lay after this seat.
    pub after: u8,
}

impl Sight {
    /// What the observer of this view knows; none for spectators and outside the tricks.
    pub fn of(view: &View) -> Option<Self> {
        let (me, trick) = (view.you?, view.trick.as_ref()?);
        let mut known = view.known;
        known[me] = Pieces::EMPTY;
        let mut seen: Vec<Pieces> = view
            .tricks
            .iter()
            .flat_map(|trick| trick.plays.values().copied().flatten())
            .collect();
        seen.extend(trick.yours);
        let (mut best, mut after) = (None, 0);
        if let Some(in_turn) = &trick.in_turn {
            for (seat, &up) in in_turn.up.iter().filter(|&(seat, _)| seat != me) {
                let up = up.unwrap_or_default();
                seen.push(up);
                known[seat] = known[seat].saturating_minus(up);
            }
            best = in_turn
                .best
                .and_then(|seat| Some((seat, in_turn.up[seat]?)));
            let to_lay = trick
                .laid
                .iter()
                .filter(|&(seat, &laid)| !laid && seat != me);
            after = u8::try_from(to_lay.count()).ok()?;
        }
        let hand = view.hand?;
        seen.push(hand);
        seen.extend(known.values());
        seen.extend(left_over(view));
        Some(Self {
            variant: view.variant,
            me,
            hand,
            unseen: seen.into_iter().fold(set(view), Pieces::saturating_minus),
            known,
            captured: view.captured,
            aside: view.aside,
            beheaded: view.hand_sizes.map(|seat, _| view.beheaded.contains(&seat)),
            places: places(view)?,
            trick: trick.trick,
            leader: trick.leader,
            led: trick.kind.zip(trick.count),
            best,
            after,
        })
    }
}

/// The pieces that are used.
pub fn set(view: &View) -> Pieces {
    view.variant.set(view.hand_sizes.len())
}

/// The pieces that all have seen, and nobody has taken.
pub fn left_over(view: &View) -> impl Iterator<Item = Pieces> {
    let stacks = view.stacks.iter().filter(|stack| stack.taken_by.is_none());
    stacks.map(|stack| stack.up.iter().copied().collect())
}

/// The place of each seat in the order of the players; none before it is known.
pub fn places(view: &View) -> Option<BySeat<u8>> {
    let mut places = BySeat::new(view.hand_sizes.len());
    for (place, &seat) in (0..).zip(view.order.as_ref()?) {
        places[seat] = place;
    }
    Some(places)
}

/// For each seat, the pieces that all have seen it take before the first lead.
pub fn known_at_first(view: &View) -> BySeat<Pieces> {
    let mut known: BySeat<Pieces> = BySeat::new(view.hand_sizes.len());
    for stack in &view.stacks {
        if let Some(seat) = stack.taken_by {
            known[seat] = known[seat].plus(stack.up.iter().copied().collect());
        }
    }
    known
}
