//! One person's play: what is typed, what comes, and what is told of it.

use giog_client::{ClientError, Incoming, Observed, Refusal, Suspicion};
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{PlayerTag, RoomId, RoomSummary};
use giog_rules::MatchId;
use giog_rules::text::Style;
use tokio::time::Instant;

use super::seated::{Seated, WARNING_BEFORE};
use super::{commands, lobby};
use crate::address::Address;
use crate::table::{Input, Link, announcement, aside, read, tell, tell_line, tell_text};

/// Whether it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It does.
    GoOn,
    /// The person has had enough.
    Stop,
}

/// A person at a server, and at a table if they are at one.
#[derive(Debug)]
pub(super) struct Session {
    pub link: Link,
    pub rooms: Vec<RoomSummary>,
    pub style: Style,
    seat: Option<Seated>,
}

impl Session {
    /// Connects, and says who one is.
    pub async fn begin(
        address: &Address,
        name: Option<&str>,
        style: Style,
    ) -> anyhow::Result<Self> {
        let link = Link::connect(address, name).await?;
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

    /// When to tell that the time is nearly over.
    pub fn warning(&self) -> Option<Instant> {
        self.seat.as_ref()?.warning
    }

    /// Tells it.
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
        // The server notices anyway.
        let _ = self.link.client.close().await;
    }

    /// Does what a line asks for.
    pub async fn line(&mut self, line: &str) -> anyhow::Result<Next> {
        let decision = self.seat.as_ref().and_then(Seated::decision);
        let input = read(line, decision);
        if input == Input::Quit {
            return Ok(Next::Stop);
        }
        let done = self.obey(input).await;
        self.tell_what_failed(done).await?;
        Ok(Next::GoOn)
    }

    /// What the server did not do is told; what else failed ends the program.
    async fn tell_what_failed(&mut self, done: anyhow::Result<()>) -> anyhow::Result<()> {
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

    async fn obey(&mut self, input: Input) -> anyhow::Result<()> {
        match &mut self.seat {
            Some(seated) => Ok(commands::run(&mut self.link.client, seated, input).await?),
            None => lobby::obey(self, input).await,
        }
    }

    /// Comes into a room; what is told of it comes with its first picture.
    pub async fn enter(&mut self, room: RoomId, password: Option<String>) -> anyhow::Result<()> {
        let seated = self.at(room, password);
        self.link.join(room, &seated.join()).await?;
        self.seat = Some(seated);
        Ok(())
    }

    /// Is in a room that the server brought one into.
    pub fn entered(&mut self, room: RoomId, password: Option<String>) {
        self.seat = Some(self.at(room, password));
    }

    fn at(&self, room: RoomId, password: Option<String>) -> Seated {
        Seated::new(room, self.link.welcome.player, password, self.style)
    }

    /// Takes note of what came, and tells it.
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
            // What the operator says to everybody is told wherever one is.
            tell(incoming.message().map(announcement).unwrap_or_default());
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

    /// Does what a message wants done.
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

    /// Opens what one committed to, if it is wanted.
    async fn open_entropy(&mut self) {
        let Some(seat) = &self.seat else { return };
        if let Some(open) = seat.keeper.to_open()
            && let Err(error) = self.link.open_entropy(seat.room(), &open).await
        {
            tell_text(&format!("Your entropy could not be opened: {error}."));
        }
    }

    /// Tells how the match can be read again, and proven.
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

    /// Connects anew and goes on where one was.
    async fn come_back(&mut self, broken: &ClientError) -> anyhow::Result<()> {
        self.link.reconnect(broken).await?;
        self.join_again().await
    }

    /// Comes back into the room, however long that takes, where the server does not say that one is out of it.
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

/// A path as a shell takes it for one word.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/\\:._-~".contains(c);
    if path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("\"{path}\"")
    }
}

/// Why something was not done, and what to do now.
fn refused(refusal: &Refusal) -> String {
    let what = match (refusal.wait_ms, refusal.code) {
        (Some(wait), _) => format!(" Try again in {} s.", wait.div_ceil(1_000)),
        (None, Some(code)) => format!(" {}.", capital(code.hint())),
        (None, None) => String::new(),
    };
    format!("Not done: {}.{what}", refusal.message)
}

/// Tells what an honest server never does.
fn suspect(observed: Result<(), Suspicion>) {
    if let Err(suspicion) = observed {
        tell_text(&format!(
            "WARNING: {suspicion}. An honest server never does that."
        ));
    }
}

/// A text with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().to_string() + chars.as_str()
    })
}
