//! `/review-jobs`: workers outside the server, honest, false, slow and vanished ones.

mod refused;

use std::time::Duration;

use axum::http::Method;
use giog_protocol::rest::{MatchReview, MistakeList, Review, ReviewJob};
use giog_review::{CHECKED, EFFORT, ENGINE, Effort};
use giog_rules::Record;
use giog_server::Settings;
use serde_json::{Value, json};

use crate::common::{Reply, TestServer, quiet};
use crate::table::{Table, began};

const JOBS: &str = "/api/v1/review-jobs";
const LINES: u32 = 16;
/// After how long it is looked again whether something has happened.
const LOOK: Duration = Duration::from_millis(50);
/// How often it is looked: many times as often as needed.
const LOOKS: usize = 2_000;
/// Longer than the server sleeps between two looks at a job.
const A_LOOK: Duration = Duration::from_millis(600);
const NOBODY: &str = "0000000000000000000000000000000000000000000000000000000000000000";
const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

fn little() -> Settings {
    let mut settings = quiet();
    settings.limits.review_lines = LINES;
    settings
}

/// A worker with its token.
struct Worker<'s> {
    server: &'s TestServer,
    id: String,
    token: String,
}

impl<'s> Worker<'s> {
    /// One that the operator has made, and that has asked once.
    async fn new(server: &'s TestServer, name: &str) -> Self {
        let made = server.operate(Method::POST, "/reviewers", json!({ "name": name }));
        let made = made.await.ok(201);
        assert_eq!(made["name"], name);
        let text = |field: &str| made[field].as_str().expect("a text").to_owned();
        let worker = Self {
            server,
            id: text("reviewer"),
            token: text("token"),
        };
        assert_eq!(worker.take().await.status, 204);
        worker
    }

    async fn send(&self, method: Method, path: &str, json: Value) -> Reply {
        let path = format!("{JOBS}{path}");
        let token = Some(self.token.as_str());
        self.server.send(method, &path, token, json).await
    }

    async fn take(&self) -> Reply {
        let input = json!({ "engine": ENGINE });
        self.send(Method::POST, "", input).await
    }

    /// The next job.
    async fn job(&self) -> ReviewJob {
        for _ in 0..LOOKS {
            let reply = self.take().await;
            if reply.status == 200 {
                return serde_json::from_slice(&reply.body).expect("a job");
            }
            assert_eq!(reply.status, 204, "{}", reply.json());
            assert_eq!(reply.header("retry-after"), "1");
            tokio::time::sleep(LOOK).await;
        }
        panic!("there is no job");
    }

    async fn review(&self, job: &ReviewJob) -> MatchReview {
        let path = format!("/api/v1/matches/{}/record", job.match_id);
        let record = self.server.get(&path).await;
        let record: Record = serde_json::from_slice(&record.body).expect("a record");
        let effort = Effort {
            lines: job.lines,
            ..EFFORT
        };
        let review = giog_review::review(&record, job.seat, effort, |_| ());
        let Ok(Review::Tricks(review)) = review else {
            panic!("{review:?}");
        };
        review
    }

    async fn put(&self, job: &ReviewJob, body: String) -> Reply {
        let path = format!("{JOBS}/{}/review", job.lease);
        let bearer = format!("Bearer {}", self.token);
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
        ];
        self.server
            .ask(Method::PUT, &path, &headers, Some(body))
            .await
    }

    async fn submit(&self, job: &ReviewJob, review: &MatchReview) -> Reply {
        let body = serde_json::to_string(review).expect("plain data");
        self.put(job, body).await
    }

    /// What the operator is told of it.
    async fn info(&self) -> Value {
        let list = self.server.operate(Method::GET, "/reviewers", Value::Null);
        let list = list.await.ok(200);
        let mut all = list["reviewers"].as_array().expect("a list").iter();
        let info = all.find(|one| one["reviewer"] == self.id.as_str());
        info.expect("it is listed").clone()
    }
}

async fn finished(server: &TestServer, settings: Value) -> Table {
    let mut table = began(server, &["Lin", "Wu", "Mei", "An"], settings).await;
    table.finish().await;
    table
}

