//! The places of hidden pieces: the places of a layout, grouped by the hand into which they come.

use giog_rules::tricks::{self, Lots, Pack, Stack, StackView};
use giog_rules::{Action, Deal, Match, Observer, Piece, Pieces, Seat, Stage};

use crate::server::Opening;
use crate::truth::{Deed, laid};

/// Places of the layout whose pieces came into the same hand, or were left, without turned-up pieces.
pub struct Zone {
    pub owner: Option<Seat>,
    /// Stack and height of each place; for a pack, which is not a stack, 0 and the place in it.
    pub places: Vec<(usize, usize)>,
    /// The pieces in them.
    pub pieces: Pieces,
    /// The pieces of the same stacks that were turned up.
    pub up: Pieces,
    /// The owner's plays that all have seen.
    pub shown: Pieces,
}

/// The zones after these actions, of which the marked ones are hidden.
pub fn zones(opening: &Opening, deeds: &[Deed], hidden: &[bool]) -> Vec<Zone> {
    let stream = opening.stream.clone();
    let started = Match::start(&opening.terms, opening.deal.clone(), Some(stream));
    let mut game = started.game;
    let ceremony = started.ceremony.iter().map(|step| &step.action);
    let actions: Vec<&Action> = ceremony
        .chain(deeds.iter().map(|deed| &deed.action))
        .collect();
    for deed in deeds {
        game.act(deed.seat, &deed.action)
            .expect("what was done is legal");
    }
    // Nobody looks at taken stacks before all are taken.
    let dealt = game.stage() != Stage::Ceremony;
    let view = game.view(Observer::Spectator);
    let view = view.tricks().expect("a trick game");
    let (stacks, order) = (&view.stacks, &view.order);
    let owners = (0..opening.terms.seats())
        .map(|seat| Some(Seat::new(seat)))
        .chain([None]);
    let of = |owner: Option<Seat>| {
        let mut zone = Zone {
            owner,
            places: Vec::new(),
            pieces: Pieces::EMPTY,
            up: Pieces::EMPTY,
            shown: shown(deeds, hidden, owner),
        };
        let order = order.iter().flatten().cycle();
        let deal = opening.deal.tricks().expect("a trick game");
        let cards = deal.cards().into_iter().flat_map(Pack::pieces);
        for (place, (&piece, &seat)) in cards.zip(order).enumerate() {
            if Some(seat) == owner {
                zone.places.push((0, place));
                zone.pieces.add(piece);
            }
        }
        for (number, stack) in deal.stacks().iter().enumerate() {
            for (height, &piece) in stack.pieces().iter().enumerate() {
                if taker(&stacks[number], height).filter(|_| dealt) != owner {
                    continue;
                }
                if actions
                    .iter()
                    .any(|action| turns_up(action, number, height))
                {
                    zone.up.add(piece);
                } else {
                    zone.places.push((number, height));
                    zone.pieces.add(piece);
                }
            }
        }
        zone
    };
    owners.map(of).collect()
}

/// The seat that took the piece at a height of a stack: a stack that two seats share is halved.
fn taker(stack: &StackView, height: usize) -> Option<Seat> {
    /// The number of pieces in the lower half.
    const HALF: usize = 2;
    let bottom = stack.bottom_taken_by.filter(|_| height < HALF);
    bottom.or(stack.taken_by)
}

/// Whether an action turns up the piece at a height of a stack: the bottom one, or all of them.
fn turns_up(action: &Action, number: usize, height: usize) -> bool {
    let is_it = |stack: i64| usize::try_from(stack) == Ok(number);
    match action {
        Action::Tricks(giog_rules::tricks::Action::Reveal { stack }) => {
            is_it(*stack) && height == 0
        }
        Action::Tricks(giog_rules::tricks::Action::Expose { stack }) => is_it(*stack),
        _ => false,
    }
}

/// The plays of a seat that all have seen.
fn shown(deeds: &[Deed], hidden: &[bool], seat: Option<Seat>) -> Pieces {
    let open = deeds
        .iter()
        .zip(hidden)
        .filter(|(deed, hidden)| Some(deed.seat) == seat && !**hidden);
    open.fold(Pieces::EMPTY, |shown, (deed, _)| {
        shown.plus(laid(&deed.action))
    })
}

/// The deal with these pieces in the places of the zones, and all others unchanged.
pub fn deal(opening: &Opening, zones: &[Zone], contents: &[Vec<Piece>]) -> Deal {
    let before = opening.deal.tricks().expect("a trick game");
    let stacks = before.stacks().iter();
    let mut stacks: Vec<Vec<Piece>> = stacks.map(|stack| stack.pieces().to_vec()).collect();
    let mut lots = Lots::from(before);
    let mut pack = lots.cards.take().map(|pack| pack.pieces().to_vec());
    for (zone, pieces) in zones.iter().zip(contents) {
        for (&(stack, height), &piece) in zone.places.iter().zip(pieces) {
            match &mut pack {
                Some(pack) => pack[height] = piece,
                None => stacks[stack][height] = piece,
            }
        }
    }
    lots.cards = pack.map(|pack| Pack::new(pack).expect("as many as before"));
    let stacks = stacks
        .iter()
        .map(|stack| Stack::new(stack).expect("as high as before"));
    let terms = opening.terms.tricks().expect("a trick game");
    let deal = tricks::Deal::from_record(terms, stacks.collect(), lots);
    Deal::Tricks(deal.expect("the same pieces"))
}
