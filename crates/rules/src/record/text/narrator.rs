//! From what happens, as an observer sees it, to lines.

use super::line::wrapped;
use super::words::{Words, mark};
use super::{Style, picture};
use crate::fairness::SealLabel;
use crate::families::tricks::{Options, Order, Pieces, SeenEvent, TurnOrder, Variant, View};
use crate::record::By;
use crate::table::{BySeat, Seat};

/// What is told of a table before anything happens at it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub variant: Variant,
    /// The options in force.
    pub options: Options,
    /// For each seat what its player is called; a computer player's name ends with `[bot]`.
    pub names: BySeat<String>,
}

/// When plays are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As they are laid, since somebody is waiting.
    Live,
    /// With their trick, for a reader.
    Afterwards,
}

/// Something that happened, with what is known beside it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What happened, as the observer saw it.
    pub event: &'a SeenEvent,
    /// Who did it.
    pub by: By,
    /// What was laid hidden and is opened with it.
    pub opened: &'a [(SealLabel, &'a str)],
    /// The hands that the observer may see with it.
    pub hands: BySeat<Option<Pieces>>,
}

/// Tells one match to one observer, event by event.
#[derive(Clone, Debug)]
pub struct Narrator {
    pub(super) words: Words,
    pub(super) names: BySeat<String>,
    pub(super) pace: Pace,
    pub(super) order: Option<Order>,
    pub(super) heights: Vec<u8>,
    /// How many pieces everybody holds before the trick that is being played; none before the dealing.
    pub(super) left: Option<u8>,
    pub(super) throws: BySeat<By>,
    pub(super) trick: Laid,
    pub(super) captured: BySeat<u8>,
    /// Plays that this observer saw when they were laid.
    pub(super) seen: Vec<SealLabel>,
    /// Plays that were taken back.
    pub(super) taken_back: Vec<SealLabel>,
}

/// What lies in the trick that is being played.
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

impl Narrator {
    /// For a match that begins.
    pub fn new(table: Table, style: Style, pace: Pace) -> Self {
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
            seen: Vec::new(),
            taken_back: Vec::new(),
        }
    }

    /// For a match that has begun, of which the observer sees the whole picture.
    pub fn resumed(table: Table, style: Style, view: &View) -> Self {
        let mut narrator = Self::new(table, style, Pace::Live);
        narrator.heights.clone_from(&view.layout.heights);
        narrator.captured = view.captured;
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

    /// What is played, how it is won, and who sits where.
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

    /// The whole picture, for somebody who comes in or wants to look again.
    pub fn picture(&self, view: &View) -> Vec<String> {
        picture::lines(self, view)
    }

    /// What is called at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat).map_or("nobody", String::as_str)
    }

    /// What to tell of it; often nothing.
    pub fn tell(&mut self, told: Told<'_>) -> Vec<String> {
        match told.event {
            SeenEvent::Play { .. } => self.play(told.event, told.by),
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
