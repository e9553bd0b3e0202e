//! The engines that levels are measured by are frozen.

mod engines;

use engines::{builtin, contest, run_with_records};
use giog_arena::{ArenaError, Before, OPEN_HANDED, Run, Seatings};
use giog_rules::Variant;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// What an engine lays in a deal of a game from each seat, among those who take the default: the first bytes of its hash.
fn laid(engine: &str, variant: Variant) -> u32 {
    let engines = [builtin(engine), builtin("default")];
    let contest = contest(variant, Seatings::Alone, &engines, "frozen");
    let (report, records) = run_with_records(&contest, &engines, 1, 2, Before::default());
    assert_eq!(report.faults(), 0);
    let mut hash = Sha256::new();
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).expect("a record is JSON");
        hash.update(record["actions"].to_string());
    }
    let bytes = hash.finalize();
    u32::from_be_bytes(std::array::from_fn(|at| bytes[at]))
}

#[test]
fn the_engines_that_levels_are_measured_by_lay_what_they_always_have() {
    let laid = ["giog", "da-qi-luo-2", "zhi-hu"].map(|game| {
        let variant = game.parse().expect("a game");
        ["crude", OPEN_HANDED].map(|engine| laid(engine, variant))
    });
    // If others are right, the figures of docs/BOTS.md have to be measured again.
    let always = [
        [0x6deb_e99e, 0xc1f5_82a1],
        [0x3214_f35c, 0x4ceb_b08e],
        [0xd9ac_baea, 0xea51_add8],
    ];
    assert_eq!(laid, always, "{laid:#x?}");
}

#[test]
fn they_play_trick_games_alone() {
    for variant in ["pong-hau-ki", "pai-gow"] {
        let variant = variant.parse().expect("a game");
        for engine in ["crude", OPEN_HANDED] {
            let engines = [builtin(engine), builtin("default")];
            let played = contest(variant, Seatings::Alone, &engines, "refused");
            let stopped = Run::new(&played, &engines, 1, 1).play(None, &mut |_| {});
            let error = stopped.expect_err("it stops").error;
            assert!(matches!(error, ArenaError::NotPlayed { .. }), "{error}");
        }
    }
}
