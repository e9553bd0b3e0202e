//! A world becomes another one: two pieces that the seat does not see change places.

use giog_rules::{Pieces, Seat};

use super::worlds::{Placed, Worlds};
use crate::boards::Numbers;

/// Where a piece may lie that the seat does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Hand(Seat),
    Lead(Seat),
    /// The play that stayed face down with this index.
    Laid(usize),
    Out,
}

impl Worlds<'_> {
    /// Two pieces that lie in different places change them, each pair with the same probability. So worlds that are drawn with the same
    /// probability each stay so. Says whose pieces are other ones then. None if two alike were drawn, or if it would be no world.
    pub(super) fn swapped(
        &self,
        placed: &Placed,
        numbers: &mut Numbers,
    ) -> Option<(Placed, [Option<Seat>; 2])> {
        let every = || {
            let others = placed.hands.seats().filter(|&seat| seat != self.mine.me);
            let lead = placed.lead.map(|(seat, _)| Place::Lead(seat));
            others
                .map(Place::Hand)
                .chain(lead)
                .chain((0..placed.laid.len()).map(Place::Laid))
                .chain([Place::Out])
        };
        let all: u8 = every().map(|place| placed.at(place).len()).sum();
        if all < 2 {
            return None;
        }
        let mut any = |but: Option<u8>| {
            let of = u32::from(all) - u32::from(but.is_some());
            let number = u8::try_from(numbers.below(of)).unwrap_or_default();
            let number = number + u8::from(but.is_some_and(|but| number >= but));
            let mut left = number;
            let place = every().find(|&place| {
                let here = placed.at(place).len();
                let is_here = left < here;
                if !is_here {
                    left -= here;
                }
                is_here
            })?;
            Some((number, place, placed.at(place).nth(left)))
        };
        let (number, from, one) = any(None)?;
        let (_, to, other) = any(Some(number))?;
        if from == to || one == other {
            return None;
        }
        let seats = [from, to].map(|place| self.seat_of(place));
        if seats[0] != seats[1] {
            for (seat, piece) in [(seats[0], one), (seats[1], other)] {
                // Of equal pieces of a seat so many are those that all know it to have, which lie nowhere else.
                let known = seat.map_or(0, |seat| self.mine.known[seat].count(piece));
                if known > 0 {
                    let of_seat = every().filter(|&place| self.seat_of(place) == seat);
                    let held: u8 = of_seat.map(|place| placed.at(place).count(piece)).sum();
                    if numbers.below(held.into()) < u32::from(known) {
                        return None;
                    }
                }
            }
        }
        let mut placed = placed.clone();
        for (place, taken, put) in [(from, one, other), (to, other, one)] {
            let here = placed.at_mut(place);
            here.remove(taken);
            here.add(put);
        }
        let fits = [from, to]
            .into_iter()
            .all(|place| self.may_be(&placed, place));
        fits.then_some((placed, seats))
    }

    /// Whose pieces lie there; nobody's that are out of the game.
    fn seat_of(&self, place: Place) -> Option<Seat> {
        match place {
            Place::Hand(seat) | Place::Lead(seat) => Some(seat),
            Place::Laid(index) => Some(self.face_down[index].seat),
            Place::Out => None,
        }
    }

    /// Whether what lies in a place may lie face down there.
    fn may_be(&self, placed: &Placed, place: Place) -> bool {
        let pieces = placed.at(place);
        match place {
            Place::Hand(_) | Place::Out => true,
            Place::Lead(_) => (self.lead.iter()).any(|(_, leads)| leads.contains(&pieces)),
            Place::Laid(index) => {
                let play = &self.face_down[index];
                !pieces.meets(play.not) && !play.would_be_up(self.mine.variant, pieces)
            }
        }
    }
}

impl Placed {
    fn at(&self, place: Place) -> Pieces {
        match place {
            Place::Hand(seat) => self.hands[seat],
            Place::Lead(_) => self.lead.map_or(Pieces::EMPTY, |(_, lead)| lead),
            Place::Laid(index) => self.laid[index],
            Place::Out => self.out,
        }
    }

    fn at_mut(&mut self, place: Place) -> &mut Pieces {
        match place {
            Place::Hand(seat) => &mut self.hands[seat],
            Place::Lead(seat) => &mut self.lead.get_or_insert((seat, Pieces::EMPTY)).1,
            Place::Laid(index) => &mut self.laid[index],
            Place::Out => &mut self.out,
        }
    }
}
