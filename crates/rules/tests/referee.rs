//! The referee agrees with every worked case in `tests/vectors`.

use giog_rules::{Judgement, judge_line};
use serde_json::Value;

fn check(vectors: &str) {
    let mut disagreements = Vec::new();
    for case in vectors.lines() {
        let case: Value = serde_json::from_str(case).expect("a case is JSON");
        let line = case["line"]
            .as_str()
            .map_or_else(|| case["record"].to_string(), str::to_owned);
        let judgement = judge_line(&line)
            .expect("a case is no blank line")
            .to_string();
        let mut verdict: Value = serde_json::from_str(&judgement).expect("a verdict is JSON");
        let mut expected = case["verdict"].clone();
        if expected["status"] == "invalid" {
            // The error is any text.
            assert!(verdict["error"].is_string());
            verdict["error"].take();
            expected["error"].take();
        }
        if verdict != expected {
            disagreements.push(format!(
                "{}\n  expected {expected}\n  found    {verdict}",
                case["name"]
            ));
        }
    }
    assert!(
        disagreements.is_empty(),
        "{} cases:\n{}",
        disagreements.len(),
        disagreements.join("\n")
    );
}

#[test]
fn giog() {
    check(include_str!("vectors/giog.jsonl"));
}

#[test]
fn giog_wiki() {
    check(include_str!("vectors/giog-wiki.jsonl"));
}

#[test]
fn ju_ma_pao() {
    check(include_str!("vectors/ju-ma-pao.jsonl"));
}

#[test]
fn ju_ma_pao_30() {
    check(include_str!("vectors/ju-ma-pao-30.jsonl"));
}

#[test]
fn sang_krip() {
    check(include_str!("vectors/sang-krip.jsonl"));
}

#[test]
fn da_qi_luo_1() {
    check(include_str!("vectors/da-qi-luo-1.jsonl"));
}

#[test]
fn da_qi_luo_2() {
    check(include_str!("vectors/da-qi-luo-2.jsonl"));
}

#[test]
fn zhi_hu() {
    check(include_str!("vectors/zhi-hu.jsonl"));
}

#[test]
fn xiangqi() {
    check(include_str!("vectors/xiangqi.jsonl"));
}

#[test]
fn supply_chess() {
    check(include_str!("vectors/supply-chess.jsonl"));
}

#[test]
fn blind_chess() {
    check(include_str!("vectors/blind-chess.jsonl"));
}

#[test]
fn qi_guo_xiangxi() {
    check(include_str!("vectors/qi-guo-xiangxi.jsonl"));
}

#[test]
fn square_chess() {
    check(include_str!("vectors/square-chess.jsonl"));
}

#[test]
fn pong_hau_ki() {
    check(include_str!("vectors/pong-hau-ki.jsonl"));
}

#[test]
fn pai_gow() {
    check(include_str!("vectors/pai-gow.jsonl"));
}

#[test]
fn mahjong() {
    check(include_str!("vectors/mahjong.jsonl"));
}

#[test]
fn sic_bo() {
    check(include_str!("vectors/sic-bo.jsonl"));
}

#[test]
fn grand_hazard() {
    check(include_str!("vectors/grand-hazard.jsonl"));
}

#[test]
fn chuck_a_luck() {
    check(include_str!("vectors/chuck-a-luck.jsonl"));
}

/// What is done for those who do nothing, which these verdicts do not name.
#[test]
fn defaults_of_tiles_and_dice() {
    for vectors in [
        include_str!("vectors/pai-gow-defaults.jsonl"),
        include_str!("vectors/mahjong-defaults.jsonl"),
        include_str!("vectors/sic-bo-defaults.jsonl"),
        include_str!("vectors/grand-hazard-defaults.jsonl"),
        include_str!("vectors/chuck-a-luck-defaults.jsonl"),
    ] {
        for case in vectors.lines() {
            let case: Value = serde_json::from_str(case).expect("a case is JSON");
            let Some(Judgement::Tiles(verdict)) = judge_line(&case["record"].to_string()) else {
                panic!("{} is no record of tiles or dice", case["name"]);
            };
            let defaults = serde_json::to_value(&verdict.defaults).expect("actions are JSON");
            assert_eq!(defaults, case["defaults"], "{}", case["name"]);
        }
    }
}

#[test]
fn blank_lines_are_skipped() {
    assert_eq!(judge_line(" \t\r\n"), None);
    assert_eq!(judge_line(""), None);
}
