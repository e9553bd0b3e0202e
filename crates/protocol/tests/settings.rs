//! Settings in requests, and the resulting settings of a room.

use giog_protocol::server::{Happened, Happening};
use giog_protocol::{Settings, SettingsInput};
use giog_rules::{Options, Variant};
use serde_json::{Value, json};

fn resolve(asked: Value) -> Result<Settings, String> {
    let input: SettingsInput = serde_json::from_value(asked).expect("settings");
    let resolved = input.resolve().map_err(|error| error.to_string());
    resolved.map(|(settings, _)| settings)
}

#[test]
fn settings_in_force_have_options_of_one_family_and_are_read_again_as_they_are() {
    for variant in Variant::ALL {
        let settings = resolve(json!({ "variant": variant })).expect("the usual settings");
        let Options {
            tricks,
            boards,
            tiles,
        } = settings.options;
        let usual = Options::default();
        let foreign = match variant {
            Variant::Tricks(_) => Options {
                tricks: usual.tricks,
                boards,
                tiles,
            },
            Variant::Board(_) => Options {
                boards: usual.boards,
                tricks,
                tiles,
            },
            Variant::Tiles(_) => Options {
                tiles: usual.tiles,
                tricks,
                boards,
            },
        };
        assert_eq!(foreign, usual, "{variant}");
        let stored = serde_json::to_vec(&settings).expect("JSON");
        let read: Settings = serde_json::from_slice(&stored).expect("settings");
        assert_eq!(read.check(), Ok(()), "{variant}");
        assert_eq!(read, settings);
    }
}

#[test]
fn an_option_of_another_family_is_refused_by_its_name_and_one_of_no_game_is_ignored() {
    for (variant, option, value) in [
        ("giog", "rounds", json!(5)),
        ("tam-cuc", "flowers", json!(true)),
        ("zhi-hu", "check", json!("table")),
        ("xiangqi", "rounds", json!(5)),
        ("xiangqi", "general_ban", json!("behead")),
        ("mahjong", "check", json!("table")),
        ("sic-bo", "beheading", json!("last")),
    ] {
        let refused = resolve(json!({ "variant": variant, "options": { option: value } }));
        let why = format!("{variant} has no option `{option}`");
        assert_eq!(refused, Err(why));
        let usual = resolve(json!({ "variant": variant }));
        let unknown = resolve(json!({ "variant": variant, "options": { "weather": "sun" } }));
        assert_eq!(unknown, usual);
        let left_out = resolve(json!({ "variant": variant, "options": { option: null } }));
        assert_eq!(left_out, usual);
    }
}

#[test]
fn what_happened_has_the_settings_before_and_after_a_change_and_is_read_without_them() {
    for variant in Variant::ALL {
        let [before, after] = ["public", "unlisted"]
            .map(|access| resolve(json!({ "variant": variant, "access": access })));
        let change = Happened {
            after: 4,
            what: Happening::Configured {
                before: before.ok().map(Box::new),
                settings: after.ok().map(Box::new),
            },
        };
        let sent = serde_json::to_value(&change).expect("JSON");
        let told = |of: &str| sent[of]["access"].clone();
        assert_eq!(
            (told("before"), told("settings")),
            (json!("public"), json!("unlisted"))
        );
        assert_eq!(sent["after"], json!(4));
        let read: Happened = serde_json::from_value(sent).expect("as it was sent");
        assert_eq!(read, change);
    }
    let older: Happened = serde_json::from_value(json!({"after": 4, "do": "configured"}))
        .expect("of an older server");
    let what = Happening::Configured {
        before: None,
        settings: None,
    };
    assert_eq!(older, Happened { after: 4, what });
}
