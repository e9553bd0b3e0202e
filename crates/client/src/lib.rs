//! A client for the WebSocket protocol.
//!
//! [`Client`] is the connection: requests with their answers, and other messages of the server. Two types have no connection of their
//! own, and must be given the messages from [`Client::next`]: [`RoomMirror`] follows the events of a room and knows how to resume,
//! [`ReceiptKeeper`] adds entropy to the shuffle and keeps the proofs of a match.
//!
//! ```no_run
//! use giog_client::{Client, ClientError, ClientOptions, Observed, RoomMirror};
//! use giog_protocol::{ErrorCode, SettingsInput};
//!
//! # async fn play() -> Result<(), giog_client::ClientError> {
//! let mut client = Client::connect("ws://127.0.0.1:7000/ws", ClientOptions::default()).await?;
//! client.hello(None, Some("Lin")).await?;
//! let room = client.create_room("my-first-room", SettingsInput::default()).await?;
//! let mut mirror = RoomMirror::new(room);
//! loop {
//!     let incoming = client.next().await?;
//!     if mirror.observe(&incoming) != Observed::Next {
//!         continue;
//!     }
//!     if let Some(action) = mirror.decision().and_then(|decision| decision.default_action()) {
//!         match client.act(room, mirror.turn(), action).await {
//!             // A decision may be shown once more after its answer was sent.
//!             Err(ClientError::Refused(refusal)) if refusal.code == Some(ErrorCode::Already) => {}
//!             done => {
//!                 done?;
//!             }
//!         }
//!     }
//! }
//! # }
//! ```

mod client;
mod commands;
mod error;
mod incoming;
mod mirror;
mod receipt;
mod unknown;

pub use client::{Client, ClientOptions};
pub use error::{ClientError, Refusal};
pub use incoming::{Incoming, UnknownDecision};
pub use mirror::{Observed, RoomMirror};
pub use receipt::{NoMatchToJoin, ReceiptKeeper, Suspicion};
