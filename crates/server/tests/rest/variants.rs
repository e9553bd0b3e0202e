//! `/variants`.

use crate::common::TestServer;

#[tokio::test]
async fn games_are_listed_and_described_one_by_one() {
    let server = TestServer::new().await;
    let list = server.get("/api/v1/variants").await.ok(200);
    let variants = list["variants"].as_array().expect("a list");
    assert!(!variants.is_empty());
    for variant in variants {
        let id = variant["id"].as_str().expect("an id");
        let one = server.get(&format!("/api/v1/variants/{id}")).await;
        assert_eq!(one.ok(200), *variant);
    }
    let none = server.get("/api/v1/variants/xiangqi").await;
    insta::assert_json_snapshot!("no_such_variant", none.picture());
}
