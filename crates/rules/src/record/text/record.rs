//! A finished match from its record.

use super::line::wrapped;
use super::{Narrator, Pace, Style, Table, Told};
use crate::fairness::{SealLabel, Sealed};
use crate::families::tricks::{Event, Fact, Observer, Pack, Piece, Pieces, SeenEvent, Stack};
use crate::record::{BadRecord, By, Record, RecordStatus, replay};
use crate::table::{BySeat, Timestamp};

/// Stacks told in one line: as many of the highest as fit.
const STACKS_IN_A_LINE: usize = 4;

/// With whose eyes a finished match is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// With those of one who saw it then.
    As(Observer),
    /// With every piece face up, as the record has them.
    Open,
}

/// A finished match from its heading to its result. `names` says for each seat what its player is called.
pub fn record_text(
    record: &Record,
    names: &BySeat<String>,
    sight: Sight,
    style: Style,
) -> Result<String, BadRecord> {
    let replayed = replay(record)?;
    let table = Table {
        variant: record.variant,
        options: record.options,
        names: names.clone(),
    };
    let mut narrator = Narrator::new(table, style, Pace::Afterwards);
    let mut lines = narrator.heading();
    lines.extend(about(record, &narrator, sight));
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
        if matches!(event.fact, Fact::Play { lead: Some(_), .. }) {
            lines.push(String::new());
        }
        if matches!(event.fact, Fact::Over(_)) {
            lines.push(String::new());
        }
        lines.extend(tell(&mut narrator, event, by, sight));
    }
    if record.status == RecordStatus::Abandoned {
        lines.push(String::new());
        lines.push("The match was abandoned; nobody wins.".to_owned());
    }
    lines.push(String::new());
    Ok(lines.join("\n"))
}

fn about(record: &Record, narrator: &Narrator, sight: Sight) -> Vec<String> {
    let ceremony = match record.ceremony {
        crate::families::tricks::Ceremony::Players => {
            "Choices before the first lead: by the players."
        }
        crate::families::tricks::Ceremony::Server => "Choices before the first lead: by lot.",
    };
    let seen = match sight {
        Sight::Open => "Seen by nobody then: every piece is face up.".to_owned(),
        Sight::As(Observer::Spectator) => "Seen as spectators saw it.".to_owned(),
        Sight::As(Observer::Seat(seat)) => format!("Seen as {} saw it.", narrator.name(seat)),
    };
    let (began, ended) = (moment(record.started_at), moment(record.ended_at));
    let lines = [
        format!("Match {}, rules {}", record.match_id, record.rules),
        format!("Began {began}, ended {ended}"),
        ceremony.to_owned(),
        seen,
    ];
    lines
        .into_iter()
        .flat_map(|line| wrapped(0, &line))
        .collect()
}

/// A moment to the second.
fn moment(at: Timestamp) -> String {
    let text = at.to_string();
    match (text.get(..10), text.get(11..19)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => text,
    }
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

fn tell(narrator: &mut Narrator, event: &Event, by: By, sight: Sight) -> Vec<String> {
    let seen = match sight {
        Sight::As(observer) => event.seen_by(observer),
        Sight::Open => open(event),
    };
    let opened: Vec<(SealLabel, &str)> = event
        .opened()
        .iter()
        .map(|Sealed { label, text }| (*label, text.as_str()))
        .collect();
    narrator.tell(Told {
        event: &seen,
        by,
        opened: &opened,
        hands: hands(event, sight),
    })
}

/// What somebody would have seen who sees through pieces.
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
