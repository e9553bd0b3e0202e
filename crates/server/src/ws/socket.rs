//! The socket of a session: transfers frames, keeps the connection alive, and closes it when it exceeds a limit.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use giog_protocol::rest::ProblemCode;
use giog_rooms::{FrameReceiver, FrameSender, NextFrame};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::outgoing::Outgoing;
use super::session::{Next, Session};
use crate::client::ClientAddress;
use crate::connection_limits::ConnectionPermit;
use crate::cost::{Framed, Meter};
use crate::device::user_agent;
use crate::metrics::{Closed, Metrics};
use crate::problem::RestError;
use crate::rest::ComesBack;
use crate::sockets::{DisconnectReason, DisconnectSignal};
use crate::state::App;

/// The size of a connection's read buffer in bytes: most requests are shorter, and there are many connections. For a longer frame it
/// grows.
const READ_BUFFER_BYTES: usize = 512;
/// Bytes that may wait in the library to be written: pings, pongs and the close frame. All other frames bypass it ([`Outgoing`]).
const CONTROL_BYTES: usize = 1024;
/// Frames that are taken from the queue to be written together.
const FRAMES_PER_FLUSH: usize = 64;
/// How long a client may take to read what is written to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// How often silent connections are checked within `idle_ms`, all of them at the same moments: waking an idle server costs more than
/// sending a ping, so many pings are sent after one wake-up.
const SILENCE_CHECKS: u32 = 120;
/// The first of these moments.
static FIRST_CHECK: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A connection that has become a WebSocket.
type WebSocket = WebSocketStream<Framed<TokioIo<Upgraded>>>;

/// Upgrades a connection to a WebSocket.
pub async fn upgrade(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Extension(permit): Extension<ConnectionPermit>,
    Extension(meter): Extension<Arc<Meter>>,
    Extension(comes_back): Extension<ComesBack>,
    mut request: Request,
) -> Result<Response, RestError> {
    let response = match create_response_with_body(&request, Body::empty) {
        Ok(response) => response,
        Err(error) => return Ok(no_handshake(&error)),
    };
    if !app.ingress.allowed_origins.allow_socket(request.headers()) {
        return Err(ProblemCode::CrossOrigin.into());
    }
    let counted = permit
        .for_client(address)
        .ok_or(ProblemCode::TooManyConnections)?;
    let visitor = Visitor {
        address,
        user_agent: user_agent(request.headers()).map(str::to_owned),
        comes_back: comes_back.is_set(),
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // If the client is gone before the response, this fails.
        if let Ok(upgraded) = upgrade.await {
            meter.upgraded(address);
            let stream = Framed::new(TokioIo::new(upgraded), Arc::clone(&meter));
            let config = Some(config(app.limits.frame_bytes as usize));
            let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, config).await;
            serve(&app, &mut socket, visitor, &meter).await;
        }
        drop((counted, permit));
    });
    Ok(response)
}

/// The response to a request that is no valid WebSocket handshake (RFC 6455 §4.4, RFC 9110 §15.5.22).
fn no_handshake(error: &Error) -> Response {
    let wanted = [(UPGRADE, "websocket"), (SEC_WEBSOCKET_VERSION, "13")];
    (StatusCode::UPGRADE_REQUIRED, wanted, error.to_string()).into_response()
}

/// The configuration of a socket whose frames have at most so many bytes.
fn config(frame_bytes: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        .max_frame_size(Some(frame_bytes))
        .max_message_size(Some(frame_bytes))
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(CONTROL_BYTES)
}

/// Who opened a socket.
struct Visitor {
    address: IpAddr,
    user_agent: Option<String>,
    /// Whether it was opened for somebody who comes back, although nothing is left of the budget of the address.
    comes_back: bool,
}

