//! The server's log: lines for people or for machines, without secrets.

use std::net::SocketAddr;
use std::process::Stdio;

use giog_server::TOKEN_FILE;
use giog_tests::{
    Database, Seated, ServerProcess, Socket, Table, free_port, get, get_as, patiently, program,
    seed,
};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

/// What must not be in a log.
struct Secrets {
    /// Secrets: at no level.
    always: Vec<String>,
    /// Not at `info`: ids of rooms and matches, because the id of an unlisted one gives access to it.
    ids: Vec<String>,
}

/// Runs a server with this log level and some activity, and returns its log.
async fn logged(format: &str, log: &str) -> (String, Secrets) {
    let folder = tempfile::tempdir().expect("a folder");
    let [address, operator] =
        [free_port(), free_port()].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    let mut child = Command::new(program())
        .arg("serve")
        .env("GIOG_LISTEN", address.to_string())
        .env("GIOG_OPERATOR__LISTEN", operator.to_string())
        .env("GIOG_DATA_DIR", folder.path())
        .env("GIOG_LOG", log)
        .env("GIOG_LOG_FORMAT", format)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server can be started");
    let mut stderr = child.stderr.take().expect("it is piped");
    let reading = tokio::spawn(async move {
        let mut text = String::new();
        stderr
            .read_to_string(&mut text)
            .await
            .expect("logs are text");
        text
    });
    patiently("the start of a server", async {
        while TcpStream::connect(address).await.is_err()
            || TcpStream::connect(operator).await.is_err()
        {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let (mut lin, welcome) = Socket::greet(address, "Lin").await;
    let token = welcome["token"].as_str().expect("a token").to_owned();
    let settings = json!({"seats": 2, "access": "password", "password": "open sesame"});
    let create = json!({"type": "create_room", "key": "k", "settings": settings});
    let room = lin.ask_ok(create).await["room"].clone();
    lin.ask_ok(json!({"type": "add_bot", "room": room})).await;
    lin.ask_ok(json!({"type": "ready", "room": room})).await;
    let (mut always, mut ids) = of_a_match(address).await;
    ids.extend(room.as_str().map(str::to_owned));
    for id in &ids {
        for path in ["/room", "/match", "/api/v1/rooms", "/api/v1/matches"] {
            get(address, &format!("{path}/{id}")).await;
        }
    }
    lin.send_text("no JSON at all").await.expect("it is sent");
    let wrong = "c0ffee".repeat(8);
    assert_eq!(
        get_as(address, "/api/v1/guests/me", Some(&wrong))
            .await
            .status,
        401
    );
    assert_eq!(
        get_as(address, "/api/v1/guests/me", Some(&token))
            .await
            .status,
        200
    );
    assert_eq!(get(operator, "/operator/v1/status").await.status, 401);
    let secret = std::fs::read_to_string(folder.path().join(TOKEN_FILE)).expect("a token");
    let secret = secret.trim().to_owned();
    announce(operator, &secret).await;
    let id = child.id().expect("it runs").to_string();
    let told = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(told.expect("there is kill").success());
    let ended = patiently("the end of a server", child.wait()).await;
    assert!(ended.expect("a child can be waited for").success());
    let text = reading.await.expect("it is read");
    let key = std::fs::read_to_string(folder.path().join("signing.key")).expect("a key");
    let key = key.trim().to_owned();
    always.extend([token, "open sesame".to_owned(), wrong, secret, key]);
    (text, Secrets { always, ids })
}

/// Two people play a match. Returns their tokens, hands, entropy and nonces; and the ids of the room and the match.
async fn of_a_match(address: SocketAddr) -> (Vec<String>, Vec<String>) {
    let settings = json!({"seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    let mut table = Table::set(address, &settings, &[true, true], 1, seed()).await;
    table.play_match().await;
    let mut secrets = Vec::new();
    for Seated { player, .. } in &table.people {
        secrets.push(player.token.clone());
        for event in &player.finished[0].events {
            let own = [&event["hand"], &event["sealed"]["nonce"]];
            secrets.extend(
                own.iter()
                    .filter_map(|text| text.as_str().map(str::to_owned)),
            );
            let opened = event["entropy"].as_array().into_iter().flatten();
            secrets.extend(opened.filter_map(|text| text.as_str().map(str::to_owned)));
        }
    }
    assert!(secrets.len() > 10, "{secrets:?}");
    let match_id = table.people[0].player.finished[0].match_id.clone();
    (secrets, vec![table.room, match_id])
}

/// Uses the operator's interface.
async fn announce(operator: SocketAddr, token: &str) {
    let body = r#"{"text":"Two\nlines."}"#;
    let request = format!(
        "PUT /operator/v1/announcement HTTP/1.0\r\nhost: {operator}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(operator).await.expect("it listens");
    stream
        .write_all(request.as_bytes())
        .await
        .expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(
        answer.starts_with("HTTP/1.0 200") || answer.starts_with("HTTP/1.1 200"),
        "{answer}"
    );
}

impl Secrets {
    fn are_not_in(&self, text: &str) {
        for secret in &self.always {
            let line = text.lines().find(|line| line.contains(secret.as_str()));
            assert_eq!(line, None, "a secret is in the log");
        }
    }
}

#[tokio::test]
async fn at_info_no_line_has_the_id_of_a_room_or_a_match() {
    let (text, secrets) = logged("text", "info").await;
    assert!(text.contains("listening"), "{text}");
    secrets.are_not_in(&text);
    assert_eq!(secrets.ids.len(), 3);
    for id in &secrets.ids {
        let line = text.lines().find(|line| line.contains(id.as_str()));
        assert_eq!(line, None, "an id is in the log");
    }
}

#[tokio::test]
async fn every_line_for_machines_is_one_object_with_time_level_and_message() {
    let (text, secrets) = logged("json", "debug").await;
    secrets.are_not_in(&text);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect();
    for line in &lines {
        for field in ["timestamp", "level", "target"] {
            assert!(line[field].is_string(), "{field} is missing: {line}");
        }
        // The database's driver logs its statements without a target.
        let has_message = line["message"].is_string() || line["target"] == "sqlx::query";
        assert!(has_message, "the message is missing: {line}");
    }
    let audited: Vec<&Value> = lines
        .iter()
        .filter(|line| line["target"] == "audit")
        .collect();
    assert_eq!(audited.len(), 2, "{audited:?}");
    assert_eq!(audited[0]["level"], "WARN");
    assert_eq!(audited[1]["text"], "Two\nlines.");
    assert_eq!(audited[1]["span"]["from"], "127.0.0.1");
    // Addresses of people are logged only at lower levels.
    for line in lines.iter().filter(|line| line["client"].is_string()) {
        assert_eq!(line["level"], "DEBUG", "{line}");
    }
}

#[tokio::test]
async fn every_line_for_people_begins_with_time_and_level_and_has_no_colours_in_a_file() {
    let (text, secrets) = logged("text", "debug").await;
    secrets.are_not_in(&text);
    assert!(!text.contains('\u{1b}'), "{text:?}");
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let time = words.next().unwrap_or_default();
        assert!(
            time.len() >= 20 && time.contains('T') && time.ends_with('Z'),
            "{line}"
        );
        let level = words.next().unwrap_or_default();
        assert!(
            ["ERROR", "WARN", "INFO", "DEBUG"].contains(&level),
            "{line}"
        );
    }
    for said in [
        "listening",
        "stopping",
        "stopped",
        "the operator shows an announcement",
    ] {
        assert!(text.contains(said), "{said} is not said:\n{text}");
    }
}

/// An operator who searches for a fault may log everything, and pass the log on.
#[tokio::test]
async fn whatever_the_setting_says_there_is_no_token_and_nothing_of_a_hand_in_the_log() {
    let log = "trace,tungstenite=trace,tokio_tungstenite=trace,hyper=trace,sqlx=trace,log=trace";
    let (text, secrets) = logged("text", log).await;
    secrets.are_not_in(&text);
    assert!(
        text.contains("DEBUG giog_server"),
        "the setting is in force"
    );
    for line in text.lines() {
        let mut words = line.split_whitespace().skip(1);
        let (level, target) = (words.next(), words.next().unwrap_or_default());
        let own = target.starts_with("giog")
            || target.starts_with("audit")
            || target.starts_with("operator");
        assert!(own || matches!(level, Some("WARN" | "ERROR")), "{line}");
    }
}

#[tokio::test]
async fn a_server_whose_output_nobody_reads_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let mut child = Command::new(program())
        .arg("serve")
        .env("GIOG_LISTEN", address.to_string())
        .env("GIOG_DATA_DIR", folder.path())
        .env("GIOG_LOG", "debug")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server can be started");
    // Everything written from now on is an error.
    drop((child.stdout.take(), child.stderr.take()));
    patiently("the start of a server", async {
        while TcpStream::connect(address).await.is_err() {
            let ended = child.try_wait().expect("it can be asked");
            assert!(ended.is_none(), "the server ended: {ended:?}");
            tokio::task::yield_now().await;
        }
    })
    .await;
    let (_, welcome) = Socket::greet(address, "Lin").await;
    assert!(welcome["player"].is_string(), "{welcome}");
    let ended = child.try_wait().expect("it can be asked");
    assert!(ended.is_none(), "the server ended: {ended:?}");
}

/// Files that the server itself creates cause no warning.
#[cfg(unix)]
#[tokio::test]
async fn a_start_tells_which_secret_files_others_can_read() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    const SETTINGS: &str = "can read a secret in the settings file";

    let database = Database::sqlite();
    let secrets = ["signing.key", "giog.db"].map(|name| database.folder().join(name));
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is the test's");
    };
    let log = database.folder().join("log");
    let started = async || {
        let mut server = ServerProcess::spawn_logging(&database, "", &log);
        patiently("the start of a server", server.listens()).await;
        server.stop().await;
        fs::read_to_string(&log).expect("the log is text")
    };
    allow(database.folder(), 0o755);
    let text = started().await;
    assert!(!text.contains("chmod"), "{text}");
    for path in &secrets {
        allow(path, 0o644);
    }
    // It has the operator's token.
    allow(&database.folder().join("giog.toml"), 0o644);
    let text = started().await;
    assert_eq!(text.matches(SETTINGS).count(), 1, "{text}");
    for path in &secrets {
        let told = format!("chmod go= {}`", path.display());
        assert_eq!(text.matches(&told).count(), 1, "{text}");
    }
    // Nobody else can read them.
    allow(database.folder(), 0o700);
    let text = started().await;
    assert!(
        !text.contains("chmod") && !text.contains(SETTINGS),
        "{text}"
    );
}