fn path(table: &Table, seat: usize) -> String {
    format!("/api/v1/matches/{}/review?as={seat}", table.match_id)
}

/// The review of a seat, once it is made; the clock goes on by so much with each look.
async fn made(server: &TestServer, table: &Table, seat: usize, step_ms: i64) -> MatchReview {
    for _ in 0..LOOKS {
        let reply = server.get(&path(table, seat)).await;
        if reply.status == 200 {
            return serde_json::from_slice(&reply.body).expect("a review");
        }
        reply.ok(202);
        tokio::time::sleep(LOOK).await;
        server.clock.advance(step_ms);
    }
    panic!("it is never made");
}

/// The same review, as a worker says that is not stored.
fn without_worker(review: &MatchReview) -> MatchReview {
    MatchReview {
        worker: None,
        ..review.clone()
    }
}

#[tokio::test]
async fn what_a_worker_computes_is_told_with_what_the_server_has_checked() {
    let server = TestServer::with(little(), 0).await;
    let worker = Worker::new(&server, "in the cellar").await;
    let table = finished(&server, json!({})).await;
    server.get(&path(&table, 1)).await.ok(202);
    let job = worker.job().await;
    assert_eq!(job.match_id.to_string(), table.match_id);
    assert_eq!((job.seat.index(), job.lines), (1, LINES));
    let of_lease = format!("/{}", job.lease);
    let progress = json!({ "done": 2, "of": 7 });
    let renewed = worker
        .send(Method::PATCH, &of_lease, progress)
        .await
        .ok(200);
    assert_eq!(renewed["ends_in_ms"], job.ends_in_ms);
    tokio::time::sleep(A_LOOK).await;
    let asked = server.get(&path(&table, 1)).await.ok(202);
    assert_eq!((&asked["done"], &asked["of"]), (&json!(2), &json!(7)));
    let review = worker.review(&job).await;
    assert_eq!(worker.submit(&job, &review).await.status, 202);
    // It is nobody's job any more.
    let again = worker.submit(&job, &review).await;
    assert_eq!(again.problem(404), "no_such_job");
    let told = made(&server, &table, 1, 0).await;
    assert_eq!(without_worker(&told), review);
    let checked = told.worker.expect("a worker has computed it").checked;
    assert_eq!(checked.len(), CHECKED);
    let token = table.people[1].token();
    let mistakes = server.get_as(&token, "/api/v1/guests/me/mistakes");
    let mistakes: MistakeList = serde_json::from_value(mistakes.await.ok(200)).expect("a list");
    let named = review.decisions.iter();
    let named = named.filter(|decision| decision.mistake.is_some());
    assert_eq!(mistakes.mistakes.len(), named.count());
    for own in mistakes.mistakes {
        assert_eq!(own.by_worker, !checked.contains(&own.action));
    }
    let info = worker.info().await;
    assert_eq!(
        (&info["name"], &info["reviews"]),
        (&json!("in the cellar"), &json!(1))
    );
    assert!(info["seen_at"].is_string() && info["revoked"].is_null());
    // It is counted when whoever waits for it looks again.
    let is_counted = async || {
        let metrics = server.ask_operator(Method::GET, "/metrics", &[("host", "127.0.0.1")], None);
        let metrics = String::from_utf8(metrics.await.body).expect("a text");
        metrics.contains("giog_reviews_total{outcome=\"by_worker\"} 1")
    };
    for _ in 0..100 {
        if is_counted().await {
            return;
        }
        tokio::time::sleep(A_LOOK).await;
    }
    panic!("it is not counted");
}

