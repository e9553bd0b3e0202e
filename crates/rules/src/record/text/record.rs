//! Text for finished matches, from their records.

use super::frame::{Sight, ending, played};
use super::line::{Style, wrapped};
use super::table::{EventContext, Pace};
use super::tricks::{Table, TrickNarrator};
use super::{board, tiles};
use crate::fairness::{SealLabel, Sealed};
use crate::families::tricks::{Ceremony, Event, Fact, Pack, Pieces, SeenEvent, Stack};
use crate::game::{self, Terms};
use crate::record::{BadRecord, By, Record, replay};
use crate::table::{BySeat, Observer, Piece};

/// How many stacks are written in one line: as many of the highest ones as fit.
const STACKS_IN_A_LINE: usize = 4;

/// The text of a finished match. `names` are the names of the players by seat.
pub fn record_text(
    record: &Record,
    names: &BySeat<String>,
    sight: Sight,
    style: Style,
) -> Result<String, BadRecord> {
    let replayed = replay(record)?;
    let terms = match record.terms()? {
        Terms::Tricks(terms) => terms,
        Terms::Board(_) => return Ok(board::text(record, &replayed, names, (sight, style))),
        Terms::Tiles(_) => return Ok(tiles::text(record, &replayed, names, (sight, style))),
    };
    let table = Table {
        variant: terms.variant(),
        options: terms.options(),
        names: names.clone(),
    };
    let mut narrator = TrickNarrator::new(table, style, Pace::Afterwards);
    let mut lines = narrator.heading();
    lines.extend(about(record, terms.ceremony(), &narrator, sight));
    if sight == Sight::Open {
        match &record.cards {
            Some(cards) => lines.extend(pack(cards, style)),
            None => lines.extend(stacks(&record.stacks, style)),
        }
    }
    lines.push(String::new());
    let opening = replayed.opening.iter().map(|event| (event, By::Player));
    let steps = replayed.steps.iter();
    let taken = steps.flat_map(|step| step.events.iter().map(|event| (event, step.by)));
    for (event, by) in opening.chain(taken) {
        let game::Event::Tricks(event) = event else {
            continue;
        };
        if matches!(event.fact, Fact::Play { lead: Some(_), .. }) {
            lines.push(String::new());
        }
        if matches!(event.fact, Fact::Over(_)) {
            lines.push(String::new());
        }
        lines.extend(tell(&mut narrator, event, by, sight));
    }
    lines.extend(ending(record));
    Ok(lines.join("\n"))
}

fn about(
    record: &Record,
    ceremony: Ceremony,
    narrator: &TrickNarrator,
    sight: Sight,
) -> Vec<String> {
    let ceremony = match ceremony {
        Ceremony::Players => "Choices before the first lead: by the players.",
        Ceremony::Server => "Choices before the first lead: by lot.",
    };
    let seen = match sight {
        Sight::Open => "Seen by nobody then: every piece is face up.".to_owned(),
        Sight::As(Observer::Spectator) => "Seen as spectators saw it.".to_owned(),
        Sight::As(Observer::Seat(seat)) => format!("Seen as {} saw it.", narrator.name(seat)),
    };
    let mut lines = played(record).to_vec();
    lines.extend([ceremony.to_owned(), seen]);
    lines.iter().flat_map(|line| wrapped(0, line)).collect()
}

fn pack(pack: &Pack, style: Style) -> Vec<String> {
    let text = format!(
        "Pack, the first piece dealt first: {}",
        in_order(pack.pieces(), style)
    );
    wrapped(0, &text)
}

/// Pieces in the order in which they lie.
fn in_order(pieces: &[Piece], style: Style) -> String {
    let codes: String = pieces.iter().map(|piece| piece.code()).collect();
    let characters: String = pieces.iter().map(|piece| piece.character()).collect();
    format!("{codes}{}", style.chinese(&characters))
}

fn stacks(stacks: &[Stack], style: Style) -> Vec<String> {
    let each = stacks
        .iter()
        .enumerate()
        .map(|(number, stack)| format!("{number} {}", in_order(stack.pieces(), style)));
    let each: Vec<String> = each.collect();
    let mut lines = vec!["Stacks, from bottom to top:".to_owned()];
    lines.extend(
        each.chunks(STACKS_IN_A_LINE)
            .map(|some| format!("  {}", some.join(", "))),
    );
    lines
}

fn tell(narrator: &mut TrickNarrator, event: &Event, by: By, sight: Sight) -> Vec<String> {
    let seen = match sight {
        Sight::As(observer) => event.seen_by(observer),
        Sight::Open => open(event),
    };
    let opened: Vec<(SealLabel, &str)> = event
        .opened()
        .iter()
        .map(|Sealed { label, text, .. }| (*label, text.as_str()))
        .collect();
    let told = EventContext {
        event: &game::SeenEvent::Tricks(seen.clone()),
        by,
        opened: &opened,
        hands: hands(event, sight),
    };
    narrator.tell(&seen, &told)
}

/// The event with all pieces visible.
fn open(event: &Event) -> SeenEvent {
    let mut seen = event.seen_by(Observer::Spectator);
    match (&event.fact, &mut seen) {
        (Fact::Play { pieces: laid, .. }, SeenEvent::Play { pieces, .. }) => *pieces = Some(*laid),
        (Fact::Trick(trick), SeenEvent::Trick(seen)) => {
            *seen = trick.seen_by(Observer::Spectator, true);
        }
        _ => {}
    }
    seen
}

fn hands(event: &Event, sight: Sight) -> BySeat<Option<Pieces>> {
    let Fact::Dealt { hands, .. } = &event.fact else {
        return BySeat::default();
    };
    hands.map(|seat, &hand| match sight {
        Sight::Open => Some(hand),
        Sight::As(observer) => observer.is(seat).then_some(hand),
    })
}
