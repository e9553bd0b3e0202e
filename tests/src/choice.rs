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
        Some("play") => match pick(&decision["plays"]) {
            Some(pieces) => json!({"do": "play", "pieces": pieces}),
            None => decision["default"].clone(),
        },
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
