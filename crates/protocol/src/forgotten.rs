//! Texts that were stored, without the names of people who were forgotten.

use std::collections::BTreeSet;
use std::ops::Range;

use giog_rules::PlayerId;

use crate::name::FORGOTTEN;

/// What comes before the id of a [`crate::Person`] in every JSON text that was ever stored.
const PLAYER: &str = "\"player\":\"";
/// What comes between their id and their name.
const NAME: &str = "\",\"name\":\"";
/// The characters of an id.
const ID_CHARS: usize = 36;

/// A part of every such text.
pub const NAMED: &str = "\"name\":\"";

/// A text in which these people go by [`crate::PlayerName::forgotten`] wherever a [`crate::Person`] is written in it; nothing
/// where none of them is named by another name. All else stays to the byte. The text need be no JSON any more, so that
/// damaged ones name nobody either.
pub fn without_names(text: &str, players: &BTreeSet<PlayerId>) -> Option<String> {
    let mut without = String::new();
    let (mut copied, mut looked) = (0, 0);
    while let Some(at) = text[looked..].find(PLAYER) {
        looked += at + PLAYER.len();
        if let Some(name) = name_of(&text[looked..], players) {
            without.push_str(&text[copied..looked + name.start]);
            without.push_str(FORGOTTEN);
            copied = looked + name.end;
            looked = copied;
        }
    }
    (copied > 0).then(|| without + &text[copied..])
}

/// Where the name is in a text that begins with the id of somebody, if they are one of these and go by another name.
fn name_of(text: &str, players: &BTreeSet<PlayerId>) -> Option<Range<usize>> {
    let id = text.get(..ID_CHARS)?.parse().ok()?;
    let name = text[ID_CHARS..].strip_prefix(NAME)?;
    let start = text.len() - name.len();
    let end = start + text_len(name);
    let is_named = players.contains(&PlayerId(id)) && text[start..end] != *FORGOTTEN;
    is_named.then_some(start..end)
}

/// How long a JSON text is up to its closing quotation mark.
fn text_len(text: &str) -> usize {
    let mut escaped = false;
    let ends = |byte: u8| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    };
    text.bytes().position(ends).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{Occupant, Person, PlayerName};

    fn person(number: u128, name: &str) -> Person {
        Person {
            player: PlayerId(Uuid::from_u128(number)),
            name: PlayerName::restored(name),
        }
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
        let without = without_names(&before, &gone).expect("Lin is in it");
        assert_eq!(without, expected);
        assert_eq!(without_names(&without, &gone), None, "nothing is left");
        let damaged = without_names(&format!("#{before}"), &gone);
        assert_eq!(damaged, Some(format!("#{expected}")));
        let cut = before.split_once("Lin").expect("a name").0.len() + 2;
        let cut = without_names(&before[cut..], &gone);
        assert!(cut.is_some_and(|text| expected.ends_with(&text[2..])));
        for text in ["", "{", "[1,null]", r#"{"name":"Lin"}"#, r#""player":""#] {
            assert_eq!(without_names(text, &gone), None, "{text}");
        }
    }

    #[test]
    fn a_name_whose_end_is_lost_is_lost() {
        let lin = person(1, "Lin");
        let text = serde_json::to_string(&lin).expect("a text");
        let (start, _) = text.split_once("in\"").expect("a name");
        let without = without_names(start, &BTreeSet::from([lin.player]));
        assert_eq!(without, Some(start.replace('L', FORGOTTEN)));
    }
}
