//! What a seat observes, as integers (`docs/ENCODING.md`). Everything is a function of the seat's view and decision.

mod boards;
mod mahjong;
mod tiles;
mod tricks;
mod writer;

use giog_rules::{Decision, Seat, Terms, VariantInfo, View};

pub use boards::grid;
pub use writer::{Field, Writer};

use boards::Boards;
use tiles::Tiles;
use tricks::Tricks;

/// Writes the observations of one game.
#[derive(Debug)]
pub enum Observer {
    /// Of a trick game.
    Tricks(Tricks),
    /// Of a game on a board.
    Boards(Boards),
    /// Of a game of tiles or dice.
    Tiles(Tiles),
}

impl Observer {
    /// That of a game.
    pub fn new(terms: &Terms) -> Self {
        let seats = terms.seats();
        match (terms, terms.variant().describe()) {
            (&Terms::Board(terms), _) => Self::Boards(Boards::new(terms)),
            (_, VariantInfo::Tiles(info)) => Self::Tiles(Tiles::new(&info, seats)),
            (_, VariantInfo::Tricks(info)) => Self::Tricks(Tricks::new(&info, seats)),
            (_, VariantInfo::Board(_)) => unreachable!("boards have terms of boards"),
        }
    }

    /// Writes an observation.
    ///
    /// # Panics
    /// If the view is of another family or of a spectator.
    pub fn write(&self, writer: &mut Writer<'_>, view: &View, decision: Option<&Decision>) {
        let you = view.you().expect("a seat observes");
        writer.put("decides", i32::from(decision.is_some()));
        match (self, view, decision) {
            (Self::Tricks(game), View::Tricks(view), decision) => {
                game.write(writer, you, view, decision.and_then(Decision::tricks));
            }
            (Self::Boards(game), View::Board(view), _) => game.write(writer, you, view),
            (Self::Tiles(game), View::Tiles(view), Some(Decision::Tiles(decision))) => {
                game.write(writer, you, view, Some(decision));
            }
            (Self::Tiles(game), View::Tiles(view), _) => game.write(writer, you, view, None),
            _ => panic!("a view of this game is observed"),
        }
    }
}

/// The seats as an observer counts them: 0 is the observer, 1 the next seat, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    you: Seat,
    seats: usize,
}

impl Around {
    pub const fn new(you: Seat, seats: usize) -> Self {
        Self { you, seats }
    }

    /// The place of a seat.
    pub const fn place(self, seat: Seat) -> usize {
        (seat.index() + self.seats - self.you.index()) % self.seats
    }

    /// The place of a seat, counted from 1; 0 for none.
    pub fn some(self, seat: Option<Seat>) -> i32 {
        seat.map_or(0, |seat| to_i32(self.place(seat)) + 1)
    }

    /// Marks the places of these seats with 1.
    pub fn mark(self, places: &mut [i32], seats: &[Seat]) {
        for &seat in seats {
            places[self.place(seat)] = 1;
        }
    }

    /// Puts a value of each seat, in the order of seats, into its place.
    pub fn spread<T>(self, places: &mut [i32], values: impl Iterator<Item = T>)
    where
        T: Into<i64>,
    {
        for (seat, value) in values.take(self.seats).enumerate() {
            places[self.place(Seat::new(seat))] = bounded(value.into());
        }
    }
}

/// A number that is small, or as much as fits.
pub fn bounded(number: i64) -> i32 {
    let bounds = i64::from(i32::MIN)..=i64::from(i32::MAX);
    let fitting = number.clamp(*bounds.start(), *bounds.end());
    i32::try_from(fitting).expect("it is within bounds")
}

/// A small number.
pub fn to_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