/// Why a connection ends.
enum CloseReason {
    /// The client is gone.
    Gone,
    /// The client sent a close frame, which is to be answered.
    Goodbye,
    /// The server closes it, with this code and reason.
    Close(CloseCode, &'static str, Closed),
}

async fn serve(app: &App, socket: &mut WebSocket, visitor: Visitor, meter: &Meter) {
    let Visitor {
        address,
        user_agent,
        comes_back,
    } = visitor;
    let (frame_sender, mut frame_receiver) =
        FrameSender::new(app.sockets.next_conn(), app.limits.frames_waiting);
    let mut session = Session::new(app.clone(), frame_sender, address).from_client(user_agent);
    if comes_back {
        session.comes_back();
    }
    app.metrics.socket_opened();
    tracing::debug!(client = %address, "a socket was opened");
    let disconnect = session.disconnect();
    let mut outgoing = Outgoing::default();
    let running = run(
        app,
        &mut session,
        socket,
        &mut frame_receiver,
        &mut outgoing,
    );
    let end = ended(running, &disconnect, meter).await;
    let why = match end {
        CloseReason::Gone | CloseReason::Goodbye => Closed::ByClient,
        CloseReason::Close(.., why) => why,
    };
    app.metrics.socket_closed(why);
    tracing::debug!(client = %address, ?why, "a socket was closed");
    // A client that does not read the close frame is still gone for rooms from now on.
    let last_words = last_words(socket, &mut frame_receiver, &mut outgoing, end);
    let last_words = timeout(WRITE_TIMEOUT, last_words);
    // Boxed, because both happen once: not every connection has memory for them.
    let _ = tokio::join!(Box::pin(last_words), Box::pin(session.end()));
}

/// How a connection ends: by itself, or because the server closes it, even while a write takes long.
async fn ended(
    running: impl Future<Output = CloseReason>,
    disconnect: &DisconnectSignal,
    meter: &Meter,
) -> CloseReason {
    tokio::select! {
        biased;
        why = disconnect.wait() => disconnect_for(why),
        () = meter.flooded() => flooded(),
        end = running => end,
    }
}

/// Sends the close frame.
async fn last_words(
    socket: &mut WebSocket,
    frame_receiver: &mut FrameReceiver,
    outgoing: &mut Outgoing,
    end: CloseReason,
) -> Result<(), Error> {
    match end {
        CloseReason::Gone => Ok(()),
        CloseReason::Goodbye => {
            // The library has prepared the answer to the client's close frame; this sends it.
            outgoing.write(socket.get_mut()).await?;
            SinkExt::close(socket).await
        }
        CloseReason::Close(code, reason, why) => {
            // Requests before a bad frame still get their answers.
            while why == Closed::BadFrame
                && let Some(frame) = frame_receiver.try_next()
            {
                outgoing.push(frame);
            }
            outgoing.write(socket.get_mut()).await?;
            let reason = Utf8Bytes::from_static(reason);
            let close = CloseFrame { code, reason };
            socket.send(Message::Close(Some(close))).await
        }
    }
}

async fn run(
    app: &App,
    session: &mut Session,
    socket: &mut WebSocket,
    frame_receiver: &mut FrameReceiver,
    outgoing: &mut Outgoing,
) -> CloseReason {
    let greet_by = Instant::now() + Duration::from_millis(app.limits.greeting_ms);
    let mut stopping = app.stopping.clone();
    let mut stopped = pin!(stopped(&mut stopping));
    let mut silence = Silence::new(Duration::from_millis(app.limits.idle_ms));
    let mut read_again = None;
    // The timers stay registered with the runtime from one iteration to the next; the timer for silence is set again when it fires too
    // early.
    let mut check = pin!(sleep_until(greet_by));
    loop {
        tokio::select! {
            // Nearly always the task is woken because of frames to be written, and then nothing else is polled. Everything that waits is
            // written at once, so reading gets its turn, too.
            biased;
            flowed = frame_receiver.next() => match flowed {
                NextFrame::Frame(frame) => {
                    let wrote = write(&app.metrics, socket, frame_receiver, outgoing, frame);
                    if let Err(end) = wrote.await {
                        return end;
                    }
                }
                NextFrame::Overflow => return too_slow(),
                NextFrame::SentBack => {
                    let text = "come back at once";
                    return CloseReason::Close(CloseCode::Restart, text, Closed::SentBack);
                }
            },
            () = until(read_again), if read_again.is_some() => read_again = None,
            frame = socket.next(), if read_again.is_none() => {
                silence.broken();
                let greeted = session.is_greeted();
                match read(app, session, frame).await {
                    Ok(pause) => read_again = (!pause.is_zero()).then(|| silence.since + pause),
                    Err(end) => return end,
                }
                if session.is_greeted() && !greeted {
                    check.as_mut().reset(silence.until());
                }
            }
            () = check.as_mut() => {
                if !session.is_greeted() {
                    return silent();
                }
                if silence.until() <= Instant::now() {
                    if silence.pinged {
                        return silent();
                    }
                    silence.pinged = true;
                    if timeout(WRITE_TIMEOUT, socket.send(Message::Ping(Bytes::new()))).await.is_err() {
                        return CloseReason::Gone;
                    }
                }
                check.as_mut().reset(silence.until());
            }
            () = stopped.as_mut() => {
                return restarts();
            }
        }
    }
}

/// How long nothing was received.
struct Silence {
    longest: Duration,
    since: Instant,
    /// Whether a ping was sent since.
    pinged: bool,
}

impl Silence {
    fn new(longest: Duration) -> Self {
        Self {
            longest,
            since: Instant::now(),
            pinged: false,
        }
    }

