//! Chooses legal actions in a match.

use serde_json::{Value, json};

use crate::Chance;

/// The names of the arguments of actions, in all games.
const ARGUMENTS: [&str; 15] = [
    "stack", "stacks", "sign", "end", "pieces", "low", "tile", "claim", "tiles", "bets", "move",
    "piece", "to", "at", "state",
];
/// The most points of a bet in tests.
const MOST_POINTS: usize = 5;

/// The action in a request or an answer.
pub(crate) fn action(act: &Value) -> Value {
    let mut action = json!({"do": act["do"]});
    for argument in ARGUMENTS {
        if !act[argument].is_null() {
            action[argument] = act[argument].clone();
        }
    }
    action
}

/// Pieces, from strongest to weakest.
const STRENGTH: &str = "KkAaEeRrHhCcPp";

/// The action in a request in the form in which servers send and record it: with the strongest pieces first.
pub(crate) fn canonical_action(act: &Value) -> Value {
    let mut action = action(act);
    if let Some(pieces) = action["pieces"].as_str() {
        let mut letters: Vec<char> = pieces.chars().collect();
        letters.sort_by_key(|&letter| STRENGTH.find(letter));
        action["pieces"] = letters.into_iter().collect::<String>().into();
    }
    action
}

/// Pieces in an order in which a client may write them.
fn in_any_order(pieces: &Value, chance: &mut Chance) -> Value {
    let mut left: Vec<char> = pieces.as_str().expect("a text").chars().collect();
    let mut written = String::new();
    while !left.is_empty() {
        written.push(left.swap_remove(chance.below(left.len())));
    }
    written.into()
}

/// A legal action for a decision: one of those that are listed, or the default if there are too many for a list. After `most_turns` of
/// their turns a player resigns, in games in which that is possible.
///
/// # Panics
/// If it is not a decision of a server.
pub fn choose(you: &Value, most_turns: u64, chance: &mut Chance) -> Value {
    let decision = &you["decision"];
    let can_give_up = you["may"].as_array().is_some_and(|kinds| {
        let mut kinds = kinds.iter();
        kinds.any(|kind| kind["do"] == "resign")
    });
    if can_give_up && you["turn"].as_u64() >= Some(most_turns) {
        return json!({"do": "resign"});
    }
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
        Some("split") => json!({"do": "split", "low": pick(&decision["choices"])}),
        Some("bet") => {
            let most = usize::try_from(decision["most"].as_u64().unwrap_or(0)).expect("few points");
            let points = chance.below(most.min(MOST_POINTS) + 1);
            let on = format!("single-{}", 1 + chance.below(6));
            let bets = [json!({"on": on, "points": points})];
            json!({"do": "bet", "bets": if points > 0 { &bets[..] } else { &[] }})
        }
        Some("claim") => {
            let mut claim = pick(&decision["choices"]).expect("legal claims are listed");
            claim["do"] = "claim".into();
            claim
        }
        Some("choose") => {
            let kind = pick(&decision["may"]).expect("something can be done");
            of_kind(&kind, pick(&kind["choices"]))
        }
        _ => panic!("an unknown decision: {decision}"),
    }
}

/// An action of a kind from a decision, with one of its choices.
fn of_kind(kind: &Value, choice: Option<Value>) -> Value {
    let verb = kind["do"].as_str().expect("a kind");
    let Some(choice) = choice else {
        return json!({"do": verb});
    };
    let field = match verb {
        "move" => "move",
        "ally" => "state",
        "discard" | "kong" => "tile",
        "drop" => {
            let text = choice.as_str().expect("a text");
            let (piece, to) = text.split_once('@').expect("a piece and a point");
            return json!({"do": verb, "piece": piece, "to": to});
        }
        _ => "at",
    };
    let mut action = json!({"do": verb});
    action[field] = choice;
    action
}
