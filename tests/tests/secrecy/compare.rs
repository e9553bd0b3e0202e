//! Whether an observer could distinguish two runs of a match, or two matches.

use giog_rules::Observer;

use crate::played::{Again, Answered, Played};
use crate::script::observer;
use crate::table::Table;
use crate::test_server::Heard;

/// The first difference that the observer could notice, up to and with step `until`; none if there is none. `answers` are
/// the REST answers with one deal, to at least the requests that were sent with the other.
pub fn difference(
    played: &Played,
    until: usize,
    answers: &[Answered],
    again: &Again,
    seen_by: Observer,
) -> Option<String> {
    let done = &played.steps[until];
    let (heard, log) = (&played.heard[..done.heard], &played.log[..done.logged]);
    between(&played.table, (heard, answers, log), again, seen_by)
}

/// The same for frames, answers and log of one match, and of another one at the same table.
pub fn between(
    table: &Table,
    (heard, answers, log): (&[Heard], &[Answered], &str),
    other: &Again,
    seen_by: Observer,
) -> Option<String> {
    let answered = || {
        let mut others = other.answers.iter();
        others.find_map(|answered| answer(answers, answered))
    };
    frames(table, heard, &other.heard, seen_by)
        .or_else(answered)
        .or_else(|| first("the log", log, &other.log))
}

/// Frames must be the same, over the same connections, at the same moments, in the same order.
fn frames(table: &Table, before: &[Heard], after: &[Heard], seen_by: Observer) -> Option<String> {
    // Players may also watch.
    let seen = |heard: &&Heard| {
        let by = observer(table, heard.person);
        by == seen_by || by == Observer::Spectator
    };
    let mut before = before.iter().filter(seen);
    let mut after = after.iter().filter(seen);
    loop {
        match (before.next(), after.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => {
                let text = |heard: Option<&Heard>| heard.map_or("nothing".to_owned(), line);
                return first("a frame", &text(one), &text(other));
            }
        }
    }
}

fn line(heard: &Heard) -> String {
    let Heard {
        at_ms,
        person,
        visit,
        frame,
    } = heard;
    format!(
        "to p{}, connection {visit}, at {at_ms} ms: {frame}",
        person.0
    )
}

fn answer(before: &[Answered], after: &Answered) -> Option<String> {
    let question = &after.question;
    let same = before.iter().find(|before| before.question == *question);
    let before = same.map_or("nothing", |before| &before.answer);
    let caller = question
        .caller
        .map_or("anybody".to_owned(), |person| format!("p{}", person.0));
    first(
        &format!("what REST answers {caller}"),
        before,
        &after.answer,
    )
}

fn first(what: &str, before: &str, after: &str) -> Option<String> {
    let at = before
        .bytes()
        .zip(after.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    (before != after).then(|| {
        format!(
            "{what}, at byte {at}:\n  with the one deal:   {before}\n  with another deal:   {after}"
        )
    })
}
