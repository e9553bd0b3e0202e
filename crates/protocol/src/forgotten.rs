//! Removes the names of people whose data was deleted from stored texts.

use std::collections::BTreeSet;
use std::ops::Range;

use giog_rules::PlayerId;

use crate::name::FORGOTTEN;

/// The text before the id of a [`crate::Person`] in all stored JSON.
const PLAYER: &str = "\"player\":\"";
/// The text between the id and the name.
const NAME: &str = "\",\"name\":\"";
/// The texts around the tag, the engine and the version of a [`crate::DeclaredBot`], which follow a name.
const DECLARED: [&str; 4] = [
    "\",\"tag\":\"",
    "\",\"declared_bot\":{\"engine\":\"",
    "\",\"version\":\"",
    "\"}",
];
/// The characters of an id.
const ID_CHARS: usize = 36;

/// Every JSON text with the name of a person contains this.
pub const NAMED: &str = "\"name\":\"";

/// The text with [`crate::PlayerName::forgotten`] in place of these people's names, and without what they declared as bots, wherever a [`crate::Person`] is written in it; none
/// if there is nothing to replace. All other bytes stay the same. The text need not be valid JSON, nor UTF-8, so that names are removed
/// from damaged texts, too.
pub fn without_names(text: &[u8], players: &BTreeSet<PlayerId>) -> Option<Vec<u8>> {
    let mut without = Vec::new();
    let (mut copied, mut chunk_start) = (0_usize, 0);
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid();
        let mut looked = copied.saturating_sub(chunk_start);
        while let Some(at) = valid.get(looked..).and_then(|rest| rest.find(PLAYER)) {
            looked += at + PLAYER.len();
            let id = chunk_start + looked;
            if let Some(name) = name_of(&text[id..], players) {
                without.extend_from_slice(&text[copied..id + name.start]);
                without.extend_from_slice(FORGOTTEN.as_bytes());
                copied = id + name.end;
                if let Some(declared) = declared_of(&text[copied..]) {
                    without.extend_from_slice(&text[copied..copied + declared.start]);
                    copied += declared.end;
                }
                looked = copied - chunk_start;
            }
        }
        chunk_start += valid.len() + chunk.invalid().len();
    }
    if copied == 0 {
        return None;
    }
    without.extend_from_slice(&text[copied..]);
    Some(without)
}

/// The range of the name in a text that begins with a person's id, if it is one of these people and the name is not yet replaced.
fn name_of(text: &[u8], players: &BTreeSet<PlayerId>) -> Option<Range<usize>> {
    let (id, rest) = text.split_at_checked(ID_CHARS)?;
    let id = str::from_utf8(id).ok()?.parse().ok()?;
    let name = rest.strip_prefix(NAME.as_bytes())?;
    let start = text.len() - name.len();
    let end = start + text_len(name);
    let is_named = players.contains(&PlayerId(id)) && text[start..end] != *FORGOTTEN.as_bytes();
    is_named.then_some(start..end)
}

/// The range of what a person declared as a bot, in a text that begins behind their name, if they declared anything.
fn declared_of(text: &[u8]) -> Option<Range<usize>> {
    let mut rest = text;
    let mut start = 0;
    for (place, before) in DECLARED.iter().enumerate() {
        rest = rest.strip_prefix(before.as_bytes())?;
        if place + 1 < DECLARED.len() {
            rest = &rest[text_len(rest)..];
        }
        if place == 0 {
            // Behind the closing quotation mark of the tag.
            start = text.len() - rest.len() + 1;
        }
    }
    Some(start..text.len() - rest.len())
}

