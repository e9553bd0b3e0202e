//! What there is to do in a match, and what is done.

use serde_json::{Value, json};

use crate::Chance;

/// What a request, or what it is answered with, says to do.
pub(crate) fn action(act: &Value) -> Value {
    let mut action = json!({"do": act["do"]});
    for argument in ["stack", "stacks", "sign", "end", "pieces"] {
        if !act[argument].is_null() {
            action[argument] = act[argument].clone();
        }
    }
    action
}

/// Pieces, from strongest to weakest.
const STRENGTH: &str = "KkAaEeRrHhCcPp";

/// What a request says to do, as a server tells and records it: pieces strongest first, however they were written.
pub(crate) fn canonical_action(act: &Value) -> Value {
    let mut action = action(act);
    if let Some(pieces) = action["pieces"].as_str() {
        let mut letters: Vec<char> = pieces.chars().collect();
        letters.sort_by_key(|&letter| STRENGTH.find(letter));
        action["pieces"] = letters.into_iter().collect::<String>().into();
    }
    action
}

/// Pieces as a client may write them.
fn in_any_order(pieces: &Value, chance: &mut Chance) -> Value {
    let mut left: Vec<char> = pieces.as_str().expect("a text").chars().collect();
    let mut written = String::new();
    while !left.is_empty() {
        written.push(left.swap_remove(chance.below(left.len())));
    }
    written.into()
}

/// A legal action: one of those that are listed, or the default where there are too many for a list.
pub(crate) fn choose(decision: &Value, chance: &mut Chance) -> Value {
    let mut pick = |list: &Value| {
        let list = list.as_array()?;
        let index = chance.below(list.len());
        Some(list[index].clone())
    };
    match decision["do"].as_str() {
        Some(kind @ ("reveal" | "take" | "expose")) => {
            let stack = pick(&decision["stacks"]).expect("legal stacks are listed");
            json!({"do": kind, "stack": stack})
        }
        Some("play") => {
            let pieces = pick(&decision["plays"]);
            let pieces = pieces.unwrap_or_else(|| decision["default"]["pieces"].clone());
            json!({"do": "play", "pieces": in_any_order(&pieces, chance)})
        }
        Some("throw") => {
            json!({"do": "throw", "sign": pick(&decision["signs"]).expect("signs are listed")})
        }
        Some("end") => {
            json!({"do": "end", "end": pick(&decision["ends"]).expect("ends are listed")})
        }
        Some("order") => {
            let stacks = decision["stacks"].as_u64().expect("the number of stacks");
            let mut left: Vec<u64> = (0..stacks).collect();
            let draw = |_| left.swap_remove(chance.below(left.len()));
            json!({"do": "order", "stacks": (0..stacks).map(draw).collect::<Vec<_>>()})
        }
        Some("take_back") => json!({"do": "take_back"}),
        _ => panic!("an unknown decision: {decision}"),
    }
}
