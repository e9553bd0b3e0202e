//! The WebSocket protocol (RFC 6455) at `/ws`, case by case, in the groups of the Autobahn test suite.
//!
//! Each case is what a client sends after the handshake, and everything that must come back. It is sent in one piece, and again byte by
//! byte. After it the connection is either closed, or still answers.

mod closing;
mod framing;
mod handshake;
mod raw;
mod texts;

use giog_tests::{Server, quick};

use self::raw::{Raw, frame, request};

/// The first byte of a frame: final, with its opcode.
const TEXT: u8 = 0x81;
const BINARY: u8 = 0x82;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;
/// The first byte of a first fragment, and of the following ones.
const FIRST: u8 = 0x01;
const MORE: u8 = 0x00;
const LAST: u8 = 0x80;

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    /// The answer to the request with this id.
    Answer(u64),
    /// The answer to an invalid request.
    NoRequest,
    Pong(Vec<u8>),
    /// A close frame with this code; none if the client sent none.
    Closed(Option<u16>),
}

/// The sent bytes, and the expected ones.
#[derive(Debug)]
struct Case {
    name: String,
    sent: Vec<u8>,
    told: Vec<Told>,
}

fn case(name: impl Into<String>, sent: &[&[u8]], told: &[Told]) -> Case {
    Case {
        name: name.into(),
        sent: sent.concat(),
        told: told.to_vec(),
    }
}

/// A case in which bytes after a message end the connection.
fn ends(name: impl Into<String>, sent: &[&[u8]], code: u16) -> Case {
    case(name, sent, &[Told::Closed(Some(code))])
}

/// Runs all cases, each over new connections, and names all that fail.
async fn hold(cases: Vec<Case>) {
    /// Longer ones are sent only in one piece.
    const SLOW_BYTES: usize = 700;
    let server = Server::start(quick()).await;
    let mut failed = Vec::new();
    for case in &cases {
        for piece in [case.sent.len().max(1), 1] {
            if piece == 1 && case.sent.len() > SLOW_BYTES {
                continue;
            }
            let told = run(&server, case, piece).await;
            if told != case.told {
                let Case {
                    name, told: due, ..
                } = case;
                failed.push(format!("{name}, {piece} at a time: {told:?}, not {due:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    server.stop().await;
}

/// Everything that is received after a case; if the connection should still be open, another request is sent.
async fn run(server: &Server, case: &Case, piece: usize) -> Vec<Told> {
    /// No other request of these tests has this number.
    const ONCE_MORE: u64 = 999;
    let mut raw = Raw::connect(server.address).await;
    raw.send(&case.sent, piece).await;
    let ends = matches!(case.told.last(), Some(Told::Closed(_)));
    if !ends {
        raw.send(&frame(TEXT, &request(ONCE_MORE)), usize::MAX)
            .await;
    }
    let mut told = Vec::new();
    while let Some(next) = raw.told().await {
        if next == Told::Answer(ONCE_MORE) {
            return told;
        }
        told.push(next);
    }
    // The connection is closed without a close frame, although it should be open.
    if !ends && !matches!(told.last(), Some(Told::Closed(_))) {
        told.push(Told::Closed(None));
    }
    told
}
