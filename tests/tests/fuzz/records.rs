//! Records: the referee and the verification.

use giog_rooms::replayed_events;
use giog_rules::{Observer, Proof, Record, judge_line, replay, verify};
use proptest::prelude::*;

use crate::damage::{altered, damaged, values};
use crate::{cases, corpus};

/// All readers of records return a result for it; an altered record is never valid.
fn check(bytes: &[u8], original: &[String]) -> Result<(), TestCaseError> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let judged = judge_line(text);
        prop_assert_eq!(judged.is_none(), text.trim().is_empty(), "{}", text);
    }
    let report = verify(bytes, None, &[]);
    let told = serde_json::to_string(&report).expect("reports are JSON");
    prop_assert!(!told.is_empty());
    let same = original.iter().any(|line| line.as_bytes() == bytes);
    prop_assert!(same || report.verdict != Proof::Pass);
    if let Ok(record) = serde_json::from_slice::<Record>(bytes) {
        let _ = replay(&record);
        let _ = replayed_events(&record, Observer::Spectator);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn records_as_texts(bytes in damaged(corpus("records.jsonl").into_iter().map(String::into_bytes).collect())) {
        check(&bytes, &corpus("records.jsonl"))?;
    }

    #[test]
    fn records_as_values(record in altered(values(&corpus("records.jsonl")))) {
        check(record.to_string().as_bytes(), &corpus("records.jsonl"))?;
    }
}
