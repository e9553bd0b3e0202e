//! How seats opened a match, as its record says.

use giog_rules::{Record, Variant};
use serde_json::Value;

const TRICKS: &str = include_str!("../../../tests/corpus/records.jsonl");
/// Blind chess, which begins with pieces that are turned up, and pong hau k'i.
const BOARDS: &str = include_str!("../../../web/tests/boards.jsonl");
const TILES: &str = include_str!("../../../web/tests/tiles.jsonl");

fn opened(line: &str) -> (Variant, Vec<Option<String>>) {
    let record: Record = serde_json::from_str(line).expect("a record");
    (record.variant, record.openings())
}

#[test]
fn in_trick_games_it_is_the_first_play_that_a_seat_led() {
    let mut none = 0;
    for line in TRICKS.lines() {
        let (variant, openings) = opened(line);
        assert!(variant.has_openings());
        let record: Value = serde_json::from_str(line).expect("JSON");
        let tricks = record["result"]["tricks"].as_array().expect("tricks");
        assert_eq!(record["seats"], openings.len());
        for (seat, opening) in openings.iter().enumerate() {
            let mut led = tricks.iter().filter(|trick| trick["leader"] == seat);
            let first = led.next().map(|trick| &trick["plays"][seat]);
            assert_eq!(opening.as_deref(), first.and_then(Value::as_str));
            none += usize::from(opening.is_none());
        }
    }
    assert!(none > 0, "some seats led no trick");
}

#[test]
fn on_boards_it_is_the_first_move_unless_a_piece_was_turned_up_before() {
    let openings: Vec<_> = BOARDS.lines().map(|line| opened(line).1).collect();
    let moves = |texts: [&str; 2]| texts.map(|text| Some(text.to_owned())).to_vec();
    assert_eq!(openings, [vec![None, None], moves(["c1b2", "a1c1"])]);
}

#[test]
fn in_games_of_tiles_and_dice_there_is_none() {
    for line in TILES.lines() {
        let (variant, openings) = opened(line);
        assert!(!variant.has_openings());
        assert!(openings.iter().all(Option::is_none));
    }
}
