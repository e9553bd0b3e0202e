//! The session of one person: processes typed lines and incoming messages, and prints texts.

use giog_client::{ClientError, Incoming, Observed, Refusal, Suspicion};
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{PlayerTag, RoomId, RoomSummary};
use giog_rules::MatchId;
use giog_rules::text::Style;
use giog_seats::Address;
use giog_seats::Link;
use tokio::time::Instant;

use super::commands;
use super::seated::{Seated, WARNING_BEFORE};
use crate::table::{anywhere, aside, tell, tell_line, tell_text};

/// Whether to continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Continue.
    GoOn,
    /// The person wants to quit.
    Stop,
}

/// A person on a server, and in a room if they have joined one.
#[derive(Debug)]
pub(super) struct Session {
    pub link: Link,
    pub rooms: Vec<RoomSummary>,
    pub style: Style,
    pub seat: Option<Seated>,
}

impl Session {
    /// Connects and logs in.
    pub async fn begin(
        address: &Address,
        name: Option<&str>,
        style: Style,
    ) -> anyhow::Result<Self> {
        let link = Link::connect(address, name, tell_text).await?;
        let welcome = &link.welcome;
        tell_text(&format!(
            "You are {}#{} on {address}, which runs {}. Type help for what can be typed.",
            welcome.name,
            PlayerTag::of(welcome.player),
            welcome.server
        ));
        for room in &welcome.rooms {
            tell_line(&format!(
                "You have a seat in a room. To continue there: join {room}"
            ));
        }
        Ok(Self {
            link,
            rooms: Vec::new(),
            style,
            seat: None,
        })
    }

    /// When to warn that the time is nearly over.
    pub fn warning(&self) -> Option<Instant> {
        self.seat.as_ref()?.warning
    }

    /// Prints the warning.
    pub fn warn(&mut self) -> Next {
        tell_line(&format!("{} s left.", WARNING_BEFORE.as_secs()));
        if let Some(seat) = &mut self.seat {
            seat.warning = None;
        }
        Next::GoOn
    }

    /// Closes the connection; a seat in a match is kept for a while.
    pub async fn say_goodbye(self) {
        let playing = self.seat.as_ref().filter(|seat| seat.teller.is_playing());
        if let Some(seat) = playing.filter(|seat| seat.teller.seat().is_some()) {
            tell_line(&format!(
                "Your seat is kept for a while. To come back: giog play --server {} join {}",
                self.link.address(),
                seat.room()
            ));
        }
        // If this fails, the server notices anyway.
        let _ = self.link.client.close().await;
    }

    /// Prints a refusal of the server; any other error ends the program.
    pub async fn tell_what_failed(&mut self, done: anyhow::Result<()>) -> anyhow::Result<()> {
        let Err(error) = done else { return Ok(()) };
        match error.downcast::<ClientError>()? {
            ClientError::Refused(refusal) => {
                tell_text(&refused(&refusal));
                if let Some(seat) = &mut self.seat {
                    seat.ask_again();
                }
            }
            error if error.is_recoverable() => tell_text(&format!(
                "Perhaps not done: {error}. Check before you try again."
            )),
            error => self.come_back(&error).await?,
        }
        Ok(())
    }

    /// Joins a room; the text about it follows with the first snapshot.
    pub async fn enter(&mut self, room: RoomId, password: Option<String>) -> anyhow::Result<()> {
        let seated = self.at(room, password);
        self.link.join(room, &seated.join()).await?;
        self.seat = Some(seated);
        Ok(())
    }

    /// The person is now in a room that the server made this connection join.
    pub fn entered(&mut self, room: RoomId, password: Option<String>) {
        self.seat = Some(self.at(room, password));
    }

    fn at(&self, room: RoomId, password: Option<String>) -> Seated {
        Seated::new(room, self.link.welcome.player, password, self.style)
    }

