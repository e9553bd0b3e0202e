//! A server that hangs under systemd's watchdog: it sends no more notifications and is killed, and the next one takes over.

use std::time::Duration;

use giog_tests::{Database, ServerProcess, Table, check_record, patiently, seed};
use tokio::net::UnixDatagram;
use tokio::time::timeout;

use super::takeover::{move_over, settings};

/// The watchdog time in these tests.
const WATCHDOG: Duration = Duration::from_secs(3);
/// The number of awaited notifications.
const SIGNS: usize = 4;

/// The next notification.
async fn sign(socket: &UnixDatagram) {
    let mut sign = [0; 64];
    let bytes = socket.recv(&mut sign).await.expect("the socket is there");
    assert_eq!(sign[..bytes].trim_ascii(), b"WATCHDOG=1");
}

#[tokio::test]
async fn a_server_that_hangs_gives_no_sign_of_life_and_after_it_was_killed_the_next_goes_on() {
    let database = Database::sqlite();
    let path = database.folder().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    let server = ServerProcess::start_watched(&database, &path, WATCHDOG).await;
    let entropy = [true, false, true];
    let mut table = Table::set(server.address(), &settings("giog"), &entropy, 1, seed()).await;
    table.play_a_little().await;
    let signs = async {
        for _ in 0..SIGNS {
            sign(&socket).await;
        }
    };
    patiently("signs of life", signs).await;
    server.signal("STOP").await;
    let silence = async { while timeout(WATCHDOG, sign(&socket)).await.is_ok() {} };
    patiently("the silence of a server that hangs", silence).await;
    server.kill().await;
    let server = ServerProcess::start_watched(&database, &path, WATCHDOG).await;
    move_over(&mut table, &server).await;
    patiently("a sign of life", sign(&socket)).await;
    let match_id = table.play_match().await;
    let key = database.signer().public_key();
    check_record(server.address(), key, &table, &match_id).await;
    server.stop().await;
}