    fn broken(&mut self) {
        self.since = Instant::now();
        self.pinged = false;
    }

    /// When something is to be done: a ping may be sent a little early, but a connection is never closed early.
    fn until(&self) -> Instant {
        let step = self.longest / SILENCE_CHECKS;
        let after = if self.pinged {
            self.longest + step
        } else {
            self.longest / 2
        };
        let due = self.since + after;
        // Rounded down to a check. Settings ensure that a step is much longer than a nanosecond.
        let past = due.saturating_duration_since(*FIRST_CHECK).as_nanos() % step.as_nanos();
        due - Duration::from_nanos(u64::try_from(past).unwrap_or_default())
    }
}

/// Waits until this moment; for ever without one.
async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// Waits until the server is about to stop.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // If the sender is gone, the server has already ended.
    let _ = stopping.wait_for(|&stopping| stopping).await;
}

/// The close frame for a connection that the server closes.
fn disconnect_for(why: DisconnectReason) -> CloseReason {
    match why {
        DisconnectReason::Banned => CloseReason::Close(CloseCode::Policy, "banned", Closed::Banned),
        DisconnectReason::TokenEnded => {
            CloseReason::Close(CloseCode::Policy, "token ended", Closed::TokenEnded)
        }
    }
}

/// The close frame for a client that keeps sending too much.
fn flooded() -> CloseReason {
    let reason = "too many requests";
    CloseReason::Close(CloseCode::Policy, reason, Closed::TooManyRequests)
}

fn restarts() -> CloseReason {
    let text = "the server stops; come back in a moment";
    CloseReason::Close(CloseCode::Restart, text, Closed::Stopping)
}

fn silent() -> CloseReason {
    CloseReason::Close(CloseCode::Policy, "silent for too long", Closed::Silent)
}

fn too_slow() -> CloseReason {
    CloseReason::Close(CloseCode::Policy, "too slow", Closed::TooSlow)
}

/// Handles what was received. Returns how long nothing more is to be read.
async fn read(
    app: &App,
    session: &mut Session,
    frame: Option<Result<Message, Error>>,
) -> Result<Duration, CloseReason> {
    let next = match frame {
        Some(Ok(Message::Text(text))) => {
            app.metrics.frame_received(text.len());
            session.text(&text).await
        }
        Some(Ok(Message::Binary(bytes))) => {
            app.metrics.frame_received(bytes.len());
            session.binary(bytes.len())
        }
        Some(Ok(Message::Ping(bytes) | Message::Pong(bytes))) => session.control(bytes.len()),
        Some(Ok(Message::Close(_))) => return Err(CloseReason::Goodbye),
        // The library returns this only to code that writes raw frames.
        Some(Ok(Message::Frame(_))) => Next::Continue,
        None => return Err(CloseReason::Gone),
        Some(Err(error)) => return Err(read_error(&error)),
    };
    match next {
        Next::Continue => Ok(Duration::ZERO),
        Next::Pause(pause) => Ok(pause),
        Next::Flood => Err(flooded()),
        Next::Disconnect(why) => Err(disconnect_for(why)),
        Next::StoreLost => Err(restarts()),
    }
}

