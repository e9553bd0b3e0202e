//! A match in several parts that go on side by side, as on two boards: a part with bots alone does not run away from people in another
//! one, who want to follow it, and may need what is captured there.

use giog_rules::Seat;

use super::{Player, Playing};

/// How many moves a part without people may be ahead of the part with people.
const MOST_MOVES_AHEAD: u32 = 2;

impl Playing {
    /// Whether the seat's part of the match has no people, and another one has: somebody who plays their own seat.
    pub fn follows_people(&self, seat: Seat) -> bool {
        self.people_beside(seat).is_some()
    }

    /// Whether the seat's decision waits until people in another part have played on. Nobody's clock runs meanwhile but theirs: only
    /// seats that bots and stand-ins play wait.
    pub fn is_too_far_ahead(&self, seat: Seat) -> bool {
        self.people_beside(seat).is_some_and(|other| {
            let moves = |seat| self.game.moves_in_part_of(seat);
            moves(seat) >= moves(other) + MOST_MOVES_AHEAD
        })
    }

    /// A person in another part of the match, if nobody in the seat's part is one.
    fn people_beside(&self, seat: Seat) -> Option<Seat> {
        let part = |seat| self.game.part_of(seat);
        let is_person = |player: &Player| !player.bot && player.away.is_none();
        let people = || {
            let players = self.seats.iter();
            let people = players.filter(|(_, player)| is_person(player));
            people.map(|(seat, _)| seat)
        };
        if people().any(|other| part(other) == part(seat)) {
            return None;
        }
        people().next()
    }
}
