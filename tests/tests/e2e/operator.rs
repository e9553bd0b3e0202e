//! The operator's interface of a real server, as `giog admin` uses it.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::process::Output;

use giog_server::{Operator, Settings, TOKEN_FILE};
use giog_tests::{Server, Socket, get, patiently, program, quick};
use serde_json::{Value, json};
use tokio::process::Command;

async fn server() -> Server {
    Server::start(settings()).await
}

/// Settings with an operator's interface.
pub fn settings() -> Settings {
    let operator = Operator {
        listen: "127.0.0.1:0".parse().ok(),
        ..Operator::default()
    };
    Settings {
        operator,
        ..quick()
    }
}

/// `giog admin` with the token of the data folder.
fn command(server: &Server, arguments: &[&str]) -> Command {
    let operator = server.operator.expect("it has an operator's side");
    let mut command = Command::new(program());
    command
        .arg("admin")
        .arg("--url")
        .arg(format!("http://{operator}"))
        .args(arguments)
        .env("GIOG_DATA_DIR", server.folder());
    command
}

/// Runs it.
async fn run(server: &Server, arguments: &[&str]) -> Output {
    let mut command = command(server, arguments);
    let output = patiently("giog admin", command.output()).await;
    output.expect("the program runs")
}

/// Its output; it must succeed.
pub async fn admin(server: &Server, arguments: &[&str]) -> String {
    let output = run(server, arguments).await;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("texts")
}

/// Its error; it must fail.
pub async fn refused(server: &Server, arguments: &[&str]) -> String {
    let output = run(server, arguments).await;
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("texts")
}

/// A person, and their id.
async fn person(server: &Server, name: &str) -> (Socket, String, String) {
    let (socket, welcome) = Socket::greet(server.address, name).await;
    let field = |name: &str| welcome[name].as_str().expect("a text").to_owned();
    (socket, field("player"), field("token"))
}

async fn hear(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let frame = socket.read().await.expect("the connection holds");
        if frame["type"] == kind {
            return frame;
        }
    }
}

/// A proxy would see the token, and may not reach the loopback address.
#[tokio::test]
async fn ones_own_server_is_asked_over_no_proxy_that_the_environment_names() {
    let server = server().await;
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let proxy_url = format!("http://{}", proxy.local_addr().expect("an address"));
    let mut health = Command::new(program());
    let listen = server.address.to_string();
    health.args(["health", "--listen", &listen]);
    for mut command in [health, command(&server, &["status"])] {
        for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
            command.env(name, &proxy_url);
        }
        // With the `NO_PROXY` of the test's environment, it might use no proxy anyway.
        for name in ["NO_PROXY", "no_proxy", "REQUEST_METHOD"] {
            command.env_remove(name);
        }
        // On a busy machine the answer may come too late.
        let answered = async {
            loop {
                let output = command.output().await.expect("the program runs");
                if output.status.success() {
                    return;
                }
            }
        };
        patiently("an answer", answered).await;
    }
    proxy
        .set_nonblocking(true)
        .expect("a listener that does not wait");
    let asked = proxy.accept().map_err(|error| error.kind());
    assert!(matches!(asked, Err(ErrorKind::WouldBlock)), "{asked:?}");
    server.stop().await;
}

#[tokio::test]
async fn rooms_are_seen_and_stopped_from_the_command_line() {
    let server = server().await;
    let (mut lin, lin_id, _) = person(&server, "Lin").await;
    let create = json!({"type": "create_room", "key": "k", "settings": {"seats": 2}});
    let room = lin.ask_ok(create).await["room"].clone();
    let room = room.as_str().expect("a room");
    let rooms = admin(&server, &["rooms"]).await;
    assert!(
        rooms.contains(room) && rooms.contains("Lin#") && rooms.contains(", -"),
        "{rooms}"
    );
    let inside = admin(&server, &["room", room]).await;
    assert!(
        inside.matches(&lin_id).count() == 2,
        "seated and connected: {inside}"
    );
    let as_json: Value = serde_json::from_str(&admin(&server, &["--json", "room", room]).await)
        .expect("an answer for machines");
    assert_eq!(as_json["people"][0]["player"], lin_id.as_str());
    admin(&server, &["stop", room]).await;
    assert_eq!(hear(&mut lin, "left").await["reason"], "closed");
    let error = refused(&server, &["stop", room]).await;
    assert!(error.contains("there is no such room"), "{error}");
    assert_eq!(admin(&server, &["rooms"]).await, "there are no rooms\n");
    server.stop().await;
}

