//! The order of the players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::{BySeat, MAX_SEATS, Seat};

/// The order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// In the order found before the dealing.
    Priority,
    /// Clockwise.
    Clockwise,
    /// Counter-clockwise.
    CounterClockwise,
}

/// The order of the seats: of priority, or of turns from the first player on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    turns: TurnOrder,
    /// For each seat its place, from 0.
    place: BySeat<u8>,
    /// For each place its seat. Only the first places are used, as many as there are seats.
    at: [Seat; MAX_SEATS],
}

impl Order {
    /// An order of priority from the place of each seat.
    pub fn of_priority(place: BySeat<u8>) -> Self {
        Self::new(TurnOrder::Priority, place)
    }

    /// The order of turns from the first player on.
    pub fn of_turns(turns: TurnOrder, first: Seat, seats: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_SEATS")]
        let place = |seat: Seat| match turns {
            TurnOrder::CounterClockwise => ((first.index() + seats - seat.index()) % seats) as u8,
            TurnOrder::Clockwise | TurnOrder::Priority => {
                ((seat.index() + seats - first.index()) % seats) as u8
            }
        };
        Self::new(turns, BySeat::from_fn(seats, place))
    }

    /// The order from its seats, the first one first.
    pub fn of_seats(turns: TurnOrder, seats: &[Seat]) -> Self {
        let mut place = BySeat::new(seats.len());
        for (at, &seat) in (0..).zip(seats) {
            place[seat] = at;
        }
        Self::new(turns, place)
    }

    fn new(turns: TurnOrder, place: BySeat<u8>) -> Self {
        let mut at = [Seat::new(0); MAX_SEATS];
        for (seat, &place) in place.iter() {
            at[usize::from(place)] = seat;
        }
        Self { turns, place, at }
    }

    /// The seat's place, from 0.
    pub fn place(&self, seat: Seat) -> usize {
        usize::from(self.place[seat])
    }

    /// The seat at this place.
    pub fn at(&self, place: usize) -> Seat {
        self.at[place]
    }

    /// The seats in this order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.at.into_iter().take(self.place.len())
    }

    /// The seats in the order in which their plays of a trick count: the leader, then the others by turn or priority.
    pub fn led_by(self, leader: Seat) -> impl Iterator<Item = Seat> {
        let (seats, first) = (self.place.len(), self.place(leader));
        (0..seats).map(move |turn| {
            self.at(match self.turns {
                _ if turn == 0 => first,
                TurnOrder::Priority if turn <= first => turn - 1,
                TurnOrder::Priority => turn,
                _ if first + turn < seats => first + turn,
                TurnOrder::Clockwise | TurnOrder::CounterClockwise => first + turn - seats,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(order: Order, seats: &[usize], leader: usize, from_leader: &[usize]) {
        let numbers =
            |seats: &mut dyn Iterator<Item = Seat>| seats.map(Seat::index).collect::<Vec<_>>();
        assert_eq!(numbers(&mut order.seats()), seats);
        assert_eq!(numbers(&mut order.led_by(Seat::new(leader))), from_leader);
    }

    #[test]
    fn turns_go_round_and_priority_comes_after_the_leader() {
        let turns = |turns| Order::of_turns(turns, Seat::new(1), 4);
        check(turns(TurnOrder::Clockwise), &[1, 2, 3, 0], 3, &[3, 0, 1, 2]);
        check(
            turns(TurnOrder::CounterClockwise),
            &[1, 0, 3, 2],
            3,
            &[3, 2, 1, 0],
        );
        let places = [2, 0, 3, 1];
        let priority = Order::of_priority(BySeat::from_fn(4, |seat| places[seat.index()]));
        check(priority, &[1, 3, 0, 2], 0, &[0, 1, 3, 2]);
        check(priority, &[1, 3, 0, 2], 1, &[1, 3, 0, 2]);
    }
}
