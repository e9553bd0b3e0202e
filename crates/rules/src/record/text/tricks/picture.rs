//! The current state of a match in lines, for somebody who joins or asks for it.

use super::TrickNarrator;
use crate::families::tricks::{OpenTrick, Pieces, View};
use crate::record::text::line::{counted, listed, numbers, wrapped};
use crate::table::Stage;

/// The lines for a view: what stays the same first, and what matters now last.
pub(super) fn lines(narrator: &TrickNarrator, view: &View) -> Vec<String> {
    let mut lines = match view.stage {
        Stage::Ceremony => before_the_lead(narrator, view),
        Stage::Play | Stage::Over => hands(narrator, view),
    };
    if !view.beheaded.is_empty() {
        let names = listed(view.beheaded.iter().map(|&seat| narrator.name(seat)));
        lines.extend(wrapped(0, &format!("Beheaded: {names}.")));
    }
    if let Some(hand) = view.hand.filter(|hand| !hand.is_empty()) {
        lines.extend(wrapped(0, &format!("Your hand: {}", narrator.pieces(hand))));
    }
    if let Some(trick) = &view.trick {
        lines.extend(open_trick(narrator, trick));
    }
    if let Some(outcome) = &view.outcome {
        lines.extend(narrator.outcome(outcome));
    }
    lines
}

fn before_the_lead(narrator: &TrickNarrator, view: &View) -> Vec<String> {
    let (mut free, mut taken, mut up) = (Vec::new(), Vec::new(), Vec::new());
    for (number, stack) in (0..=u8::MAX).zip(&view.stacks) {
        match stack.taken_by {
            Some(seat) => taken.push(format!("{number} by {}", narrator.name(seat))),
            None => free.push(number),
        }
        if !stack.up.is_empty() {
            let pieces: Pieces = stack.up.iter().copied().collect();
            up.push(format!("{number} {}", narrator.pieces(pieces)));
        }
    }
    let mut lines = wrapped(0, &format!("Stacks on the table: {}.", numbers(&free)));
    for (what, list) in [("Taken", taken), ("Turned up", up)] {
        if !list.is_empty() {
            lines.extend(wrapped(0, &format!("{what}: {}.", list.join(", "))));
        }
    }
    if let Some(throws) = &view.throws {
        let left = listed(throws.contestants.iter().map(|&seat| narrator.name(seat)));
        lines.extend(wrapped(0, &format!("Rock, paper, scissors among {left}.")));
    }
    lines
}

fn hands(narrator: &TrickNarrator, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(order) = &view.order {
        let names: Vec<&str> = order.iter().map(|&seat| narrator.name(seat)).collect();
        lines.extend(wrapped(0, &format!("Order: {}.", names.join(", "))));
    }
    let tricks = view.tricks.len();
    let captured = narrator.counts(view.captured);
    lines.extend(wrapped(
        0,
        &format!("Tricks finished: {tricks}. Captured: {captured}."),
    ));
    if view.aside > 0 {
        let aside = counted(view.aside);
        lines.extend(wrapped(
            0,
            &format!("Aside, for the winner of the next trick: {aside}."),
        ));
    }
    lines.extend(wrapped(
        0,
        &format!("In hand: {}.", narrator.counts(view.hand_sizes)),
    ));
    let known = view.known.iter().filter(|(_, pieces)| !pieces.is_empty());
    let known: Vec<String> = known
        .map(|(seat, &pieces)| format!("{} {}", narrator.name(seat), narrator.pieces(pieces)))
        .collect();
    if !known.is_empty() {
        lines.extend(wrapped(0, &format!("Known to all: {}.", known.join(", "))));
    }
    lines
}

fn open_trick(narrator: &TrickNarrator, trick: &OpenTrick) -> Vec<String> {
    let (number, leader) = (trick.trick + 1, narrator.name(trick.leader));
    let (Some(kind), Some(count)) = (trick.kind, trick.count) else {
        return wrapped(0, &format!("Trick {number}. {leader} is to lead."));
    };
    let said = narrator.words.said(kind);
    let mut lines = wrapped(
        0,
        &format!(
            "Trick {number}. {leader} has led {said}, {}.",
            counted(count)
        ),
    );
    if let Some(turns) = &trick.in_turn {
        for (seat, pieces) in turns.up.iter() {
            if let Some(pieces) = pieces {
                let best = if turns.best == Some(seat) {
                    ", the best so far"
                } else {
                    ""
                };
                let pieces = narrator.pieces(*pieces);
                lines.extend(wrapped(
                    2,
                    &format!("{}: {pieces}{best}", narrator.name(seat)),
                ));
            }
        }
    }
    let waiting = trick.laid.iter().filter(|(_, laid)| !**laid);
    let waiting = listed(waiting.map(|(seat, _)| narrator.name(seat)));
    lines.extend(wrapped(2, &format!("Still to lay: {waiting}.")));
    if let Some(yours) = trick.yours {
        lines.extend(wrapped(
            2,
            &format!("You have laid {}.", narrator.pieces(yours)),
        ));
    }
    if trick.last {
        lines.push("  It is the last trick.".to_owned());
    }
    lines
}
