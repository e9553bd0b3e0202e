//! Text for matches of trick games.

mod opening;
mod picture;
mod trick;
mod words;

use super::line::{Style, wrapped};
use super::table::{EventContext, Pace};
use crate::fairness::SealLabel;
use crate::families::tricks::{Options, Order, Pieces, SeenEvent, TurnOrder, Variant, View};
use crate::record::By;
use crate::table::{BySeat, Seat};

use words::{Words, mark};

/// What is known of a table before the first event.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The game.
    pub variant: Variant,
    /// The options in force.
    pub options: Options,
    /// For each seat the name of its player.
    pub names: BySeat<String>,
}

/// Describes one match to one observer, event by event.
#[derive(Clone, Debug)]
pub struct TrickNarrator {
    words: Words,
    names: BySeat<String>,
    pace: Pace,
    order: Option<Order>,
    heights: Vec<u8>,
    /// How many pieces everybody holds before the current trick; none before the deal.
    left: Option<u8>,
    throws: BySeat<By>,
    trick: Laid,
    captured: BySeat<u8>,
    /// How many pieces of tied tricks are set aside for the winner of the next trick.
    aside: u8,
    /// Plays that this observer saw when they were laid.
    seen: Vec<SealLabel>,
    /// Plays that were taken back.
    taken_back: Vec<SealLabel>,
}

/// A play in the current trick.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    pub pieces: BySeat<Option<Pieces>>,
    pub by: BySeat<By>,
    pub attempts: BySeat<u8>,
    pub lead: Option<Pieces>,
}

impl Laid {
    pub fn new(seats: usize) -> Self {
        Self {
            pieces: BySeat::new(seats),
            by: BySeat::new(seats),
            attempts: BySeat::new(seats),
            lead: None,
        }
    }
}

impl TrickNarrator {
    /// For a match that begins.
    pub(super) fn new(table: Table, style: Style, pace: Pace) -> Self {
        let seats = table.names.len();
        Self {
            words: Words::new(table.variant, table.options, style),
            names: table.names,
            pace,
            order: None,
            heights: Vec::new(),
            left: None,
            throws: BySeat::new(seats),
            trick: Laid::new(seats),
            captured: BySeat::new(seats),
            aside: 0,
            seen: Vec::new(),
            taken_back: Vec::new(),
        }
    }

    /// For a match that is running; `view` is the observer's view of it.
    pub(super) fn resumed(table: Table, style: Style, view: &View) -> Self {
        let mut narrator = Self::new(table, style, Pace::Live);
        narrator.heights.clone_from(&view.layout.heights);
        (narrator.captured, narrator.aside) = (view.captured, view.aside);
        if let Some(order) = &view.order {
            narrator.ordered(order);
        }
        let counted = view
            .trick
            .as_ref()
            .and_then(|trick| Some((trick, trick.count?)));
        let seat = view.hand_sizes.seats().next();
        let laid = counted.map_or(0, |(trick, count)| match seat {
            Some(seat) if trick.laid[seat] => count,
            _ => 0,
        });
        narrator.left = seat
            .map(|seat| view.hand_sizes[seat] + laid)
            .filter(|&left| left > 0);
        if let Some((trick, _)) = counted
            && let Some(pieces) = trick
                .in_turn
                .as_ref()
                .and_then(|turns| turns.up[trick.leader])
        {
            narrator.trick.lead = Some(pieces);
        }
        narrator
    }

    /// The heading: the game, how it is won, and who sits where.
    pub fn heading(&self) -> Vec<String> {
        let mut lines = self.words.heading(self.names.len());
        lines.extend(
            self.names
                .iter()
                .map(|(seat, name)| format!("Seat {seat}: {name}")),
        );
        lines
            .into_iter()
            .flat_map(|line| wrapped(0, &line))
            .collect()
    }

    /// The current state, for somebody who joins or asks for it.
    pub fn picture(&self, view: &View) -> Vec<String> {
        picture::lines(self, view)
    }

    /// The name at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat).map_or("nobody", String::as_str)
    }

    /// The names of all seats.
    pub(in crate::record::text) const fn names_mut(&mut self) -> &mut BySeat<String> {
        &mut self.names
    }

    /// The lines for an event; often none.
    pub(super) fn tell(&mut self, event: &SeenEvent, told: &EventContext<'_>) -> Vec<String> {
        match event {
            SeenEvent::Play { .. } => self.play(event, told.by),
            SeenEvent::TakeBack { seat, trick } => self.take_back(*seat, *trick, mark(told.by)),
            SeenEvent::Trick(trick) => self.trick(trick),
            SeenEvent::Over(outcome) => self.over(outcome, told.opened),
            before => self.before_the_lead(before, told.by, &told.hands),
        }
    }

    pub(super) fn pieces(&self, pieces: Pieces) -> String {
        self.words.style.pieces(pieces)
    }

    pub(super) fn ordered(&mut self, order: &[Seat]) {
        let seats = self.names.len();
        self.order = match (self.words.turn_order, order.first()) {
            (_, None) => None,
            (TurnOrder::Priority, _) => {
                let mut places = BySeat::new(seats);
                for (place, &seat) in (0..).zip(order) {
                    places[seat] = place;
                }
                Some(Order::of_priority(places))
            }
            (turns, Some(&first)) => Some(Order::of_turns(turns, first, seats)),
        };
    }

    pub(super) fn counts(&self, counts: BySeat<u8>) -> String {
        let each = counts
            .iter()
            .map(|(seat, count)| format!("{} {count}", self.name(seat)));
        each.collect::<Vec<_>>().join(", ")
    }
}
