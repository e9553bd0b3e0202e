//! `/server`.

use giog_server::Site;

use crate::common::{TestServer, quiet};

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
