//! Text for events before the first lead: the layout, the choices, and who took which stacks.

use super::TrickNarrator;
use super::words::mark;
use crate::families::tricks::{Layout, Pieces, SeenEvent, Shape, ThrownRound};
use crate::record::By;
use crate::record::text::Pace;
use crate::record::text::line::{counted, listed, numbers, wrapped};
use crate::table::{BySeat, Seat};

impl TrickNarrator {
    /// The lines for an event before the first lead.
    pub(super) fn before_the_lead(
        &mut self,
        event: &SeenEvent,
        by: By,
        hands: &BySeat<Option<Pieces>>,
    ) -> Vec<String> {
        let mark = mark(by);
        match event {
            SeenEvent::Layout(layout) => self.layout(layout),
            SeenEvent::Reveal { seat, stack, piece } => {
                let piece = self.pieces([*piece].into_iter().collect());
                wrapped(
                    0,
                    &format!(
                        "{} turns up {piece} of stack {stack}{mark}.",
                        self.name(*seat)
                    ),
                )
            }
            SeenEvent::Ordered { order } => {
                self.ordered(order);
                let names = order
                    .iter()
                    .map(|&seat| self.name(seat))
                    .collect::<Vec<_>>();
                wrapped(0, &format!("Order: {}.", names.join(", ")))
            }
            SeenEvent::Expose {
                seat,
                stack,
                pieces,
            } => {
                let pieces = self.pieces(pieces.iter().copied().collect());
                wrapped(
                    0,
                    &format!(
                        "{} turns up stack {stack}{mark}: {pieces}.",
                        self.name(*seat)
                    ),
                )
            }
            SeenEvent::Throw { seat, sign, .. } => {
                self.throw(*seat, sign.map(crate::families::tricks::Sign::name), by)
            }
            SeenEvent::Thrown(round) => self.thrown(round),
            SeenEvent::Take { seat, stack } => wrapped(
                0,
                &format!("{} takes stack {stack}{mark}.", self.name(*seat)),
            ),
            SeenEvent::End { seat, end } => {
                let end = match end {
                    crate::families::tricks::RowEnd::Left => "left",
                    crate::families::tricks::RowEnd::Right => "right",
                };
                wrapped(
                    0,
                    &format!(
                        "{} names the {end} end to take from{mark}.",
                        self.name(*seat)
                    ),
                )
            }
            SeenEvent::Order { seat, stacks } => {
                let stacks = numbers(stacks);
                wrapped(
                    0,
                    &format!(
                        "{} names the order of taking{mark}: {stacks}.",
                        self.name(*seat)
                    ),
                )
            }
            SeenEvent::Dealt {
                taken, hand_size, ..
            } => self.dealt(taken, *hand_size, hands),
            _ => Vec::new(),
        }
    }

    fn layout(&mut self, layout: &Layout) -> Vec<String> {
        self.heights.clone_from(&layout.heights);
        let mut lines = wrapped(0, &laid_out(layout));
        for (seat, name) in self.names.iter().filter(|_| !layout.rows.is_empty()) {
            let row = (0..=u8::MAX)
                .zip(&layout.rows)
                .filter(|&(_, &of)| of == seat);
            let stacks: Vec<u8> = row.map(|(stack, _)| stack).collect();
            lines.extend(wrapped(2, &format!("Before {name}: {}.", numbers(&stacks))));
        }
        if let Some(seat) = layout.exposer {
            lines.extend(wrapped(
                0,
                &format!("{} is to turn up a stack.", self.name(seat)),
            ));
        }
        if let Some(dice) = &layout.dice {
            let thrown = dice
                .iter()
                .map(|(seat, die)| format!("{} {die}", self.name(seat)));
            let thrown: Vec<String> = thrown.collect();
            lines.extend(wrapped(0, &format!("Dice: {}.", thrown.join(", "))));
        }
        lines
    }

    fn throw(&mut self, seat: Seat, sign: Option<&str>, by: By) -> Vec<String> {
        self.throws[seat] = by;
        if self.pace == Pace::Afterwards {
            return Vec::new();
        }
        let sign = sign.unwrap_or("a hidden sign");
        wrapped(
            0,
            &format!("{} throws {sign}{}.", self.name(seat), mark(by)),
        )
    }

    fn thrown(&self, round: &ThrownRound) -> Vec<String> {
        let signs = round.signs.iter().filter_map(|(seat, sign)| {
            let mark = mark(self.throws[seat]);
            Some(format!(
                "{} {}{mark}",
                self.name(seat),
                sign.as_ref()?.name()
            ))
        });
        let signs: Vec<String> = signs.collect();
        let left = listed(round.contestants.iter().map(|&seat| self.name(seat)));
        let number = u32::from(round.round) + 1;
        wrapped(
            0,
            &format!("Throw {number}: {}. Still in: {left}.", signs.join(", ")),
        )
    }

    fn dealt(
        &mut self,
        taken: &BySeat<Vec<u8>>,
        dealt_each: Option<u8>,
        hands: &BySeat<Option<Pieces>>,
    ) -> Vec<String> {
        let mut stacks: Vec<u8> = taken.values().flatten().copied().collect();
        stacks.sort_unstable();
        stacks.dedup();
        let pieces: u8 = stacks
            .iter()
            .filter_map(|&stack| self.heights.get(usize::from(stack)))
            .sum();
        let from_stacks = usize::from(pieces) / self.names.len().max(1);
        let (what, each) = match dealt_each {
            Some(each) => ("The whole pack is dealt".to_owned(), each),
            None => (
                stacks_taken(stacks.len(), self.heights.len()),
                u8::try_from(from_stacks).unwrap_or_default(),
            ),
        };
        self.left = Some(each);
        let mut lines = wrapped(0, &format!("{what}; everybody holds {}.", counted(each)));
        for (seat, stacks) in taken.iter() {
            let taken = match stacks.as_slice() {
                [] => String::new(),
                [one] => format!("stack {one}"),
                several => format!("stacks {}", numbers(several)),
            };
            let hand = hands.get(seat).copied().flatten();
            let hand = hand.map_or_else(String::new, |hand| format!("hand {}", self.pieces(hand)));
            let both: Vec<String> = [taken, hand]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect();
            if !both.is_empty() {
                lines.extend(wrapped(
                    2,
                    &format!("{}: {}", self.name(seat), both.join(", ")),
                ));
            }
        }
        lines
    }
}

/// How many stacks are taken; the others are not used in the match.
fn stacks_taken(taken: usize, stacks: usize) -> String {
    if taken == stacks {
        "All stacks are taken".to_owned()
    } else {
        format!("{taken} of {stacks} stacks are taken")
    }
}

/// The layout of the pieces on the table.
fn laid_out(layout: &Layout) -> String {
    let shape = match layout.shape {
        Shape::Rows => "in rows, together a ring",
        Shape::Circle => "in a circle",
        Shape::Row => "in a row, stack 0 at the left end",
        Shape::Pack => return "The pack is shuffled.".to_owned(),
    };
    let count = layout.heights.len();
    let tall = layout.heights.first().copied().unwrap_or_default();
    let last = layout.heights.last().filter(|&&height| height != tall);
    let uneven = last.map_or_else(String::new, |height| format!(", the last of {height}"));
    format!("{count} stacks of {tall}{uneven} lie face down {shape}, numbered from 0.")
}
