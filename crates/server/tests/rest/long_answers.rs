//! Answers of some MiB, of which the server holds only a limited number in memory.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::response::Response;
use futures_util::future::join_all;
use giog_protocol::RoomId;
use giog_rules::{MatchId, Timestamp};
use giog_store::{Append, Fact, FinishedMatch, MatchStatus, StoredRecord};
use serde_json::json;
use uuid::Uuid;

use crate::common::{Reply, TestServer, quiet};
use crate::table::began;

/// Bytes of a long record: two of them are within the limit of one address.
const LONG: usize = 7 * 1024 * 1024;
/// Bytes of a short one.
const SHORT: usize = 10_000;
/// Requests at once.
const MANY: usize = 20;
/// The most attempts for one of them.
const TRIES: usize = 30;

/// The result of any match.
async fn result(server: &TestServer) -> String {
    let mut table = began(server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let record = format!("/api/v1/matches/{}/record", table.match_id);
    server.get(&record).await.json()["result"].to_string()
}

/// The path of a finished match whose record has this number of random bytes.
async fn finished(server: &TestServer, number: u128, record_bytes: usize) -> String {
    let (room, match_id) = (RoomId(Uuid::from_u128(number)), Uuid::from_u128(number));
    let mut state = 1_u64;
    let letters = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        b'a' + (state >> 60).to_le_bytes()[0]
    });
    let mut record = format!(r#"{{"result":{},"actions":""#, result(server).await).into_bytes();
    record.extend(letters.take(record_bytes - record.len() - 2));
    record.extend(b"\"}");
    let at = Timestamp::from_unix_ms(0);
    let finished = FinishedMatch {
        match_id: MatchId(match_id),
        room,
        variant: "giog".to_owned(),
        seats: 2,
        status: MatchStatus::Over,
        end: None,
        clock: None,
        listed: true,
        started_at: at,
        ended_at: at,
        players: Vec::new(),
        openings: Vec::new(),
        record: StoredRecord::new(record),
    };
    let append = Append {
        room,
        index: 0,
        body: String::new(),
        facts: vec![Fact::RoomOpened { room, at }, Fact::MatchFinished(finished)],
        floor: None,
    };
    let stored = server.commit.try_submit(append).expect("a place");
    stored.await.expect("an answer").expect("it is stored");
    format!("/api/v1/matches/{match_id}")
}

fn address(last: u8) -> IpAddr {
    [192, 0, 2, last].into()
}

/// The final answer: if a busy machine takes too long to decompress a record, the request is repeated.
async fn get(server: &TestServer, from: IpAddr, path: &str) -> Response {
    for _ in 0..TRIES {
        let answer = server.get_from(from, path).await;
        if answer.status() != 503 {
            return answer;
        }
        let timed_out = Reply::read(answer).await;
        assert_eq!(timed_out.problem(503), "timed_out");
    }
    panic!("{path} takes too long");
}

async fn get_at_once(server: &TestServer, from: IpAddr, path: &str) -> Vec<Response> {
    join_all((0..MANY).map(|_| get(server, from, path))).await
}

/// The successful answers; the others are refused with a waiting time.
async fn given(answers: Vec<Response>) -> Vec<Response> {
    let mut given = Vec::new();
    for answer in answers {
        if answer.status() == 200 {
            given.push(answer);
        } else {
            let refused = Reply::read(answer).await;
            assert_eq!(refused.problem(429), "rate_limited");
            assert!(!refused.header("retry-after").is_empty());
        }
    }
    given
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_holds_so_many_bytes_of_long_records_and_others_get_theirs() {
    let server = TestServer::new().await;
    let long = format!("{}/record", finished(&server, 1, LONG).await);
    let short = format!("{}/record", finished(&server, 2, SHORT).await);
    let answers = get_at_once(&server, address(1), &long).await;
    let held = given(answers).await;
    assert_eq!(held.len(), 2);
    // Short answers are not counted, and another address has its own limit.
    for (from, path, bytes) in [(1, &short, SHORT), (2, &long, LONG)] {
        let answer = Reply::read(get(&server, address(from), path).await).await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (200, bytes));
    }
    // An answer counts until its last bytes are dropped, which may be long after the connection has taken them.
    let mut bodies = Vec::new();
    for answer in held {
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
        bodies.push(body.expect("all of it").slice(LONG - 1..));
    }
    let answers = get_at_once(&server, address(1), &long).await;
    assert_eq!(given(answers).await.len(), 0);
    drop(bodies);
    let answer = Reply::read(get(&server, address(1), &long).await).await;
    assert_eq!(answer.body.len(), LONG);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_record_is_paid_for_before_the_next_one_is_read() {
    let mut settings = quiet();
    settings.limits.address_cost_burst = NonZeroU32::new(250_000).expect("not zero");
    settings.limits.address_cost_per_second = NonZeroU32::new(1).expect("not zero");
    let server = TestServer::with(settings, 0).await;
    let path = finished(&server, 1, LONG).await;
    // Only the result of the match is requested, so nothing is refused; all bytes are still read.
    let answers = get_at_once(&server, address(1), &path).await;
    let mut given = 0;
    for answer in answers {
        let reply = Reply::read(answer).await;
        if reply.status == 200 {
            given += 1;
        } else {
            assert_eq!(reply.problem(429), "rate_limited");
        }
    }
    // The burst pays for three, and another one may be read meanwhile.
    assert!((1..=4).contains(&given), "{given} of {MANY}");
    let other = get(&server, [198, 51, 100, 1].into(), &path).await;
    assert_eq!(other.status(), 200);
}
