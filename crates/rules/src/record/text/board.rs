//! Text for matches on boards.

use super::frame::{Sight, ending, played};
use super::line::{Style, wrapped};
use super::table::{Table, name};
use crate::families::boards::{
    BoardAction, BoardOutcome, BoardSight, BoardText, BoardTold, BoardView, GameFields, Ply,
    SeenBoardAction, SeenBoardEvent, SeenFields, State,
};
use crate::game::{Action, SeenEvent, Variant};
use crate::record::{Record, Replay, ReplayStep};
use crate::table::{BySeat, Observer, Seat};

/// Describes one match on a board to one observer.
#[derive(Clone, Debug)]
pub struct BoardNarrator {
    table: Table,
    style: Style,
}

impl BoardNarrator {
    pub(super) const fn new(table: Table, style: Style) -> Self {
        Self { table, style }
    }

    /// The heading: the game, how it is won, and who sits where.
    pub(super) fn heading(&self) -> Vec<String> {
        let Variant::Board(variant) = self.table.variant else {
            return Vec::new();
        };
        let info = variant.describe();
        self.table
            .heading(self.style, [&info.name, &info.name_chinese, &info.goal])
    }

    /// The name at a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.table.name(seat)
    }

    /// The names of all seats.
    pub(super) const fn names_mut(&mut self) -> &mut BySeat<String> {
        &mut self.table.names
    }

    /// The current state: the board, whose turn it is, and a draw offer.
    pub(super) fn picture(&self, view: &BoardView) -> Vec<String> {
        let mut lines = self.position(&view.position);
        lines.extend(self.turn(&view.position));
        if let Some(offer) = &view.position.offer {
            lines.extend(wrapped(
                0,
                &format!("{} offers a draw.", self.name(offer.by)),
            ));
        }
        if let Some(offer) = &view.position.take_back {
            let told = format!("{} asks to take back.", self.name(offer.by));
            lines.extend(wrapped(0, &told));
        }
        if let Some(outcome) = &view.outcome {
            lines.extend(over(outcome, &self.table.names));
        }
        lines
    }

    /// A line with whose turn it is, and with which army in seven kingdoms; empty when the match is over.
    fn turn(&self, at: &BoardSight) -> Vec<String> {
        if at.turn.is_empty() {
            return Vec::new();
        }
        let army = state(at).map(|state| format!(" ({}, {})", state.code(), state.letter()));
        let line = format!(
            "To move: {}{}.",
            self.names(&at.turn),
            army.unwrap_or_default()
        );
        wrapped(0, &line)
    }

    /// The lines for an event of a running match, with the board after it and, in seven kingdoms, whose turn it is.
    pub(super) fn tell(&self, event: &SeenBoardEvent) -> Vec<String> {
        let mut lines = tell(event, &self.table.names, None);
        let Some(at) = sight(event) else {
            return lines;
        };
        let is_changed = match event {
            SeenBoardEvent::Acted(acted) => {
                // If the match goes on after a resignation, the resigned pieces were removed from the board.
                let resigned = acted.action == BoardAction::Resign && !at.turn.is_empty();
                let is_back = acted.action == BoardAction::AcceptTakeBack;
                acted.action.is_on_board() || resigned || is_back
            }
            SeenBoardEvent::Told(_) => true,
        };
        if is_changed {
            lines.extend(self.position(at));
        }
        if state(at).is_some() {
            lines.extend(self.turn(at));
        }
        lines
    }

    /// The board, and whether the position is a repetition.
    fn position(&self, position: &BoardSight) -> Vec<String> {
        let mut lines = rows(position);
        let repeated = &position.repeated;
        if !repeated.is_empty() {
            let told = format!(
                "The same position for the second time, {} to move.",
                self.names(repeated)
            );
            lines.extend(wrapped(0, &told));
        }
        lines
    }

    fn names(&self, seats: &[Seat]) -> String {
        let names: Vec<&str> = seats.iter().map(|&seat| self.name(seat)).collect();
        names.join(", ")
    }
}

/// The position after an event; none at the end of the match.
fn sight(event: &SeenBoardEvent) -> Option<&BoardSight> {
    match event {
        SeenBoardEvent::Acted(acted) => Some(&acted.position),
        SeenBoardEvent::Told(told) => match told.as_ref() {
            BoardTold::SetUp { position, .. } => Some(position),
            BoardTold::Ended(_) => None,
        },
    }
}

