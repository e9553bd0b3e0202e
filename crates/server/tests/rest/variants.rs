//! `/variants`.

use crate::common::TestServer;

#[tokio::test]
async fn games_are_listed_and_described_one_by_one() {
    let server = TestServer::new().await;
    let list = server.get("/api/v1/variants").await.ok(200);
    for family in ["variants", "boards"] {
        let games = list[family].as_array().expect("a list");
        assert!(!games.is_empty(), "{family}");
    }
    let games = ["variants", "boards"].map(|family| list[family].as_array());
    for variant in games.into_iter().flatten().flatten() {
        let id = variant["id"].as_str().expect("an id");
        let one = server.get(&format!("/api/v1/variants/{id}")).await;
        assert_eq!(one.ok(200), *variant);
    }
    let none = server.get("/api/v1/variants/chess").await;
    insta::assert_json_snapshot!("no_such_variant", none.picture());
}
