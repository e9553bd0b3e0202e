//! `/guests/me/mistakes`.

use giog_protocol::rest::{MatchReview, MistakeList, OwnMistake};
use giog_server::Settings;
use serde_json::{Value, json};

use crate::common::{Reply, TestServer, quiet};
use crate::table::{Table, began};

const PATH: &str = "/api/v1/guests/me/mistakes";
/// How long to wait before a review is asked for again, in milliseconds.
const ASK_AGAIN_MS: i64 = 250;

fn little() -> Settings {
    let mut settings = quiet();
    settings.limits.review_lines = 64;
    settings
}

/// The review of a seat, once it is made.
async fn review(server: &TestServer, table: &Table, seat: usize) -> MatchReview {
    let path = format!("/api/v1/matches/{}/review?as={seat}", table.match_id);
    loop {
        let reply: Reply = server.get(&path).await;
        if reply.status == 200 {
            return serde_json::from_slice(&reply.body).expect("a review");
        }
        reply.ok(202);
        tokio::time::sleep(std::time::Duration::from_millis(
            ASK_AGAIN_MS.unsigned_abs(),
        ))
        .await;
        server.clock.advance(ASK_AGAIN_MS);
    }
}

async fn list(server: &TestServer, token: &str, query: &str) -> Vec<OwnMistake> {
    let reply = server.get_as(token, &format!("{PATH}{query}")).await;
    let list: MistakeList = serde_json::from_value(reply.ok(200)).expect("a list");
    assert_eq!(list.next, None);
    list.mistakes
}

#[tokio::test]
async fn the_mistakes_of_a_review_are_told_to_whoever_made_them_and_to_nobody_else() {
    let server = TestServer::with(little(), 0).await;
    let mut table = began(
        &server,
        &["Lin", "Wu", "Mei", "An"],
        json!({ "access": "unlisted" }),
    )
    .await;
    table.finish().await;
    let mut all = 0;
    for seat in 0..4 {
        let token = table.people[seat].token();
        assert_eq!(list(&server, &token, "").await, []);
        let review = review(&server, &table, seat).await;
        let named = review.decisions.iter().rev();
        let named: Vec<_> = named
            .filter_map(|decision| {
                let by_player = decision.mistake.filter(|_| decision.by.is_player());
                by_player.map(|mistake| (decision.trick, decision.laid, decision.lost, mistake))
            })
            .collect();
        let told = list(&server, &token, "").await;
        let short: Vec<_> = told
            .iter()
            .map(|own| (own.trick, own.laid, own.lost, own.mistake))
            .collect();
        assert_eq!(short, named);
        for own in &told {
            assert_eq!(own.match_id.to_string(), table.match_id);
            assert_eq!(own.seat.index(), seat);
            let of_kind = list(&server, &token, &format!("?kind={}", own.mistake.kind)).await;
            let same = told
                .iter()
                .filter(|one| one.mistake.kind == own.mistake.kind);
            assert_eq!(of_kind, same.cloned().collect::<Vec<_>>());
        }
        assert_eq!(list(&server, &token, "?variant=giog").await, told);
        assert_eq!(list(&server, &token, "?variant=tam-cuc").await, []);
        let export = server.get_as(&token, "/api/v1/guests/me/export").await;
        assert_eq!(export.ok(200)["mistakes"], json!(told));
        all += told.len();
    }
    assert!(all > 0, "defaults are no good plays");
    let stranger = server.person("Bo").await.token();
    assert_eq!(list(&server, &stranger, "").await, []);
    assert_eq!(server.get(PATH).await.problem(401), "token_wanted");
    for query in ["?kind=nothing", "?cursor=x", "?variant=chess"] {
        let reply = server.get_as(&stranger, &format!("{PATH}{query}")).await;
        assert_eq!(reply.problem(400), "bad_parameter", "{query}");
    }
}

#[tokio::test]
async fn of_a_match_against_bots_nobody_has_their_mistakes() {
    let server = TestServer::with(little(), 0).await;
    let mut table = began(&server, &["Lin"], json!({ "seats": 3 })).await;
    table.finish().await;
    let token = table.people[0].token();
    for seat in [1, 2] {
        review(&server, &table, seat).await;
    }
    let reply = server.get_as(&token, PATH).await.ok(200);
    assert_eq!(reply, json!({ "mistakes": [], "next": Value::Null }));
}
