//! Where hidden pieces may lie: the places of a layout, by whose hand they came to.

use giog_rules::{Action, Deal, Match, Observer, Piece, Pieces, Seat, Stack};

use crate::house::Opening;
use crate::truth::{Deed, laid};

/// Places of the layout whose pieces came to the same hand, or were left, without those that were turned up.
pub struct Zone {
    pub owner: Option<Seat>,
    /// Stack and height of each place.
    pub places: Vec<(usize, usize)>,
    /// The pieces in them.
    pub pieces: Pieces,
    /// The pieces of the same stacks that were turned up.
    pub up: Pieces,
    /// What the owner has laid and all have seen.
    pub shown: Pieces,
}

/// The zones after these deeds, of which those are hidden that are marked.
pub fn zones(opening: &Opening, deeds: &[Deed], hidden: &[bool]) -> Vec<Zone> {
    let stream = opening.stream.clone();
    let started = Match::start(&opening.terms, opening.deal.clone(), Some(stream));
    let mut game = started.game;
    let mut turned: Vec<i64> = Vec::new();
    let ceremony = started.ceremony.iter().map(|step| &step.action);
    for action in ceremony.chain(deeds.iter().map(|deed| &deed.action)) {
        if let Action::Reveal { stack } = action {
            turned.push(*stack);
        }
    }
    for deed in deeds {
        game.act(deed.seat, &deed.action)
            .expect("what was done is legal");
    }
    let stacks = game.view(Observer::Spectator).stacks;
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
        for (number, stack) in opening.deal.stacks().iter().enumerate() {
            if stacks[number].taken_by != owner {
                continue;
            }
            let is_up = turned
                .iter()
                .any(|&turned| usize::try_from(turned) == Ok(number));
            for (height, &piece) in stack.pieces().iter().enumerate() {
                if is_up && height == 0 {
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

/// What a seat has laid and all have seen.
fn shown(deeds: &[Deed], hidden: &[bool], seat: Option<Seat>) -> Pieces {
    let open = deeds
        .iter()
        .zip(hidden)
        .filter(|(deed, hidden)| Some(deed.seat) == seat && !**hidden);
    open.fold(Pieces::EMPTY, |shown, (deed, _)| {
        shown.plus(laid(&deed.action))
    })
}

/// The deal with these pieces in the places of the zones, and all others where they are.
pub fn deal(opening: &Opening, zones: &[Zone], contents: &[Vec<Piece>]) -> Deal {
    let stacks = opening.deal.stacks().iter();
    let mut stacks: Vec<Vec<Piece>> = stacks.map(|stack| stack.pieces().to_vec()).collect();
    for (zone, pieces) in zones.iter().zip(contents) {
        for (&(stack, height), &piece) in zone.places.iter().zip(pieces) {
            stacks[stack][height] = piece;
        }
    }
    let stacks = stacks
        .iter()
        .map(|stack| Stack::new(stack).expect("as high as before"));
    let six = opening.deal.six().map(|seat| u8::from(seat).into());
    Deal::from_record(&opening.terms, stacks.collect(), six).expect("the same pieces")
}