/// In seven kingdoms, the state whose turn it is; none in other games, and when the match is over.
const fn state(at: &BoardSight) -> Option<State> {
    match &at.fields {
        SeenFields::Open(GameFields::Kingdoms { state, .. }) => *state,
        SeenFields::Open(_) | SeenFields::Blindfold { .. } => None,
    }
}

/// The rows of the board, one line each.
fn rows(position: &BoardSight) -> Vec<String> {
    let is_of_kingdoms = matches!(
        position.fields,
        SeenFields::Open(GameFields::Kingdoms { .. })
    );
    let boards = match &position.board {
        None => return Vec::new(),
        Some(BoardText::One(text)) => std::slice::from_ref(text),
        Some(BoardText::Two(texts)) => texts.as_slice(),
    };
    let of_board = |text: &String| -> Vec<String> {
        let (rows, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rows = rows
            .split('/')
            .map(|row| format!("  {}", drawn(row, is_of_kingdoms)));
        let rest = (!rest.is_empty()).then(|| format!("  {rest}"));
        rows.chain(rest).collect()
    };
    boards.iter().flat_map(of_board).collect()
}

/// A row with a dot for each empty point. In seven kingdoms a piece is the letter of its state and a code, and all points are two
/// characters wide.
fn drawn(row: &str, is_of_kingdoms: bool) -> String {
    let mut places: Vec<String> = Vec::new();
    let mut empty = 0;
    let mut rest = row.chars().peekable();
    while let Some(letter) = rest.next() {
        if let Some(digit) = letter.to_digit(10) {
            empty = empty * 10 + digit as usize;
            if !rest.peek().is_some_and(char::is_ascii_digit) {
                places.extend(std::iter::repeat_n(".".to_owned(), empty));
                empty = 0;
            }
        } else {
            let code = rest.next_if(|_| is_of_kingdoms && letter.is_ascii_lowercase());
            places.push([letter].into_iter().chain(code).collect());
        }
    }
    let width = if is_of_kingdoms { 2 } else { 1 };
    let places = places.iter().map(|place| format!("{place:>width$}"));
    places.collect::<Vec<_>>().join(" ")
}

/// The text of a finished match, as spectators or the given observer saw it.
pub(super) fn text(
    record: &Record,
    replayed: &Replay,
    names: &BySeat<String>,
    (sight, style): (Sight, Style),
) -> String {
    let observer = match sight {
        Sight::As(observer) => observer,
        Sight::Open => Observer::Spectator,
    };
    let table = Table {
        variant: record.variant,
        options: record.options,
        names: names.clone(),
    };
    let mut lines = BoardNarrator::new(table, style).heading();
    lines.extend(played(record));
    lines.push(String::new());
    let mut clocks = Clocks::default();
    for event in &replayed.opening {
        if let SeenEvent::Board(seen) = event.seen_by(observer) {
            lines.extend(tell(&seen, names, None));
            clocks.see(&seen);
        }
    }
    for step in &replayed.steps {
        let took_ms = clocks.took_ms(record.variant, step);
        for event in &step.events {
            if let SeenEvent::Board(seen) = event.seen_by(observer) {
                lines.extend(tell(&seen, names, took_ms));
                clocks.see(&seen);
            }
        }
    }
    lines.extend(ending(record));
    lines.join("\n")
}

/// Measures how long decisions took.
#[derive(Debug, Default)]
struct Clocks {
    /// For each board, the time of the last decision, of the resignation of a seat whose turn it was, or of a take-back.
    since_ms: [u64; 2],
    /// The seats whose turn it is.
    turn: Vec<Seat>,
}

impl Clocks {
    /// Notes whose turn it is after this event.
    fn see(&mut self, seen: &SeenBoardEvent) {
        if let Some(at) = sight(seen) {
            self.turn.clone_from(&at.turn);
        }
    }

    /// How long an action took, in milliseconds; none for actions that take no time of their own.
    fn took_ms(&mut self, variant: Variant, step: &ReplayStep) -> Option<u64> {
        let Action::Board(action) = &step.action else {
            return None;
        };
        let takes_time = match action {
            BoardAction::Ally { .. } | BoardAction::TimeOut => true,
            action => action.is_on_board(),
        };
        let gives_turn_up = match action {
            BoardAction::Resign => self.turn.contains(&step.seat),
            BoardAction::AcceptTakeBack => true,
            _ => false,
        };
        if !takes_time && !gives_turn_up {
            return None;
        }
        let board = match variant {
            Variant::Board(variant) => variant.board_of(step.seat),
            Variant::Tricks(_) | Variant::Tiles(_) => 0,
        };
        let since_ms = &mut self.since_ms[board];
        let before_ms = std::mem::replace(since_ms, step.at_ms);
        takes_time.then(|| step.at_ms.saturating_sub(before_ms))
    }
}

/// The time as a clock shows it; none if it is less than a second.
fn clock(took_ms: u64) -> Option<String> {
    let s = took_ms / 1_000;
    let (hours, minutes, s) = (s / 3_600, s / 60 % 60, s % 60);
    match (hours, minutes, s) {
        (0, 0, 0) => None,
        (0, ..) => Some(format!("{minutes}:{s:02}")),
        _ => Some(format!("{hours}:{minutes:02}:{s:02}")),
    }
}

/// The lines for an event, with the time that it took.
fn tell(seen: &SeenBoardEvent, names: &BySeat<String>, took_ms: Option<u64>) -> Vec<String> {
    match seen {
        SeenBoardEvent::Acted(acted) => {
            let mut line = action(acted, name(names, acted.seat));
            if let Some(took) = took_ms.and_then(clock) {
                line += ", ";
                line += &took;
            }
            wrapped(0, &line)
        }
        SeenBoardEvent::Told(told) => match told.as_ref() {
            BoardTold::SetUp { first, .. } => first
                .map(|seat| format!("{} begins.", name(names, seat)))
                .into_iter()
                .collect(),
            BoardTold::Ended(outcome) => {
                let mut lines = vec![String::new()];
                lines.extend(over(outcome, names));
                lines
            }
        },
    }
}

fn over(outcome: &BoardOutcome, names: &BySeat<String>) -> Vec<String> {
    let end = serde_json::to_value(outcome.end).unwrap_or_default();
    let end = end.as_str().unwrap_or_default().replace('_', " ");
    let winners = outcome.winners.iter().map(|&seat| name(names, seat));
    let winners: Vec<&str> = winners.collect();
    let won = if winners.len() == names.len() {
        "drawn".to_owned()
    } else {
        format!("won by {}", winners.join(" and "))
    };
    wrapped(0, &format!("The match is over ({end}): {won}."))
}

fn action(acted: &SeenBoardAction, name: &str) -> String {
    let number = acted.position.moves;
    match &acted.action {
        BoardAction::Place { at } => format!("{name} places a stone on {at}"),
        BoardAction::Remove { at } => format!("{name} removes the stone on {at}"),
        BoardAction::Ally { state } => format!("{name} chooses {state} as ally"),
        BoardAction::Resign => format!("{name} resigns"),
        BoardAction::OfferDraw => format!("{name} offers a draw"),
        BoardAction::AcceptDraw => format!("{name} accepts the draw"),
        BoardAction::DeclineDraw => format!("{name} declines the draw"),
        BoardAction::ProposeTakeBack => format!("{name} asks to take back"),
        BoardAction::AcceptTakeBack => format!("{name} agrees to take back; {number} moves stand"),
        BoardAction::DeclineTakeBack => format!("{name} declines to take back"),
        BoardAction::TimeOut => format!("{name} loses on time"),
        BoardAction::Move { points } => format!("{number}. {name}: {}", noted(acted, points)),
        BoardAction::Drop { piece, to } => {
            format!(
                "{number}. {name}: {}",
                noted(acted, &format!("{piece}@{to}"))
            )
        }
        BoardAction::Flip { at } => format!("{number}. {name}: {}", noted(acted, at)),
    }
}

/// A move in the notation of the game, or as it was sent if the game has no notation.
fn noted(acted: &SeenBoardAction, done: &str) -> String {
    let plies = match &acted.position.fields {
        SeenFields::Blindfold { notation, .. }
        | SeenFields::Open(GameFields::Chess { notation, .. }) => notation.as_slice(),
        SeenFields::Open(_) => &[],
    };
    match plies.last() {
        Some(Ply::Noted(_, text, one, two)) => format!("{text} ({two}, {one})"),
        Some(Ply::Plain(_, text)) => text.clone(),
        None => done.to_owned(),
    }
}