/// The close frame for a client whose frame could not be read.
fn read_error(error: &Error) -> CloseReason {
    let (code, reason) = match error {
        Error::Capacity(_) => (CloseCode::Size, "the frame is too large"),
        Error::Utf8(_) => (CloseCode::Invalid, "the text is no UTF-8"),
        Error::Protocol(_) => (CloseCode::Protocol, "this is no WebSocket frame"),
        _ => return CloseReason::Gone,
    };
    CloseReason::Close(code, reason, Closed::BadFrame)
}

/// Writes a frame, together with all that are ready.
async fn write(
    metrics: &Metrics,
    socket: &mut WebSocket,
    frame_receiver: &mut FrameReceiver,
    outgoing: &mut Outgoing,
    first: Bytes,
) -> Result<(), CloseReason> {
    let mut next = Some(first);
    while let Some(frame) = next {
        metrics.frame_sent(frame.len());
        outgoing.push(frame);
        let fits = outgoing.len() < FRAMES_PER_FLUSH;
        next = fits.then(|| frame_receiver.try_next()).flatten();
    }
    let all = async {
        // First the rest of a pong that the library could not write completely.
        socket.flush().await?;
        outgoing.write(socket.get_mut()).await?;
        Ok::<_, Error>(())
    };
    match timeout(WRITE_TIMEOUT, all).await {
        Ok(written) => written.map_err(|_| CloseReason::Gone),
        Err(_) => Err(too_slow()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::future::pending;

    use giog_rooms::{Clock, Now};
    use giog_rules::Timestamp;
    use tokio::time::advance;

    use super::*;
    use crate::address::Addresses;
    use crate::cost::Costs;
    use crate::settings::ServerLimits;

    struct Midnight;

    impl Clock for Midnight {
        fn now(&self) -> Now {
            Now {
                mono_ms: 0,
                wall: Timestamp::from_unix_ms(0),
            }
        }
    }

    /// Size limit in bytes of a connection's task with its socket and everything that it may wait for. There are many connections, so
    /// rare futures are boxed.
    const TASK_BYTES: usize = 3_072;

    #[test]
    fn the_task_of_a_connection_is_small() {
        fn size<'a, F>(_: impl Fn(&'a App, &'a mut WebSocket, Visitor, &'a Meter) -> F) -> usize {
            size_of::<F>()
        }
        let bytes = size(serve) + size_of::<WebSocket>();
        println!("a connection's task: {bytes} bytes");
        assert!(bytes <= TASK_BYTES, "{bytes} bytes");
    }

    #[tokio::test(start_paused = true)]
    async fn silent_connections_are_checked_together_and_nobody_is_put_out_early() {
        let longest = Duration::from_mins(1);
        let step = longest / SILENCE_CHECKS;
        let mut checks = BTreeSet::new();
        for _ in 0..1_000 {
            let mut silence = Silence::new(longest);
            let (ping, half) = (silence.until(), silence.since + longest / 2);
            assert!(ping <= half && half < ping + step, "{ping:?}, {half:?}");
            silence.pinged = true;
            let (disconnect, end) = (silence.until(), silence.since + longest);
            assert!(
                end < disconnect && disconnect <= end + step,
                "{disconnect:?}, {end:?}"
            );
            checks.insert(ping);
            advance(Duration::from_millis(10)).await;
        }
        assert!(checks.len() <= 21, "{} moments in 10 s", checks.len());
    }

    #[tokio::test(start_paused = true)]
    async fn a_disconnected_client_is_gone_even_if_it_never_reads() {
        let limits = Arc::new(ServerLimits::default());
        let costs = Costs::new(Arc::new(Midnight), limits, Addresses::default());
        let (meter, disconnect) = (Meter::new(costs, None), DisconnectSignal::default());
        disconnect.tell(DisconnectReason::TokenEnded);
        let ended = timeout(
            Duration::from_secs(1),
            ended(pending(), &disconnect, &meter),
        );
        let end = ended.await.expect("nobody waits for the write");
        assert!(matches!(end, CloseReason::Close(_, _, Closed::TokenEnded)));
    }
}
