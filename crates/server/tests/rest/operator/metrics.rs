//! `/metrics`: all metrics, and that the dashboard uses nothing else.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{TestServer, quiet};
use crate::table::began;

const ALERTS: &str = include_str!("../../../../../deploy/prometheus/giog.rules.yml");
const DASHBOARD: &str = include_str!("../../../../../deploy/grafana/giog.json");

async fn scrape(server: &TestServer) -> String {
    let reply = server
        .ask_operator(Method::GET, "/metrics", &[], None)
        .await;
    assert_eq!(reply.status, 200);
    assert!(
        reply
            .header("content-type")
            .starts_with("text/plain; version=0.0.4")
    );
    String::from_utf8(reply.body).expect("metrics are text")
}

/// The value of a metric with these labels, as it is written.
fn value(metrics: &str, name: &str) -> f64 {
    let line = metrics
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("{name} is not there:\n{metrics}"));
    line.parse().expect("a number")
}

/// A server on which everything has happened once: a match, an abandoned one, refusals, requests over HTTP.
async fn busy() -> TestServer {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    let wrong =
        json!({ "type": "act", "room": table.room, "turn": 0, "do": "play", "pieces": "GGGG" });
    table.people[0].try_say(wrong).await;
    table.finish().await;
    let stopped = began(&server, &["Mei", "Bo"], json!({})).await;
    let path = format!("/rooms/{}", stopped.room);
    server.operate(Method::DELETE, &path, Value::Null).await;
    server.get("/api/v1/rooms").await.ok(200);
    server.get("/nothing/at/all").await;
    let mut ai = server.person("Ai").await;
    ai.create_room(json!({ "variant": "ju-ma-pao" })).await;
    ai.try_say(json!({ "type": "dance" })).await;
    server
}