#[tokio::test]
async fn a_false_review_takes_the_token_and_all_that_it_has_computed() {
    let server = TestServer::with(little(), 0).await;
    let worker = Worker::new(&server, "liar").await;
    let table = finished(&server, json!({})).await;
    server.get(&path(&table, 0)).await.ok(202);
    let job = worker.job().await;
    let honest = worker.review(&job).await;
    assert_eq!(worker.submit(&job, &honest).await.status, 202);
    assert!(made(&server, &table, 0, 0).await.worker.is_some());
    server.get(&path(&table, 1)).await.ok(202);
    server.get(&path(&table, 2)).await.ok(202);
    let (job, other) = (worker.job().await, worker.job().await);
    let really = worker.review(&job).await;
    let mut false_review = really.clone();
    for decision in &mut false_review.decisions {
        decision.hindsight[0].error += 1;
    }
    assert_eq!(worker.submit(&job, &false_review).await.status, 202);
    // The server has found what is true.
    assert_eq!(made(&server, &table, job.seat.index(), 0).await, really);
    for refused in [
        worker.take().await,
        worker.submit(&other, &really).await,
        worker
            .send(Method::DELETE, &format!("/{}", other.lease), Value::Null)
            .await,
    ] {
        assert_eq!(refused.problem(401), "reviewer_token_wanted");
    }
    let info = worker.info().await;
    assert_eq!(info["revoked"]["why"], "a review of it was false");
    // What it computed before is gone, and the server computes it, as nobody else is there.
    for seat in [0, other.seat.index()] {
        assert_eq!(made(&server, &table, seat, 1_000).await.worker, None);
    }
    assert_eq!(worker.info().await["reviews"], 0);
}

#[tokio::test]
async fn a_single_number_is_found_if_its_decision_is_chosen_and_else_it_is_the_workers_word() {
    let server = TestServer::with(little(), 1).await;
    let table = finished(&server, json!({})).await;
    let (mut found, mut stored) = (0, 0);
    for seat in 0..2 {
        let worker = Worker::new(&server, "liar").await;
        server
            .get_as(&table.people[seat].token(), &path(&table, seat))
            .await
            .ok(202);
        let job = worker.job().await;
        let really = worker.review(&job).await;
        let mut false_review = really.clone();
        let decision = &mut false_review.decisions[seat % 2];
        decision.choices[0].error += 1;
        let action = decision.action;
        assert_eq!(worker.submit(&job, &false_review).await.status, 202);
        let told = made(&server, &table, seat, 0).await;
        let is_revoked = worker.info().await["revoked"].is_object();
        if let Some(by) = &told.worker {
            assert_eq!(without_worker(&told), false_review);
            assert!(!by.checked.contains(&action) && !is_revoked);
            stored += 1;
        } else {
            assert!(told == really && is_revoked);
            found += 1;
        }
        server
            .operate(
                Method::DELETE,
                &format!("/reviewers/{}", worker.id),
                Value::Null,
            )
            .await;
    }
    println!("{found} found, {stored} stored");
}

#[tokio::test]
async fn a_lease_that_ends_goes_to_another_worker_and_what_comes_late_is_nothing() {
    let server = TestServer::with(little(), 0).await;
    let slow = Worker::new(&server, "slow").await;
    let table = finished(&server, json!({})).await;
    server.get(&path(&table, 3)).await.ok(202);
    let first = slow.job().await;
    for ms in [20_000, 9_900] {
        server.clock.advance(ms);
        tokio::time::sleep(A_LOOK).await;
    }
    let other = Worker::new(&server, "other").await;
    server.clock.advance(200);
    let second = other.job().await;
    assert_eq!((second.match_id, second.seat), (first.match_id, first.seat));
    let review = slow.review(&first).await;
    for late in [
        slow.submit(&first, &review).await,
        slow.send(
            Method::PATCH,
            &format!("/{}", first.lease),
            json!({ "done": 1, "of": 2 }),
        )
        .await,
        // The lease of another one.
        slow.submit(&second, &review).await,
        slow.send(Method::DELETE, &format!("/{}", second.lease), Value::Null)
            .await,
    ] {
        assert_eq!(late.problem(404), "no_such_job");
    }
    assert_eq!(other.submit(&second, &review).await.status, 202);
    let told = made(&server, &table, 3, 0).await;
    assert_eq!(without_worker(&told), review);
    assert_eq!(other.info().await["reviews"], 1);
    assert_eq!(slow.info().await["reviews"], 0);
}

