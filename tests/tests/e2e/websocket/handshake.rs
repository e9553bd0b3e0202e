//! The handshake. No extension and no subprotocol is ever negotiated (groups 12 and 13 have nothing to test).

use giog_tests::{Server, quick};

use super::raw::{ACCEPT, KEY, opening, shake_hands};

/// The head of an answer, in lower case except for `Sec-WebSocket-Accept`.
async fn answer(server: &Server, request: &str) -> String {
    let (_, head) = shake_hands(server.address, request).await;
    head.replace(ACCEPT, "ACCEPTED").to_lowercase()
}

#[tokio::test]
async fn a_handshake_is_answered_by_its_key_and_agrees_on_nothing_more() {
    let server = Server::start(quick()).await;
    for more in [
        "",
        "sec-websocket-extensions: permessage-deflate; client_max_window_bits\r\n",
        "sec-websocket-protocol: chat, superchat\r\n",
        "origin: https://another.example\r\n",
    ] {
        let head = answer(&server, &opening(more)).await;
        assert!(head.starts_with("http/1.1 101 "), "{more}: {head}");
        assert!(
            head.contains("sec-websocket-accept: accepted"),
            "{more}: {head}"
        );
        for agreed in ["sec-websocket-extensions", "sec-websocket-protocol"] {
            assert!(!head.contains(agreed), "{more}: {head}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_handshake_is_refused() {
    let server = Server::start(quick()).await;
    let whole = opening("");
    for (from, to) in [
        ("GET", "POST"),
        ("connection: upgrade\r\n", ""),
        ("upgrade: websocket\r\n", ""),
        ("upgrade: websocket", "upgrade: h2c"),
        ("version: 13", "version: 12"),
        ("sec-websocket-version: 13\r\n", ""),
        (&format!("sec-websocket-key: {KEY}\r\n"), ""),
    ] {
        let head = answer(&server, &whole.replacen(from, to, 1)).await;
        assert!(head.starts_with("http/1.1 4"), "{from} to {to:?}: {head}");
    }
    server.stop().await;
}
