//! Pairs that seem to spare each other.

use super::get;
use crate::common::TestServer;

#[tokio::test]
async fn nobody_is_suspected_where_nobody_has_played() {
    let server = TestServer::new().await;
    let mut list = get(&server, "/pairs").await;
    assert!(list["since"].take().is_string());
    insta::assert_json_snapshot!("operator_pairs", list);
}
