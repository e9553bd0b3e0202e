//! Requests of clients, and settings of rooms in them.

use giog_protocol::client::Request;
use proptest::prelude::*;

use crate::damage::{altered, damaged_text, values};
use crate::{cases, corpus};

fn check(frame: &str) -> Result<(), TestCaseError> {
    match Request::decode(frame) {
        Ok(request) => {
            let again = serde_json::to_string(&request).expect("requests are JSON");
            let read = Request::decode(&again).map_err(|bad| bad.problem);
            prop_assert_eq!(read, Ok(request), "{}", again);
        }
        Err(bad) => prop_assert!(bad.problem.message.len() < 400, "{}", bad.problem.message),
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn requests_as_texts(frame in damaged_text(corpus("requests.jsonl"))) {
        check(&frame)?;
    }

    #[test]
    fn requests_as_values(request in altered(values(&corpus("requests.jsonl")))) {
        check(&request.to_string())?;
    }
}

#[test]
fn the_corpus_has_every_request() {
    let mut missing: Vec<&str> = Request::types().collect();
    for line in corpus("requests.jsonl") {
        let request = Request::decode(&line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
        let value = serde_json::to_value(&request).expect("requests are JSON");
        missing.retain(|kind| value["type"] != *kind);
    }
    assert_eq!(missing, Vec::<&str>::new());
}