#[tokio::test]
async fn what_happens_is_counted() {
    let metrics = scrape(&busy().await).await;
    for (name, expected) in [
        (r#"giog_rooms{phase="gathering"}"#, 2.0),
        (r#"giog_rooms{phase="playing"}"#, 0.0),
        (r#"giog_seats{by="person"}"#, 3.0),
        (r#"giog_matches_started_total{variant="giog"}"#, 2.0),
        (r#"giog_matches_finished_total{variant="giog"}"#, 1.0),
        (r#"giog_matches_abandoned_total{variant="giog"}"#, 1.0),
        (r#"giog_matches_finished_total{variant="zhi-hu"}"#, 0.0),
        (r#"giog_refusals_total{code="unknown_type"}"#, 1.0),
        (r#"giog_refusals_total{code="refused_by_the_game"}"#, 1.0),
        (r#"giog_requests_total{type="create_room"}"#, 3.0),
        (r#"giog_requests_total{type="unreadable"}"#, 1.0),
        (
            r#"giog_http_requests_total{method="GET",route="/api/v1/rooms",status="200"}"#,
            1.0,
        ),
        (
            r#"giog_http_requests_total{method="GET",route="none",status="404"}"#,
            1.0,
        ),
        ("giog_guests_made_total", 5.0),
        ("giog_rooms_opened_total", 3.0),
        ("giog_rooms_closed_total", 1.0),
        ("giog_storage_available", 1.0),
        ("giog_commit_waiting_rows", 0.0),
        ("giog_commit_failed_rows_total", 0.0),
    ] {
        assert!(
            (value(&metrics, name) - expected).abs() < 0.1,
            "{name}: {}",
            value(&metrics, name)
        );
    }
    let acted = value(&metrics, r#"giog_requests_total{type="act"}"#);
    let decided = value(&metrics, "giog_decision_seconds_count");
    assert!(
        (acted - decided - 1.0).abs() < 0.1,
        "all but the refused one: {acted}, {decided}"
    );
    let commits = value(&metrics, "giog_commits_total");
    assert!((commits - value(&metrics, "giog_commit_seconds_count")).abs() < 0.1);
    assert!(value(&metrics, "giog_commit_rows_sum") >= commits);
    assert!(value(&metrics, "process_resident_memory_bytes") > 1e6);
}

#[tokio::test]
async fn spectators_are_counted_while_they_are_there() {
    let server = TestServer::new().await;
    let table = began(&server, &["Lin", "Wu"], json!({})).await;
    let mut mei = server.person("Mei").await;
    mei.join(&table.room, None).await;
    let count = async |expected: f64| {
        // Presence is sent a little later, by the clock of the room.
        for _ in 0..200 {
            server.clock.advance(1_000);
            let found = value(&scrape(&server).await, "giog_spectators");
            if (found - expected).abs() < 0.1 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("there never were {expected} spectators");
    };
    count(1.0).await;
    mei.in_room(&table.room, "leave").await;
    count(0.0).await;
}

/// The names in a query of Prometheus' language.
fn names(query: &str) -> impl Iterator<Item = &str> {
    query
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with("giog_") || word.starts_with("process_"))
}

/// Every text under `expr` or `query`.
fn queries<'a>(json: &'a Value, found: &mut Vec<&'a str>) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| queries(item, found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "expr" || name == "query" => found.push(text),
                    value => queries(value, found),
                }
            }
        }
        _ => {}
    }
}

#[tokio::test]
async fn the_dashboard_shows_what_there_is_and_all_of_it() {
    let metrics = scrape(&busy().await).await;
    let told: BTreeSet<&str> = metrics
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(['{', ' ']).next())
        .filter(|name| !name.is_empty())
        .collect();
    let dashboard: Value = serde_json::from_str(DASHBOARD).expect("the dashboard is JSON");
    let mut found = Vec::new();
    queries(&dashboard, &mut found);
    let shown: BTreeSet<&str> = found.iter().flat_map(|query| names(query)).collect();
    let unknown: Vec<_> = shown.difference(&told).collect();
    assert!(
        unknown.is_empty(),
        "{unknown:?} are on the dashboard, and in no answer"
    );
    let base = |name: &str| {
        let ends = ["_bucket", "_sum", "_count"];
        let end = ends.iter().find_map(|end| name.strip_suffix(end));
        end.unwrap_or(name).to_owned()
    };
    let shown: BTreeSet<String> = shown.into_iter().map(base).collect();
    let told: BTreeSet<String> = told.into_iter().map(base).collect();
    let unseen: Vec<_> = told.difference(&shown).collect();
    assert!(unseen.is_empty(), "{unseen:?} are on no dashboard");
}

/// The alerts: their names, expressions and summaries, in this order.
fn alerts() -> Vec<[String; 3]> {
    let lines = ALERTS.lines().map(str::trim);
    let value =
        |line: &str, name: &str| line.strip_prefix(name).map(|value| value.trim().to_owned());
    let mut alerts: Vec<[String; 3]> = Vec::new();
    for line in lines {
        if let Some(name) = value(line, "- alert:") {
            alerts.push([name, String::new(), String::new()]);
        } else if let Some(last) = alerts.last_mut() {
            for (place, name) in [(1, "expr:"), (2, "summary:")] {
                if let Some(found) = value(line, name) {
                    assert_eq!(last[place], "", "{} says {name} twice", last[0]);
                    last[place] = found;
                }
            }
        }
    }
    alerts
}

#[tokio::test]
async fn alerts_ask_for_what_is_measured_and_each_says_what_it_is() {
    let metrics = scrape(&busy().await).await;
    let alerts = alerts();
    assert!(alerts.len() > 10, "{alerts:?}");
    for [name, expr, summary] in &alerts {
        assert_eq!(ALERTS.matches(&format!("alert: {name}\n")).count(), 1);
        assert!(summary.ends_with('.'), "{name}: {summary}");
        let mut asked = names(expr).peekable();
        assert!(asked.peek().is_some() || expr.starts_with("up{"), "{name}");
        for metric in asked {
            let is_told = |line: &str| {
                let rest = line.strip_prefix(metric);
                rest.is_some_and(|rest| rest.starts_with([' ', '{']))
            };
            assert!(metrics.lines().any(is_told), "{name} asks for {metric}");
        }
    }
}

/// An alert with a hard-coded number may never fire, or always.
#[tokio::test]
async fn limits_that_alerts_compare_with_are_those_of_this_server() {
    let server = TestServer::new().await;
    let metrics = scrape(&server).await;
    let limit = server.app.limits.connections;
    let told = value(&metrics, "giog_connections_limit");
    assert!((told - f64::from(u32::try_from(limit).expect("few"))).abs() < 0.1);
    let most = value(&metrics, "process_max_fds");
    assert!(most >= value(&metrics, "process_open_fds"), "{most}");
    let alerts = alerts();
    let near = alerts
        .iter()
        .find(|[name, ..]| name == "GiogNearItsConnections");
    let [_, expr, _] = near.expect("an alert");
    for part in ["0.8 * giog_connections_limit", "0.8 * process_max_fds"] {
        assert!(expr.contains(part), "{expr}");
    }
}

#[tokio::test]
async fn reports_that_wait_and_the_last_backup_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = quiet();
    folder.path().clone_into(&mut settings.data_dir);
    let server = TestServer::with(settings, 0).await;
    let told = async |name: &str| value(&scrape(&server).await, name);
    assert!(told("giog_last_backup_timestamp_seconds").await.abs() < 0.1);
    let made_at = giog_rules::Timestamp::from_unix_ms(1_767_225_600_000);
    let mark = giog_server::BackupMark::of(folder.path());
    mark.note(made_at).expect("written");
    let last = told("giog_last_backup_timestamp_seconds").await;
    assert!((last - 1_767_225_600.0).abs() < 0.1, "{last}");
    assert!(told("giog_reports_waiting").await.abs() < 0.1);
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    let report = json!({
        "type": "report", "room": table.room, "player": table.people[1].player(), "text": "rude",
    });
    table.people[0].say(report).await;
    assert!((told("giog_reports_waiting").await - 1.0).abs() < 0.1);
}

#[tokio::test]
async fn everything_is_described_and_no_label_can_be_chosen_by_a_client() {
    let mut settings = quiet();
    settings.limits.rest_burst = std::num::NonZeroU32::MAX;
    let server = TestServer::with(settings, 0).await;
    for number in 0..50 {
        let method = Method::from_bytes(format!("M{number}").as_bytes()).expect("a method");
        server.ask(method, &format!("/{number}"), &[], None).await;
        server.get(&format!("/api/v1/players/{number}")).await;
        let mut conn = server.connect();
        conn.try_say(json!({ "type": format!("t{number}") })).await;
    }
    let metrics = scrape(&server).await;
    let mut series: BTreeMap<&str, usize> = BTreeMap::new();
    for line in metrics.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.split(['{', ' ']).next() {
            *series.entry(name).or_default() += 1;
        }
    }
    assert!(series["giog_http_requests_total"] < 10, "{series:?}");
    assert!(series["giog_refusals_total"] < 5, "{series:?}");
    let typed = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "));
    for line in typed {
        let (name, kind) = line.split_once(' ').expect("a name and a type");
        assert!(
            metrics.contains(&format!("# HELP {name} ")),
            "{name} is not described"
        );
        assert_eq!(
            kind == "counter",
            name.ends_with("_total"),
            "{name} is a {kind}"
        );
    }
}
