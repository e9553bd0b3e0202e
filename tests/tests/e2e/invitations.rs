//! Invitations to tables over real sockets, and their notifications by a push service of the test.

use std::net::SocketAddr;

use giog_server::{PushSettings, Settings};
use giog_tests::{Browser, PushService, Server, Socket, patiently, quick, send};
use serde_json::{Value, json};

pub const INVITATIONS: &str = "/api/v1/guests/me/invitations";
const FRIENDS: &str = "/api/v1/guests/me/friends";

/// A person over a socket.
pub struct Guest {
    pub socket: Socket,
    pub token: String,
    pub player: String,
}

impl Guest {
    pub async fn greet(node: SocketAddr, name: &str) -> Self {
        let (socket, welcome) = Socket::greet(node, name).await;
        let text = |field: &str| {
            welcome[field]
                .as_str()
                .expect("the welcome has it")
                .to_owned()
        };
        Self {
            socket,
            token: text("token"),
            player: text("player"),
        }
    }

    /// Sits at a new table that is in no list; returns it.
    pub async fn host(&mut self) -> String {
        let settings = json!({ "seats": 2, "access": "unlisted" });
        let create = json!({ "type": "create_room", "key": "k", "settings": settings });
        let room = self.socket.ask_ok(create).await["room"].clone();
        room.as_str().expect("a room").to_owned()
    }

    /// Reads until a message about invitations comes.
    pub async fn invitation(&mut self) -> Value {
        let heard = async {
            loop {
                let message = self.socket.read().await.expect("the connection holds");
                let kind = message["type"].as_str().unwrap_or_default();
                if kind.starts_with("invitation") {
                    return message;
                }
            }
        };
        patiently("an invitation", heard).await
    }

    /// Sends a request over REST; returns the status and the body.
    pub async fn rest(
        &self,
        node: SocketAddr,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (u16, Value) {
        let answer = send(node, method, path, Some(&self.token), body).await;
        let answer = answer.expect("an answer");
        let body = match answer.status {
            202 | 204 => Value::Null,
            _ => answer.json(),
        };
        (answer.status, body)
    }

    pub async fn invite(&self, node: SocketAddr, to: &Self, room: &str) {
        let body = json!({ "player": to.player, "room": room });
        let (status, _) = self.rest(node, "POST", INVITATIONS, &body).await;
        assert_eq!(status, 202);
    }

    pub async fn befriend(&self, node: SocketAddr, other: &Self) {
        let path = format!("{FRIENDS}/code");
        let (_, offered) = self.rest(node, "POST", &path, &json!({})).await;
        let code = json!({ "code": offered["code"] });
        let (status, _) = other.rest(node, "POST", FRIENDS, &code).await;
        assert_eq!(status, 200);
    }
}

#[tokio::test]
async fn a_friend_is_invited_over_the_socket_and_notified_only_if_they_want_it() {
    let mut service = PushService::start().await;
    let settings = Settings {
        push: PushSettings {
            enabled: true,
            contact: "mailto:admin@example.org".to_owned(),
            test_port: service.address.port(),
            ..PushSettings::default()
        },
        ..quick()
    };
    let server = Server::start(settings).await;
    let node = server.address;
    let mut lin = Guest::greet(node, "Lin").await;
    let mut wu = Guest::greet(node, "Wu").await;
    lin.befriend(node, &wu).await;
    let browser = Browser::new(7);
    let subscription = browser.subscription(&service, "/wu");
    let path = crate::push::PATH;
    assert_eq!(wu.rest(node, "PUT", path, &subscription).await.0, 204);
    let room = lin.host().await;
    lin.invite(node, &wu, &room).await;
    let told = wu.invitation().await;
    assert_eq!(
        (&told["type"], &told["room"], &told["from"]["name"]),
        (&json!("invitation"), &json!(room), &json!("Lin"))
    );
    assert!(service.is_quiet(), "at first nobody is notified");
    let wants = json!({ "push_invitations": true });
    assert_eq!(wu.rest(node, "PATCH", FRIENDS, &wants).await.0, 204);
    lin.invite(node, &wu, &room).await;
    let pushed = service.next().await;
    assert_eq!(pushed.path, "/wu");
    let message = browser.read(&pushed.body);
    let expected = json!({
        "room": room, "variant": "giog", "wanted": "invitation", "by": message["by"], "from": "Lin",
    });
    assert_eq!(message, expected);
    wu.invitation().await;
    lin.socket
        .ask_ok(json!({ "type": "leave", "room": room }))
        .await;
    let ended = wu.invitation().await;
    assert_eq!(ended, json!({ "type": "invitation_ended", "room": room }));
    server.stop().await;
}
