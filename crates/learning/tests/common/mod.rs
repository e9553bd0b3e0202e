//! Tables and choices for tests.

#![allow(dead_code, reason = "every test uses a part")]

use std::sync::Arc;

use giog_bots::Numbers;
use giog_learning::Encoding;

/// A game, its number of seats, and options with which its matches are short.
pub const TABLES: &[(&str, usize, &str)] = &[
    ("giog", 4, "{}"),
    ("giog", 2, r#"{"general_ban":"behead"}"#),
    ("giog", 3, "{}"),
    ("giog-wiki", 4, "{}"),
    ("sang-krip", 4, "{}"),
    ("ju-ma-pao", 4, "{}"),
    ("ju-ma-pao-30", 3, "{}"),
    ("da-qi-luo-1", 4, "{}"),
    ("da-qi-luo-2", 4, "{}"),
    ("tam-cuc", 4, "{}"),
    ("zhi-hu", 4, "{}"),
    ("xiangqi", 2, "{}"),
    ("supply-chess", 4, "{}"),
    ("blind-chess", 2, "{}"),
    ("qi-guo-xiangxi", 7, "{}"),
    ("qi-guo-xiangxi", 5, "{}"),
    ("square-chess", 2, "{}"),
    ("square-chess", 2, r#"{"board":"7x7"}"#),
    ("pong-hau-ki", 2, "{}"),
    ("pai-gow", 4, r#"{"rounds":1}"#),
    ("mahjong", 4, r#"{"length":"hand"}"#),
    ("mahjong", 4, r#"{"length":"round","flowers":false}"#),
    ("sic-bo", 4, r#"{"rounds":4}"#),
    ("grand-hazard", 3, r#"{"rounds":2,"bank":"turns"}"#),
    ("chuck-a-luck", 8, r#"{"rounds":4,"any_triple":false}"#),
];

/// The encoding of a table.
pub fn encoding(game: &str, seats: usize, options: &str) -> Arc<Encoding> {
    let encoding = Encoding::new(game, Some(seats), options);
    Arc::new(encoding.unwrap_or_else(|error| panic!("{game} for {seats}: {error}")))
}

/// Any of these actions.
pub fn random(legal: &[u32], numbers: &mut Numbers) -> u32 {
    let count = u32::try_from(legal.len()).expect("few actions");
    assert!(count > 0, "who decides has a legal action");
    legal[numbers.below(count) as usize]
}
