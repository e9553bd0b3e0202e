//! How an operator could change a record afterwards, with the server's own key, and who would notice.

use giog_rules::fairness::{Hex, ServerSeed, Signer};
use giog_rules::{CheckName, Receipt, Record};
use giog_tests::{Server, Table, check_record, failures, forge, quick, seed};
use serde_json::json;

/// A match between two people, its record, and what one of them kept.
async fn played() -> (Record, Receipt, Signer) {
    let server = Server::start(quick()).await;
    let settings = json!({"seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let mut table = Table::set(server.address, &settings, &[true, true], 0, seed()).await;
    let match_id = table.play_match().await;
    let proven = check_record(server.address, server.key(), &table, &match_id).await;
    let record = serde_json::from_slice(&proven.bytes).expect("a record");
    let receipt = table.people[0].player.finished[0].receipt.clone();
    let signer = server.signer();
    server.stop().await;
    (record, receipt.expect("who played has a receipt"), signer)
}

#[tokio::test]
async fn a_record_dealt_otherwise_and_signed_again_fails_against_a_receipt() {
    let (record, receipt, signer) = played().await;
    let forged = forge(&record, ServerSeed::from(Hex([9; 32])), &signer).canonical_bytes();
    let key = [signer.public_key()];
    assert_eq!(
        failures(&forged, None, &key),
        [],
        "by itself it looks honest"
    );
    let failed = failures(&forged, Some(&receipt), &key);
    for check in [
        CheckName::ReceiptSeed,
        CheckName::ReceiptStart,
        CheckName::ReceiptCommitments,
    ] {
        assert!(failed.contains(&check), "{failed:?}");
    }
}

#[tokio::test]
async fn a_record_played_otherwise_and_signed_again_fails_against_a_receipt() {
    let (record, receipt, signer) = played().await;
    let server_seed = ServerSeed::from(record.fairness.server_seed);
    let forged = forge(&record, server_seed, &signer).canonical_bytes();
    let key = [signer.public_key()];
    assert_eq!(
        failures(&forged, None, &key),
        [],
        "by itself it looks honest"
    );
    let failed = failures(&forged, Some(&receipt), &key);
    assert_eq!(failed, [CheckName::ReceiptCommitments]);
}

#[tokio::test]
async fn a_record_that_is_altered_in_any_field_fails_though_it_is_signed_again() {
    let (record, receipt, signer) = played().await;
    let keys = [signer.public_key()];
    let original = serde_json::to_value(&record).expect("records are JSON");
    let other = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
    let stacks = original["stacks"].as_array().expect("a layout");
    let first = original["actions"][0]["seat"].as_u64().expect("a seat");
    let winner = original["result"]["winners"][0]
        .as_u64()
        .expect("somebody won");
    for (field, value) in [
        ("/rules", json!(2)),
        ("/match_id", json!(other)),
        ("/variant", json!("giog-wiki")),
        ("/options/beheading", json!("last")),
        ("/ceremony", json!("server")),
        ("/previous", json!(other)),
        ("/players/0/id", json!(other)),
        ("/stacks", stacks.iter().rev().cloned().collect()),
        ("/actions/0/stack", json!(31)),
        ("/actions/0/seat", json!(1 - first)),
        ("/result/winners", json!([1 - winner])),
        ("/fairness/server_seed", json!("00".repeat(32))),
        ("/fairness/seed_commitment", json!("00".repeat(32))),
        ("/fairness/entropy/0", json!("00")),
        ("/fairness/entropy_commitments/1", json!("00".repeat(32))),
        ("/fairness/start_signature", json!("00".repeat(64))),
        ("/fairness/commitments/0/commitment", json!("00".repeat(32))),
        ("/fairness/signer", json!("00".repeat(32))),
    ] {
        let mut altered = original.clone();
        let place = altered.pointer_mut(field);
        let place = place.unwrap_or_else(|| panic!("a record has {field}"));
        assert_ne!(*place, value, "{field} is altered");
        *place = value;
        let mut altered: Record = serde_json::from_value(altered).expect("it is still a record");
        let found = failures(&altered.canonical_bytes(), Some(&receipt), &keys);
        assert!(!found.is_empty(), "{field} altered");
        altered.signature = signer.sign_record(&altered.unsigned_bytes());
        let found = failures(&altered.canonical_bytes(), Some(&receipt), &keys);
        assert!(!found.is_empty(), "{field} altered and signed again");
    }
}
