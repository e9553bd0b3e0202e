//! `/server`.

use giog_server::Site;

use serde_json::{Value, json};

use crate::common::{TestServer, quiet};
use crate::table::began;

#[tokio::test]
async fn a_server_says_what_it_is_called_and_what_its_operator_has_to_say() {
    let mut settings = quiet();
    settings.site = Site {
        name: "The Blue Club".to_owned(),
        notice: "Closed on Mondays.".to_owned(),
        contact: "club@example.org".to_owned(),
        security_contact: "mailto:security@example.org".to_owned(),
    };
    settings.public_url = "https://play.example.org/".parse().ok();
    let server = TestServer::with(settings, 0).await;
    insta::assert_json_snapshot!("server", server.get("/api/v1/server").await.picture());
    let reports = server.get("/.well-known/security.txt").await;
    assert_eq!(reports.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(
        String::from_utf8_lossy(&reports.body),
        "Contact: mailto:security@example.org\nExpires: 2026-06-30T00:00:00Z\n\
         Canonical: https://play.example.org/.well-known/security.txt\n"
    );
}

#[tokio::test]
async fn where_nobody_takes_reports_of_security_problems_there_is_no_file_that_says_so() {
    let server = TestServer::new().await;
    let reports = server.get("/.well-known/security.txt").await;
    assert_eq!(reports.problem(404), "not_found");
}

#[tokio::test]
async fn a_server_says_once_an_hour_when_people_play() {
    const HOUR_MS: i64 = 3_600_000;
    let server = TestServer::new().await;
    let counted = async || {
        let told = server.get("/api/v1/server").await.json();
        let hours = told["hours"].as_array().cloned()?;
        assert_eq!(hours.len(), 24);
        Some(hours.iter().filter_map(Value::as_u64).sum::<u64>())
    };
    assert_eq!(counted().await, None);
    for (matches, access) in [(1, "public"), (2, "public"), (2, "unlisted")] {
        let before = counted().await;
        let mut table = began(&server, &["Lin", "Wu"], json!({ "access": access })).await;
        table.finish().await;
        server.clock.advance(HOUR_MS - 1);
        assert_eq!(counted().await, before, "{access}");
        server.clock.advance(1);
        assert_eq!(counted().await, Some(matches), "{access}");
    }
}