#[tokio::test]
async fn what_no_worker_takes_or_sends_the_server_computes_in_the_end() {
    let server = TestServer::with(little(), 0).await;
    let worker = Worker::new(&server, "gone").await;
    let table = finished(&server, json!({})).await;
    // It takes one, and is not seen again.
    server.get(&path(&table, 0)).await.ok(202);
    let job = worker.job().await;
    assert_eq!(job.seat.index(), 0);
    for seat in [0, 1] {
        assert_eq!(made(&server, &table, seat, 500).await.worker, None);
    }
    // What it gives back is free at once.
    let back = Worker::new(&server, "busy").await;
    server.get(&path(&table, 2)).await.ok(202);
    let job = back.job().await;
    let given = back
        .send(Method::DELETE, &format!("/{}", job.lease), Value::Null)
        .await;
    assert_eq!(given.status, 204);
    let again = back.job().await;
    assert_eq!(again.seat, job.seat);
    assert_ne!(again.lease, job.lease);
}

#[tokio::test]
async fn jobs_are_of_public_matches_alone() {
    let server = TestServer::with(little(), 0).await;
    let worker = Worker::new(&server, "curious").await;
    for settings in [
        json!({ "access": "unlisted" }),
        json!({ "password": "secret" }),
    ] {
        let table = finished(&server, settings).await;
        server.get(&path(&table, 0)).await.ok(202);
        for _ in 0..10 {
            assert_eq!(worker.take().await.status, 204);
            tokio::time::sleep(LOOK).await;
        }
        assert_eq!(made(&server, &table, 0, 0).await.worker, None);
    }
    // The token opens nothing else.
    for path in ["/api/v1/guests/me", "/api/v1/guests/me/mistakes"] {
        assert_eq!(
            server.get_as(&worker.token, path).await.problem(401),
            "bad_token"
        );
    }
}

#[tokio::test]
async fn only_a_workers_token_of_the_servers_engine_takes_jobs() {
    let server = TestServer::with(little(), 0).await;
    let guest = server.person("Lin").await.token();
    let worker = Worker::new(&server, "one").await;
    let of_lease = format!("{JOBS}/{NOWHERE}");
    let of_review = format!("{of_lease}/review");
    for (method, path) in [
        (Method::POST, JOBS),
        (Method::PATCH, &of_lease),
        (Method::DELETE, &of_lease),
        (Method::PUT, &of_review),
    ] {
        for token in [None, Some(NOBODY), Some(&guest), Some("")] {
            let refused = server.send(method.clone(), path, token, json!({})).await;
            assert_eq!(refused.problem(401), "reviewer_token_wanted");
        }
    }
    let other = worker
        .send(Method::POST, "", json!({ "engine": ENGINE + 1 }))
        .await;
    assert_eq!(other.problem(409), "other_engine");
    let named = format!(
        "the server's engine has version {ENGINE}, the worker's {}",
        ENGINE + 1
    );
    assert_eq!(other.json()["detail"], named);
    for bad in [
        json!({}),
        json!({ "engine": "4" }),
        json!({ "engine": ENGINE, "more": 1 }),
    ] {
        assert_eq!(
            worker.send(Method::POST, "", bad).await.problem(400),
            "bad_request"
        );
    }
    // The operator's side.
    let bad = server
        .operate(Method::POST, "/reviewers", json!({ "name": " " }))
        .await;
    assert_eq!(bad.problem(400), "bad_request");
    let nowhere = format!("/reviewers/{NOWHERE}");
    let none = server.operate(Method::DELETE, &nowhere, Value::Null).await;
    assert_eq!(none.problem(404), "no_such_reviewer");
    let revoke = format!("/reviewers/{}", worker.id);
    assert_eq!(
        server
            .operate(Method::DELETE, &revoke, Value::Null)
            .await
            .status,
        204
    );
    let again = server.operate(Method::DELETE, &revoke, Value::Null).await;
    assert_eq!(again.problem(404), "no_such_reviewer");
    assert_eq!(worker.take().await.problem(401), "reviewer_token_wanted");
    for number in 1..64 {
        let name = format!("worker {number}");
        let made = server.operate(Method::POST, "/reviewers", json!({ "name": name }));
        made.await.ok(201);
    }
    // The revoked one makes place, and no other.
    let made = server
        .operate(Method::POST, "/reviewers", json!({ "name": "64" }))
        .await;
    made.ok(201);
    let refused = server
        .operate(Method::POST, "/reviewers", json!({ "name": "65" }))
        .await;
    assert_eq!(refused.problem(409), "too_many_reviewers");
}