#[tokio::test]
async fn who_is_banned_is_put_out_at_once_and_may_come_back_when_it_is_lifted() {
    let server = server().await;
    let (mut lin, lin_id, token) = person(&server, "Lin").await;
    let (mut wu, ..) = person(&server, "Wu").await;
    let ban = ["ban", &lin_id, "--reason", "stones thrown", "--for", "2h"];
    let told = admin(&server, &ban).await;
    assert!(told.contains(&lin_id), "{told}");
    assert_eq!(lin.closed().await, Some(1008));
    let mut again = Socket::connect(server.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "token": token});
    again.refused(hello, "banned").await;
    wu.ask_ok(json!({"type": "ping"})).await;
    let bans: Value = serde_json::from_str(&admin(&server, &["bans", "--json"]).await)
        .expect("an answer for machines");
    assert_eq!(bans["bans"][0]["reason"], "stones thrown");
    let id = bans["bans"][0]["ban_id"].as_str().expect("an id");
    admin(&server, &["unban", id]).await;
    Socket::come_back(server.address, &token).await;
    // All addresses of this machine.
    admin(&server, &["ban", "127.0.0.0/8", "--reason", "a test"]).await;
    assert_eq!(wu.closed().await, Some(1008));
    assert!(Socket::open(server.address).await.is_err());
    assert_eq!(get(server.address, "/api/v1/rooms").await.status, 403);
    assert_eq!(get(server.address, "/healthz").await.status, 200);
    // The operator's interface stays reachable.
    let nobody = async { while !admin(&server, &["status"]).await.contains(" 0 connections") {} };
    patiently("the end of all connections", nobody).await;
    server.stop().await;
}

#[tokio::test]
async fn bans_outlive_the_server() {
    let database = giog_tests::Database::sqlite();
    let (settings, folder) = (quick(), database.folder().to_owned());
    let operator = Operator {
        listen: "127.0.0.1:0".parse().ok(),
        ..Operator::default()
    };
    let settings = Settings {
        operator,
        ..settings
    };
    let first = Server::start_on(database, settings.clone()).await;
    let (_lin, lin_id, token) = person(&first, "Lin").await;
    admin(&first, &["ban", &lin_id, "--reason", "a test"]).await;
    let kept = std::fs::read(folder.join(TOKEN_FILE)).expect("a token");
    let database = first.stop_and_keep().await;
    let second = Server::start_on(database, settings).await;
    let again = std::fs::read(folder.join(TOKEN_FILE)).expect("a token");
    assert_eq!(kept, again, "so is the token");
    let mut lin = Socket::connect(second.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "token": token});
    lin.refused(hello, "banned").await;
    second.stop().await;
}

#[tokio::test]
async fn everybody_is_told_and_nothing_new_begins_while_the_server_is_drained() {
    let server = server().await;
    let (mut lin, ..) = person(&server, "Lin").await;
    let told = admin(&server, &["notice", "We close at ten.", "--stays"]).await;
    assert_eq!(told, "connections that were told: 1\n");
    assert_eq!(
        hear(&mut lin, "announcement").await["text"],
        "We close at ten."
    );
    let (mut wu, ..) = person(&server, "Wu").await;
    assert_eq!(
        hear(&mut wu, "announcement").await["text"],
        "We close at ten."
    );
    admin(&server, &["notice", "--withdraw"]).await;
    let status = admin(&server, &["drain", "--wait"]).await;
    assert!(status.contains("draining"), "{status}");
    let create = json!({"type": "create_room", "key": "k", "settings": {}});
    lin.refused(create.clone(), "draining").await;
    admin(&server, &["undrain"]).await;
    lin.ask_ok(create).await;
    server.stop().await;
}

#[tokio::test]
async fn only_the_operator_gets_in_and_only_by_the_operators_door() {
    let server = server().await;
    let wrong = refused(&server, &["--token", "guess", "status"]).await;
    assert!(wrong.contains("the operator's token"), "{wrong}");
    let players = format!("http://{}", server.address);
    let error = refused(&server, &["status", "--url", &players]).await;
    assert!(error.contains("nothing at this address"), "{error}");
    let door = server.operator.expect("it has one");
    assert_eq!(get(server.address, "/metrics").await.status, 404);
    let metrics = get(door, "/metrics").await;
    let text = String::from_utf8(metrics.body).expect("a text");
    assert!(text.contains("\ngiog_lease_held 1\n"), "{text}");
    assert_eq!(get(door, "/api/v1/rooms").await.status, 404);
    server.stop().await;
}
