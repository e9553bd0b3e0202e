//! Random settings for rooms of all kinds.

use giog_rules::Variant;
use giog_tests::Chance;
use serde_json::{Value, json};

use crate::games::facts;

/// The games for quick play: few, so that people meet.
const QUICK: [&str; 3] = ["giog", "sang-krip", "zhi-hu"];

/// The least time to claim a tile: the shortest allowed.
const SECOND_MS: u64 = 1_000;

fn one_of<T: Copy>(all: &[T], chance: &mut Chance) -> T {
    all[chance.below(all.len())]
}

/// A game for quick play; none for the default.
pub fn quick_variant(chance: &mut Chance) -> Value {
    if chance.one_in(2) {
        return Value::Null;
    }
    one_of(&QUICK, chance).into()
}

/// Unusual settings, and the password if there is one.
pub fn odd_settings(chance: &mut Chance) -> (Value, Option<String>) {
    // In the morning everybody is disconnected, and stand-ins finish the running matches.
    let short = Variant::ALL
        .into_iter()
        .filter(|&game| !facts(game).is_long);
    let variant = one_of(&short.collect::<Vec<_>>(), chance);
    let seats: Vec<usize> = variant.players().collect();
    let clock = match chance.below(4) {
        0 => json!({"kind": "none"}),
        1 => json!({"kind": "timed", "decision_ms": 1_000, "bank_ms": chance.below(500)}),
        _ => json!({"kind": "auto"}),
    };
    let mut settings = json!({
        "variant": variant,
        "seats": one_of(&seats, chance),
        "ceremony": one_of(&["players", "server"], chance),
        "clock": clock,
        "reveal_pause_ms": one_of(&[0, 0, 0, 50, 300], chance),
        "take_backs": !chance.one_in(3),
        "stand_in": one_of(&["bot", "default"], chance),
        "chat": one_of(&["free", "free", "phrases", "off"], chance),
        "spectators": !chance.one_in(3),
    });
    settings["options"] = facts(variant).options.clone();
    if let Variant::Tricks(variant) = variant
        && variant.bans_generals()
    {
        settings["options"] = json!({
            "general_ban": one_of(&["refuse", "behead"], chance),
            "beheading": one_of(&["forfeit", "last"], chance),
        });
    }
    if variant.has_windows() {
        settings["window_least_ms"] = SECOND_MS.into();
    }
    let access = one_of(
        &["public", "public", "public", "unlisted", "password"],
        chance,
    );
    settings["access"] = access.into();
    let password = (access == "password").then(|| format!("open {}", chance.below(3)));
    if let Some(password) = &password {
        settings["password"] = password.clone().into();
    }
    (settings, password)
}
