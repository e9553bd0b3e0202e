//! Addresses of the page: what its document, its preview pictures and embedded views show of rooms and matches.

use serde_json::json;

use crate::common::{Reply, TestServer};
use crate::table::{Table, began};

const NOBODY: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

/// The whole answer.
fn whole(reply: &Reply) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let headers = reply.headers.iter().map(|(name, value)| {
        let value = value.to_str().expect("headers are text");
        (name.to_string(), value.to_owned())
    });
    (reply.status.as_u16(), headers.collect(), reply.body.clone())
}

fn text(reply: &Reply) -> String {
    String::from_utf8(reply.body.clone()).expect("a document is text")
}

async fn finished(server: &TestServer, settings: serde_json::Value) -> Table {
    let mut table = began(server, &["Lin", "Wu"], settings).await;
    table.finish().await;
    table
}

#[tokio::test]
async fn the_address_of_a_room_tells_nothing_of_it() {
    let server = TestServer::new().await;
    let nothing = whole(&server.get(&format!("/room/{NOBODY}")).await);
    assert_eq!(nothing.0, 200);
    for settings in [
        json!({}),
        json!({ "access": "unlisted" }),
        json!({ "access": "password", "password": "x" }),
        json!({ "spectators": false }),
    ] {
        let room = server
            .person("Mei")
            .await
            .create_room(settings.clone())
            .await;
        let shown = server.get(&format!("/room/{room}")).await;
        assert_eq!(whole(&shown), nothing, "{settings}");
    }
    assert_eq!(whole(&server.get("/room/nonsense").await), nothing);
    assert_eq!(whole(&server.get("/").await), nothing);
}

#[tokio::test]
async fn a_finished_match_that_lists_show_has_a_title_and_a_picture_without_names() {
    let server = TestServer::new().await;
    let table = finished(&server, json!({})).await;
    let path = format!("/match/{}/12", table.match_id);
    let page = server.get(&path).await;
    let html = text(&page);
    assert!(
        html.contains("<meta property=\"og:title\" content=\"Giog, 2 players, "),
        "{html}"
    );
    assert!(
        html.contains(&format!("content=\"/pictures{path}\"")),
        "{html}"
    );
    assert!(!html.contains("Lin") && !html.contains("Wu"), "{html}");
    assert!(
        page.header("content-security-policy")
            .contains("frame-ancestors 'none'")
    );
    let picture = server.get(&format!("/pictures{path}")).await;
    assert_eq!(
        (picture.status.as_u16(), picture.header("content-type")),
        (200, "image/png")
    );
    assert_eq!(
        picture.header("cross-origin-resource-policy"),
        "cross-origin"
    );
    let card = server.get("/pictures/card").await;
    assert_ne!(picture.body, card.body);
    let again = server.get(&format!("/pictures{path}")).await;
    assert_eq!(again.body, picture.body);
    let other = server
        .get(&format!("/pictures/match/{}/0", table.match_id))
        .await;
    assert_ne!(other.body, picture.body, "another moment");
}

#[tokio::test]
async fn of_other_matches_previews_and_frames_tell_what_they_tell_of_none() {
    let server = TestServer::new().await;
    let running = began(&server, &["Lin", "Wu"], json!({})).await;
    let unlisted = finished(&server, json!({ "access": "unlisted" })).await;
    for form in [
        "/match/{}",
        "/match/{}/3",
        "/match/{}/0/3",
        "/pictures/match/{}/3",
        "/embed/match/{}",
        "/embed/match/{}/3",
    ] {
        let nothing = whole(&server.get(&form.replace("{}", NOBODY)).await);
        assert_eq!(nothing.0, 200, "{form}");
        for id in [&running.match_id, &unlisted.match_id, "nonsense"] {
            let shown = server.get(&form.replace("{}", id)).await;
            assert_eq!(whole(&shown), nothing, "{form} {id}");
        }
    }
}

#[tokio::test]
async fn a_match_that_other_sites_frame_has_a_picture_one_link_and_no_script() {
    let server = TestServer::new().await;
    let table = finished(&server, json!({})).await;
    let framed = server
        .get(&format!("/embed/match/{}/5", table.match_id))
        .await;
    let html = text(&framed);
    let policy = framed.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("frame-ancestors *"),
        "{policy}"
    );
    assert!(
        !policy.contains("script-src") && !policy.contains("connect-src"),
        "{policy}"
    );
    assert!(!html.contains("<script"), "{html}");
    assert_eq!(html.matches("<a ").count(), 1, "{html}");
    assert!(
        html.contains("target=\"_blank\" rel=\"noopener noreferrer\""),
        "{html}"
    );
    for path in [
        "/",
        "/about",
        "/worker.js",
        "/pictures/card",
        "/api/v1/matches",
        "/healthz",
        "/nothing",
    ] {
        let policy = server.get(path).await;
        let policy = policy.header("content-security-policy");
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
    }
}