    /// Processes an incoming message, and prints its text.
    pub async fn hear(&mut self, incoming: Result<Incoming, ClientError>) -> anyhow::Result<Next> {
        let complete = match incoming {
            Ok(incoming) => self.link.client.complete(incoming).await,
            Err(error) => Err(error),
        };
        let incoming = match complete {
            Ok(incoming) => incoming,
            Err(error) => {
                self.come_back(&error).await?;
                return Ok(Next::GoOn);
            }
        };
        let Some(seat) = &mut self.seat else {
            tell(incoming.message().map(anywhere).unwrap_or_default());
            return Ok(Next::GoOn);
        };
        let observed = seat.mirror.observe(&incoming);
        match observed {
            Observed::Next | Observed::Whole => {
                seat.recall(&self.link.keep, &incoming);
                suspect(seat.keeper.observe(&incoming));
                match &incoming {
                    Incoming::Message(message) => {
                        tell(seat.teller.hear(message));
                        self.follow(message).await?;
                    }
                    Incoming::UnknownDecision(asked) => seat.ask_unknown(asked),
                    Incoming::UnknownEvent { .. } | Incoming::LeftUnknown { .. } => {}
                }
            }
            Observed::Left => {
                match incoming.message() {
                    Some(message) => tell(seat.teller.hear(message)),
                    None => tell_line("You are out of the room."),
                }
                self.seat = None;
                tell_line("Type rooms for the list of rooms, new to make one, quit to end.");
            }
            Observed::Gap => self.join_again().await?,
            Observed::Elsewhere => {
                if let Some(message) = incoming.message() {
                    tell(aside(seat.room(), message));
                }
            }
            Observed::Duplicate => {}
        }
        Ok(Next::GoOn)
    }

    /// Does what a message requires.
    async fn follow(&mut self, message: &ServerMessage) -> anyhow::Result<()> {
        let Some(seat) = &mut self.seat else {
            return Ok(());
        };
        match message {
            ServerMessage::Now(now) => {
                seat.keep(&self.link.keep)?;
                seat.ask(now);
                if let Some(ready) = seat.ready_at_last() {
                    let done = commands::get_ready(&mut self.link.client, seat, ready).await;
                    self.tell_what_failed(done.map_err(Into::into)).await?;
                }
            }
            ServerMessage::Snapshot(_) => self.open_entropy().await,
            ServerMessage::Event(event) => match &event.event {
                RoomEvent::Committed { .. } => self.open_entropy().await,
                RoomEvent::Finished { match_id, .. } | RoomEvent::Abandoned { match_id, .. } => {
                    seat.keep(&self.link.keep)?;
                    self.tell_proof(*match_id);
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// Opens the entropy that was committed to, if the room is waiting for it.
    async fn open_entropy(&mut self) {
        let Some(seat) = &self.seat else { return };
        if let Some(open) = seat.keeper.to_open()
            && let Err(error) = self.link.open_entropy(seat.room(), &open).await
        {
            tell_text(&format!("Your entropy could not be opened: {error}."));
        }
    }

    /// Tells how the match can be shown and verified later.
    fn tell_proof(&self, match_id: MatchId) {
        let address = self.link.address();
        tell_line(&format!(
            "To read it again: giog show {match_id} --server {address}"
        ));
        if self
            .seat
            .as_ref()
            .is_some_and(|seat| seat.has_kept(match_id))
        {
            let record = address.rest(&format!("/matches/{match_id}"));
            let receipt = self.link.keep.receipt_path(match_id);
            tell_line(&format!(
                "To verify it: giog verify {record} --receipt {}",
                quoted(&receipt.display().to_string())
            ));
        }
    }

    /// Reconnects, and joins the room again.
    async fn come_back(&mut self, broken: &ClientError) -> anyhow::Result<()> {
        self.link.reconnect(broken).await?;
        self.join_again().await
    }

    /// Joins the room again, however long it takes, unless the server says that the person is out of it.
    async fn join_again(&mut self) -> anyhow::Result<()> {
        let Some(seat) = &mut self.seat else {
            return Ok(());
        };
        seat.forget_what_was_asked();
        let joined = self.link.join(seat.room(), &seat.join()).await;
        match joined.map_err(anyhow::Error::downcast::<ClientError>) {
            Ok(()) => self.open_entropy().await,
            Err(Ok(error)) => {
                tell_text(&format!("You are out of the room: {error}."));
                self.seat = None;
            }
            Err(Err(fatal)) => return Err(fatal),
        }
        Ok(())
    }
}

/// A path quoted for a shell.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/\\:._-~".contains(c);
    if path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("\"{path}\"")
    }
}

/// Why a request was refused, and what to do.
fn refused(refusal: &Refusal) -> String {
    let what = match (refusal.wait_ms, refusal.code) {
        (Some(wait), _) => format!(" Try again in {} s.", wait.div_ceil(1_000)),
        (None, Some(code)) => format!(" {}.", capital(code.hint())),
        (None, None) => String::new(),
    };
    format!("Not done: {}.{what}", refusal.message)
}

/// Prints a warning about a contradiction in what the server sent.
fn suspect(observed: Result<(), Suspicion>) {
    if let Err(suspicion) = observed {
        tell_text(&format!(
            "WARNING: {suspicion}. An honest server never does that."
        ));
    }
}

/// The text with a capital first letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().to_string() + chars.as_str()
    })
}
