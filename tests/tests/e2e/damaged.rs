//! A SQLite file with damaged pages: the server starts, readable rooms continue, and the operator is informed.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::str::FromStr as _;

use giog_tests::{Database, Server, Socket, all_rooms_are_back};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::operator::{admin, settings};
use crate::rollback::value;

/// Overwrites the first page of a table or index, as a disk that fails would.
async fn damage(database: &Database, name: &str) {
    let options = SqliteConnectOptions::from_str(&database.url()).expect("an address");
    let mut conn = options.connect().await.expect("the file is there");
    let sql = "SELECT rootpage * page_size, page_size FROM sqlite_schema, pragma_page_size WHERE name = $1";
    let page = sqlx::query_as(sql).bind(name).fetch_one(&mut conn).await;
    let (end, bytes): (i64, i64) = page.expect("it is there");
    conn.close().await.expect("closed");
    let mut file = File::options();
    let mut file = file
        .write(true)
        .open(database.folder().join("giog.db"))
        .expect("it opens");
    file.seek(SeekFrom::Start((end - bytes).unsigned_abs()))
        .expect("it is there");
    file.write_all(&vec![0xa5; usize::try_from(bytes).expect("a page")])
        .expect("written");
}

#[tokio::test]
async fn damage_refuses_no_start_and_the_operator_is_told() {
    for name in [
        "rooms",
        "rooms_open",
        "bans_by_time",
        "guests_by_seen",
        "server_keys",
    ] {
        let server = Server::start_on(Database::sqlite(), settings()).await;
        let operator = server.operator.expect("an operator's side");
        assert_eq!(value(operator, "giog_database_damage_found").await, "0");
        assert!(!admin(&server, &["status"]).await.contains("DAMAGED"));
        let (mut lin, welcome) = Socket::greet(server.address, "Lin").await;
        let create = json!({"type": "create_room", "key": "k", "settings": {}});
        let room = lin.ask_ok(create).await["room"].clone();
        let token = welcome["token"].as_str().expect("a token").to_owned();
        drop(lin);
        let database = server.stop_and_keep().await;
        damage(&database, name).await;

        let server = Server::start_on(database, settings()).await;
        let operator = server.operator.expect("an operator's side");
        let found = value(operator, "giog_database_damage_found").await;
        assert!(
            found.parse::<u32>().is_ok_and(|found| found > 0),
            "{name}: {found}"
        );
        let status = admin(&server, &["status"]).await;
        assert!(status.contains("DAMAGED      the database"), "{status}");
        assert!(status.contains(name), "{status}");
        all_rooms_are_back(server.address).await;
        let (mut lin, _) = Socket::come_back(server.address, &token).await;
        lin.ask_ok(json!({"type": "join", "room": room})).await;
        server.stop().await;
    }
}
