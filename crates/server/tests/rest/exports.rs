//! `/matches.ndjson`, and that of a player.

use std::io::Read as _;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::Method;
use flate2::read::GzDecoder;
use futures_util::StreamExt as _;
use giog_rules::{Proof, verify};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::common::{Reply, TestServer, quiet};
use crate::table::{Table, began};

/// How long a paced export is waited for before the clock goes on.
const MOMENT: Duration = Duration::from_millis(50);
/// What an address may use at once in the test of that, in microseconds: more than four matches cost.
const BURST: u32 = 3_000_000;

/// Finished matches of different people, the oldest first; the last one is unlisted.
async fn played(server: &TestServer) -> Vec<Table> {
    let mut tables = Vec::new();
    for (names, settings) in [
        (["Lin", "Wu"], json!({})),
        (["Mei", "An"], json!({ "variant": "zhi-hu" })),
        (["Bo", "Su"], json!({})),
        (["Lin", "Wu"], json!({ "access": "unlisted" })),
    ] {
        let mut table = began(server, &names, settings).await;
        table.finish().await;
        tables.push(table);
        server.clock.advance(60_000);
    }
    tables
}

fn lines(reply: &Reply) -> Vec<Value> {
    assert_eq!(
        reply.status,
        200,
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
    assert_eq!(reply.header("content-type"), "application/x-ndjson");
    read(&reply.body)
}

fn read(body: &[u8]) -> Vec<Value> {
    let text = str::from_utf8(body).expect("text");
    assert!(text.is_empty() || text.ends_with('\n'));
    let line = |line| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(line).collect()
}

fn ids(lines: &[Value]) -> Vec<&str> {
    let ids = lines.iter();
    ids.filter_map(|line| line["match_id"].as_str()).collect()
}

#[tokio::test]
async fn all_listed_matches_are_lines_from_the_oldest_on_and_an_export_goes_on_after_any_of_them() {
    let server = TestServer::new().await;
    let tables = played(&server).await;
    let listed: Vec<&str> = tables[..3].iter().map(|table| &*table.match_id).collect();
    let path = "/api/v1/matches.ndjson";
    let records = lines(&server.get(path).await);
    assert_eq!(ids(&records), listed);
    for query in ["content=summaries", "content=records"] {
        let all = lines(&server.get(&format!("{path}?{query}")).await);
        assert_eq!(ids(&all), listed);
        for (number, id) in listed.iter().enumerate() {
            let rest = format!("{path}?{query}&after={id}");
            assert_eq!(lines(&server.get(&rest).await), all[number + 1..]);
            let one = format!("{path}?{query}&after={id}&limit=1");
            let one = lines(&server.get(&one).await);
            assert_eq!(one, all[number + 1..(number + 2).min(all.len())]);
        }
        let newest = format!("{path}?{query}&order=newest&limit=2");
        let newest = lines(&server.get(&newest).await);
        assert_eq!(ids(&newest), [listed[2], listed[1]]);
    }
    let list = server.get("/api/v1/matches").await.ok(200);
    let summaries = lines(&server.get(&format!("{path}?content=summaries")).await);
    let newest_first: Vec<&Value> = summaries.iter().rev().collect();
    assert_eq!(json!(newest_first), list["matches"]);
}

#[tokio::test]
async fn a_line_is_exactly_the_record_that_was_signed() {
    let server = TestServer::new().await;
    let tables = played(&server).await;
    let reply = server.get("/api/v1/matches.ndjson?variant=giog").await;
    let records: Vec<&[u8]> = reply.body.split(|byte| *byte == b'\n').collect();
    let keys = server.get("/api/v1/keys").await.ok(200);
    let key = serde_json::from_value(keys["keys"][0]["public_key"].clone()).expect("a key");
    for (record, table) in records.iter().zip([&tables[0], &tables[2]]) {
        let alone = format!("/api/v1/matches/{}/record", table.match_id);
        assert_eq!(*record, server.get(&alone).await.body);
        assert_eq!(verify(record, None, &[key]).verdict, Proof::Pass);
    }
    // After the end of the last line there is nothing.
    assert_eq!((records.len(), records[2].len()), (3, 0));
}

#[tokio::test]
async fn filters_and_people_are_those_of_lists_and_unlisted_matches_are_only_ones_own() {
    let server = TestServer::new().await;
    let tables = played(&server).await;
    let [lin, _] = [&tables[0], &tables[3]].map(|table| table.people[0].player());
    let own = &tables[3].people[0];
    let (token, id) = (own.token(), own.player());
    for content in ["records", "summaries"] {
        let query = format!("content={content}");
        let of = |path: String| format!("/api/v1/{path}{query}");
        for (path, expected) in [
            (of("matches.ndjson?variant=zhi-hu&".to_owned()), vec![1]),
            (of(format!("matches.ndjson?player={lin}&")), vec![0]),
            (of(format!("players/{lin}/matches.ndjson?")), vec![0]),
            (of(format!("players/{id}/matches.ndjson?")), vec![]),
            (
                of("matches.ndjson?to=2026-01-01T00:01:30Z&".to_owned()),
                vec![0, 1],
            ),
        ] {
            let found = lines(&server.get(&path).await);
            let expected: Vec<&str> = expected
                .iter()
                .map(|&n: &usize| &*tables[n].match_id)
                .collect();
            assert_eq!(ids(&found), expected, "{path}");
        }
        let all = lines(
            &server
                .get_as(&token, &of("matches.ndjson?".to_owned()))
                .await,
        );
        let everything: Vec<&str> = tables.iter().map(|table| &*table.match_id).collect();
        assert_eq!(ids(&all), everything);
    }
}

#[tokio::test]
async fn compressed_lines_are_the_same_lines() {
    let server = TestServer::new().await;
    played(&server).await;
    let path = "/api/v1/matches.ndjson";
    let plain = server.get(path).await;
    let packed = server
        .ask(Method::GET, path, &[("accept-encoding", "gzip, br")], None)
        .await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.header("vary"), "accept-encoding");
    let mut unpacked = Vec::new();
    let read = GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked);
    read.expect("a whole stream");
    assert_eq!(unpacked, plain.body);
    assert!(packed.body.len() < plain.body.len() / 2);
}

