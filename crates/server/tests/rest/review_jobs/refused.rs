//! What workers send that is no review, and reviews that are not wanted any more.

use giog_protocol::rest::ReviewJob;
use giog_review::ENGINE;
use giog_store::DeletedMatch;
use serde_json::{Value, json};

use super::{LINES, NOWHERE, Worker, finished, little, made, path};
use crate::common::TestServer;
use crate::table::Table;

#[tokio::test]
async fn what_is_not_written_as_an_engine_writes_it_is_refused_and_given_back() {
    let server = TestServer::with(little(), 0).await;
    let worker = Worker::new(&server, "clumsy").await;
    let table = finished(&server, json!({})).await;
    server.get(&path(&table, 0)).await.ok(202);
    let mut job = worker.job().await;
    let review = worker.review(&job).await;
    let text = serde_json::to_string(&review).expect("plain data");
    let long = format!("\"{}\"", "x".repeat(1_100 * 1024));
    assert_eq!(worker.put(&job, long).await.problem(413), "body_too_large");
    let other = text.replacen(&format!("\"engine\":{ENGINE}"), "\"engine\":3", 1);
    assert_eq!(worker.put(&job, other).await.problem(409), "other_engine");
    job = worker.job().await;
    let refused = worker.put(&job, format!(" {text}")).await;
    assert_eq!(refused.problem(400), "bad_request");
    // It was given back.
    assert_eq!(
        worker.submit(&job, &review).await.problem(404),
        "no_such_job"
    );
    job = worker.job().await;
    let refused = worker
        .put(&job, text.replacen('{', "{\"more\":1,", 1))
        .await;
    assert_eq!(refused.problem(400), "bad_request");
    // It was taken three times: the server computes it.
    assert_eq!(worker.take().await.status, 204);
    assert_eq!(made(&server, &table, 0, 0).await, review);
    assert!(worker.info().await["revoked"].is_null());
}

#[tokio::test]
async fn a_body_that_is_no_review_is_told_which_field_is_wrong() {
    let server = TestServer::with(little(), 0).await;
    let worker = Worker::new(&server, "clumsy").await;
    let table = finished(&server, json!({})).await;
    server.get(&path(&table, 0)).await.ok(202);
    let review = serde_json::to_value(worker.review(&worker.job().await).await).expect("JSON");
    let mut without = review.clone();
    without.as_object_mut().expect("it is one").remove("luck");
    let mut other = review.clone();
    other["variant"] = json!("xiangqi");
    // Whatever job it is of.
    let job: ReviewJob = serde_json::from_value(json!({
        "lease": NOWHERE, "match_id": table.match_id, "seat": 0, "lines": LINES, "ends_in_ms": 1,
    }))
    .expect("a job");
    for (body, told) in [
        (json!({}), "missing field `variant`"),
        (json!({ "variant": "sic-bo" }), "`variant`"),
        (without, "missing field `luck`"),
        (other, "missing field `accuracy`"),
    ] {
        let refused = worker.put(&job, body.to_string()).await;
        assert_eq!(refused.problem(400), "bad_request");
        let detail = refused.json()["detail"].clone();
        let detail = detail.as_str().expect("a text");
        assert!(detail.contains(told), "{told}: {detail}");
    }
}

#[tokio::test]
async fn a_match_that_is_deleted_while_its_review_waits_to_be_checked_leaves_nothing() {
    let mut settings = little();
    settings.limits.review_lines = 64;
    let server = TestServer::with(settings, 0).await;
    let worker = Worker::new(&server, "slow").await;
    let table = finished(&server, json!({})).await;
    let private = finished(&server, json!({ "access": "unlisted" })).await;
    server.get(&path(&table, 0)).await.ok(202);
    let job = worker.job().await;
    let review = worker.review(&job).await;
    // The server is busy with others.
    for seat in [0, 1] {
        server.get(&path(&private, seat)).await.ok(202);
    }
    assert_eq!(worker.submit(&job, &review).await.status, 202);
    let now = giog_rules::Timestamp::from_unix_ms(0);
    let left = DeletedMatch {
        match_id: job.match_id,
        ended_at: now,
        deleted_at: now,
        record_sha256: [0; 32],
        signer: [0; 32],
    };
    let deleted = server.store.delete_matches(server.fence, &[left]).await;
    assert_eq!(deleted.expect("it is deleted"), 1);
    for seat in [0, 1] {
        assert_eq!(made(&server, &private, seat, 0).await.worker, None);
    }
    // It is checked after those.
    for seat in [0, 2] {
        let gone = server.get(&path(&table, seat)).await;
        assert_eq!(gone.problem(410), "match_deleted");
    }
    made_anew(&server, &private).await;
    let info = worker.info().await;
    assert_eq!(
        (&info["revoked"], &info["reviews"]),
        (&Value::Null, &json!(0))
    );
    assert_eq!(worker.take().await.status, 204);
    assert_eq!(
        worker.submit(&job, &review).await.problem(404),
        "no_such_job"
    );
}

/// Waits until a further review of a table is made: what waited before is done then.
async fn made_anew(server: &TestServer, table: &Table) {
    server.get(&path(table, 3)).await.ok(202);
    assert_eq!(made(server, table, 3, 0).await.worker, None);
}
