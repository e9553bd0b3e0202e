//! The socket round a session: moves frames, keeps the connection awake, and closes it where a bound is met.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::http::Extensions;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use giog_rooms::{Flowed, Outflow, Outlet};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use super::session::{Next, Session};
use crate::accept::Place;
use crate::state::App;

/// Bytes a connection reads at once: requests are small, and there are many connections.
const READ_BUFFER_BYTES: usize = 4 * 1024;
/// Bytes that are collected before they are written.
const WRITE_BUFFER_BYTES: usize = 8 * 1024;
/// Bytes that may wait for a socket; a larger message than any the server sends.
const MAX_WRITE_BUFFER_BYTES: usize = 4 * 1024 * 1024;
/// Frames written together before the socket is flushed.
const FRAMES_PER_FLUSH: usize = 64;
/// How long a client may take to take what is written to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Takes a connection for the protocol.
pub async fn upgrade(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    extensions: Extensions,
    upgrade: WebSocketUpgrade,
) -> Response {
    let place = extensions.get::<Place>().cloned();
    let limit = app.limits.frame_bytes as usize;
    upgrade
        .max_frame_size(limit)
        .max_message_size(limit)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
        .on_upgrade(move |socket| async move {
            serve(app, socket, address.ip()).await;
            drop(place);
        })
}

/// Why a connection ends.
enum End {
    /// The client is gone, or said goodbye.
    Gone,
    /// The server closes it, and says why.
    Close(u16, &'static str),
}

async fn serve(app: App, socket: WebSocket, address: IpAddr) {
    let (outlet, mut outflow) = Outlet::new(app.next_conn(), app.limits.frames_waiting);
    let (mut sink, mut stream) = socket.split();
    let mut session = Session::new(app.clone(), outlet, address);
    let end = run(&app, &mut session, &mut stream, &mut sink, &mut outflow).await;
    if let End::Close(code, reason) = end {
        let close = CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        };
        // Whoever does not read it is gone all the same.
        let _ = timeout(WRITE_TIMEOUT, sink.send(Message::Close(Some(close)))).await;
    }
    session.end().await;
}

async fn run(
    app: &App,
    session: &mut Session,
    stream: &mut SplitStream<WebSocket>,
    sink: &mut SplitSink<WebSocket, Message>,
    outflow: &mut Outflow,
) -> End {
    let idle = Duration::from_millis(app.limits.idle_ms);
    let greet_by = Instant::now() + Duration::from_millis(app.limits.greeting_ms);
    let mut stopping = app.stopping.clone();
    let mut heard = Instant::now();
    let mut pinged = false;
    loop {
        let next_check = if session.is_greeted() {
            heard + if pinged { idle } else { idle / 2 }
        } else {
            greet_by
        };
        tokio::select! {
            flowed = outflow.next() => match flowed {
                Flowed::Frame(frame) => {
                    if let Err(end) = write(sink, outflow, frame).await {
                        return end;
                    }
                }
                Flowed::Overflow => return End::Close(close_code::POLICY, "too slow"),
            },
            frame = stream.next() => {
                heard = Instant::now();
                pinged = false;
                match read(session, frame).await {
                    Ok(()) => {}
                    Err(end) => return end,
                }
            }
            () = sleep_until(next_check) => {
                if !session.is_greeted() || pinged {
                    return End::Close(close_code::POLICY, "silent for too long");
                }
                pinged = true;
                if timeout(WRITE_TIMEOUT, sink.send(Message::Ping(Bytes::new()))).await.is_err() {
                    return End::Gone;
                }
            }
            () = stopped(&mut stopping) => {
                return End::Close(close_code::RESTART, "the server stops; come back in a moment");
            }
        }
    }
}

/// Waits until the server is about to stop.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // If nobody can say so any more, the server is gone already.
    let _ = stopping.wait_for(|&stopping| stopping).await;
}

async fn read(
    session: &mut Session,
    frame: Option<Result<Message, axum::Error>>,
) -> Result<(), End> {
    let next = match frame {
        Some(Ok(Message::Text(text))) => session.text(&text).await,
        Some(Ok(Message::Binary(_))) => session.binary().await,
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Next::Continue,
        Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
        Some(Err(error)) => return Err(read_error(&error)),
    };
    match next {
        Next::Continue => Ok(()),
        Next::Flood => Err(End::Close(close_code::POLICY, "too many requests")),
    }
}

/// What is said to a client whose frame could not be read.
fn read_error(error: &axum::Error) -> End {
    use std::error::Error as _;
    use tokio_tungstenite::tungstenite::Error;

    match error
        .source()
        .and_then(|source| source.downcast_ref::<Error>())
    {
        Some(Error::Capacity(_)) => End::Close(close_code::SIZE, "the frame is too large"),
        Some(Error::Utf8(_)) => End::Close(close_code::INVALID, "the text is no UTF-8"),
        Some(Error::Protocol(_)) => End::Close(close_code::PROTOCOL, "this is no WebSocket frame"),
        _ => End::Gone,
    }
}

/// Writes a frame, and those that are ready with it, in one go.
async fn write(
    sink: &mut SplitSink<WebSocket, Message>,
    outflow: &mut Outflow,
    first: Bytes,
) -> Result<(), End> {
    let all = async {
        sink.feed(text(first)?).await.map_err(|_| End::Gone)?;
        for _ in 1..FRAMES_PER_FLUSH {
            let Some(frame) = outflow.try_next() else {
                break;
            };
            sink.feed(text(frame)?).await.map_err(|_| End::Gone)?;
        }
        sink.flush().await.map_err(|_| End::Gone)
    };
    timeout(WRITE_TIMEOUT, all)
        .await
        .unwrap_or(Err(End::Close(close_code::POLICY, "too slow")))
}

fn text(frame: Bytes) -> Result<Message, End> {
    Utf8Bytes::try_from(frame)
        .map(Message::Text)
        .map_err(|_| End::Gone)
}
