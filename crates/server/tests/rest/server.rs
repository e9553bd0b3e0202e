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
    };
    settings.public_url = "https://play.example.org/".parse().ok();
    let server = TestServer::with(settings, 0).await;
    insta::assert_json_snapshot!("server", server.get("/api/v1/server").await.picture());
}