#[tokio::test]
async fn what_cannot_be_exported_is_refused_with_a_code() {
    let server = TestServer::new().await;
    for (query, status, code) in [
        (
            "after=00000000-0000-4000-8000-000000000000",
            404,
            "no_such_match",
        ),
        ("after=x", 400, "bad_parameter"),
        ("content=everything", 400, "bad_parameter"),
        ("order=random", 400, "bad_parameter"),
        ("limit=0", 400, "bad_parameter"),
        ("cursor=", 400, "bad_request"),
        ("from=yesterday", 400, "bad_parameter"),
    ] {
        let reply = server.get(&format!("/api/v1/matches.ndjson?{query}")).await;
        assert_eq!(reply.problem(status), code, "{query}");
    }
    assert_eq!(
        lines(&server.get("/api/v1/matches.ndjson").await),
        [json!(null); 0]
    );
}

#[tokio::test]
async fn an_address_has_two_exports_at_a_time() {
    let server = TestServer::new().await;
    let from = |last| server.get_from([192, 0, 2, last].into(), "/api/v1/matches.ndjson");
    let mut running = vec![from(1).await, from(1).await];
    let refused = Reply::read(from(1).await).await;
    assert_eq!(refused.problem(429), "rate_limited");
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(from(2).await.status(), 200, "another address");
    drop(running.pop());
    assert_eq!(from(1).await.status(), 200);
}

#[tokio::test]
async fn an_export_waits_for_the_budget_of_its_address_and_is_not_refused() {
    let mut settings = quiet();
    let number = |number| NonZeroU32::new(number).expect("not zero");
    settings.limits.address_cost_burst = number(BURST);
    settings.limits.address_cost_per_second = number(1_000);
    let server = TestServer::with(settings, 0).await;
    let tables = played(&server).await;
    let address = [192, 0, 2, 1].into();
    let path = "/api/v1/matches.ndjson";
    let mut answer = server
        .get_from(address, path)
        .await
        .into_body()
        .into_data_stream();
    // Something else uses all that the address may have.
    server.app.costs.charge_address(address, BURST.into());
    let mut body = Vec::new();
    let mut waited = 0;
    loop {
        match timeout(MOMENT, answer.next()).await {
            Ok(Some(chunk)) => body.extend(chunk.expect("it is not cut off")),
            Ok(None) => break,
            Err(_) => {
                waited += 1;
                server.clock.advance(10_000);
            }
        }
    }
    assert!(waited > 0, "nothing was left");
    assert_eq!(
        ids(&read(&body)),
        [0, 1, 2].map(|n: usize| &*tables[n].match_id)
    );
}

#[tokio::test]
async fn a_stopping_server_cuts_exports_off() {
    let server = TestServer::new().await;
    played(&server).await;
    let address = [192, 0, 2, 1].into();
    let answer = server.get_from(address, "/api/v1/matches.ndjson").await;
    server.stop.send_replace(true);
    let cut_off = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
    assert!(cut_off.is_err(), "no client takes it for the whole");
}