/// The length of a JSON string up to its closing quotation mark.
fn text_len(text: &[u8]) -> usize {
    let mut escaped = false;
    let ends = |&byte: &u8| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    };
    text.iter().position(ends).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{DeclaredBot, Occupant, Person, PlayerName};

    /// A text that was UTF-8 stays so.
    fn text_without(text: &str, players: &BTreeSet<PlayerId>) -> Option<String> {
        let without = without_names(text.as_bytes(), players);
        without.map(|text| String::from_utf8(text).expect("a text stays one"))
    }

    fn person(number: u128, name: &str) -> Person {
        Person {
            player: PlayerId(Uuid::from_u128(number)),
            name: PlayerName::restored(name),
            declared_bot: None,
        }
    }

    #[test]
    fn what_a_forgotten_bot_declared_is_removed_and_that_of_others_stays() {
        let bot = |number, engine: &str| Person {
            declared_bot: Some(Box::new(DeclaredBot::restored(engine, "1.2"))),
            ..person(number, "Lin")
        };
        let (lin, mei) = (bot(1, r#"ro"ck\et"#), bot(2, "comet"));
        let gone = BTreeSet::from([lin.player]);
        let text = |lin: &Person| serde_json::to_string(&[lin, &mei, lin]).expect("a text");
        let before = text(&lin);
        assert!(before.contains(r#""declared_bot":{"engine":"ro\"ck\\et","version":"1.2"}"#));
        let without = text_without(&before, &gone).expect("Lin is in it");
        assert_eq!(without, text(&Person::forgotten(lin.player)));
    }

    #[test]
    fn people_are_forgotten_wherever_they_are_named_and_nobody_else_is() {
        let lin = person(1, r#"Lin \ "7""#);
        let gone = BTreeSet::from([lin.player, PlayerId(Uuid::from_u128(9))]);
        let text = |lin: Person| {
            let seats = [
                Occupant::from(lin.clone()),
                Occupant::from(person(2, r#"Lin \ "7""#)),
                Occupant::Bot {
                    bot: "simple".to_owned(),
                },
            ];
            let said = r#""player":"00000000-0000-0000-0000-000000000001","name":"Lin""#;
            let said = serde_json::to_string(said).expect("a text");
            let seats = serde_json::to_string(&seats).expect("a text");
            let owner = serde_json::to_string(&lin).expect("a text");
            format!(
                r#"{{"said":{said},"deep":[{{"seats":{seats}}}],"owner":{owner},"name":"Lin"}}"#
            )
        };
        let (before, expected) = (text(lin.clone()), text(Person::forgotten(lin.player)));
        let without = text_without(&before, &gone).expect("Lin is in it");
        assert_eq!(without, expected);
        assert_eq!(text_without(&without, &gone), None, "nothing is left");
        let damaged = text_without(&format!("#{before}"), &gone);
        assert_eq!(damaged, Some(format!("#{expected}")));
        let cut = before.split_once("Lin").expect("a name").0.len() + 2;
        let cut = text_without(&before[cut..], &gone);
        assert!(cut.is_some_and(|text| expected.ends_with(&text[2..])));
        for text in ["", "{", "[1,null]", r#"{"name":"Lin"}"#, r#""player":""#] {
            assert_eq!(text_without(text, &gone), None, "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_hide_no_name_and_stay() {
        let (lin, mei) = (person(1, "Lin"), person(2, "Mei"));
        let gone = BTreeSet::from([lin.player]);
        let text = |lin: &Person| serde_json::to_vec(&[lin, &mei, lin]).expect("a text");
        let (before, expected) = (text(&lin), text(&Person::forgotten(lin.player)));
        let damage = b"\xf4\x80\xff".as_slice();
        for (start, end) in [(damage, b"".as_slice()), (b"", damage), (damage, damage)] {
            let without = without_names(&[start, &before, end].concat(), &gone);
            assert_eq!(without, Some([start, &expected, end].concat()));
        }
        // The text ends in the middle of a name.
        let name = br#""name":"L"#;
        let at = before.windows(name.len()).position(|part| part == name);
        let (start, end) = before.split_at(at.expect("it is there") + name.len());
        let without = without_names(&[start, damage, end].concat(), &gone);
        assert_eq!(without, Some(expected));
    }

    #[test]
    fn a_name_whose_end_is_lost_is_lost() {
        let lin = person(1, "Lin");
        let text = serde_json::to_string(&lin).expect("a text");
        let (start, _) = text.split_once("in\"").expect("a name");
        let without = text_without(start, &BTreeSet::from([lin.player]));
        assert_eq!(without, Some(start.replace('L', FORGOTTEN)));
    }
}
