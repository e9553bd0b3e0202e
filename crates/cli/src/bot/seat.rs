//! The seat that an engine plays: an ordinary guest, who plays the engine's moves.

use std::time::Duration;

use anyhow::bail;
use giog_client::{ClientError, Incoming, Observed, ReceiptKeeper, RoomMirror};
use giog_protocol::client::Join;
use giog_protocol::server::{RoomEvent, ServerMessage, StandReason};
use giog_protocol::{ErrorCode, Occupant, RoomId};
use giog_rules::boards::{
    BoardAction, BoardTold, BoardVariant, BoardView, GameFields, Ply, SeenBoardEvent, SeenFields,
};
use giog_rules::{Action, Decision, PlayerId, Seat, SeenEvent, Variant};
use tokio::time::{Instant, sleep, sleep_until};

use super::UciArgs;
use super::engine::Engine;
use super::pipe::EngineError;
use crate::chance;
use crate::keep::Keep;
use crate::table::{Link, stand_reason, tell_line, tell_text};

/// The pause before the next attempt if a server starts no matches, and does not say for how long.
const AGAIN: Duration = Duration::from_secs(5);

/// Plays match after match until the room is closed.
pub async fn play(args: &UciArgs, engine: Engine) -> anyhow::Result<()> {
    let keep = Keep::of_engine(&args.server.server, &args.name)?;
    let link = Link::connect_as(&args.server.server, keep, Some(&args.name)).await?;
    let room = RoomId(args.room);
    let mut seated = Seated {
        mirror: RoomMirror::new(room),
        keeper: ReceiptKeeper::new(room, link.welcome.player),
        me: link.welcome.player,
        link,
        engine,
        password: args.password.clone(),
        once: args.once,
        moves: Vec::new(),
        seat: None,
        wants_seat: false,
        wants_ready: true,
        again_at: None,
        asked: None,
        wanted: None,
    };
    let join = seated.joining(true);
    seated.link.join(room, &join).await?;
    let played = seated.play().await;
    // Leaves the room, so that the others do not wait for a player who does not play any more.
    match seated.link.client.leave(room).await {
        // It may be out of the room already.
        Ok(()) | Err(ClientError::Refused(_)) => {}
        Err(error) => tell_text(&format!("The seat could not be given up: {error}.")),
    }
    played
}

/// Whether to continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

struct Seated {
    link: Link,
    mirror: RoomMirror,
    keeper: ReceiptKeeper,
    me: PlayerId,
    engine: Engine,
    password: Option<String>,
    once: bool,
    /// The moves of the match so far.
    moves: Vec<String>,
    seat: Option<Seat>,
    /// Whether it has lost its seat, and must take one again.
    wants_seat: bool,
    /// Whether it must still get ready for the next match.
    wants_ready: bool,
    /// When it may try these again; the server has asked it to wait until then.
    again_at: Option<Instant>,
    /// The turn for which the engine was asked last.
    asked: Option<u32>,
    /// The engine's move for that turn.
    wanted: Option<String>,
}

impl Seated {
    fn joining(&self, sit: bool) -> Join {
        Join {
            password: self.password.clone(),
            sit,
            ..self.mirror.resume()
        }
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        let mut next = Next::GoOn;
        while next == Next::GoOn {
            let again_at = self.again_at;
            let went = tokio::select! {
                incoming = self.link.client.next() => match incoming {
                    Ok(incoming) => self.hear(&incoming).await,
                    Err(error) => self.come_back(&error).await.map(|()| Next::GoOn),
                },
                best = self.engine.answer(), if self.engine.is_thinking() => {
                    self.wanted = Some(best?);
                    self.act().await.map(|()| Next::GoOn)
                }
                () = sleep_until(again_at.unwrap_or_else(Instant::now)), if again_at.is_some() => {
                    self.again_at = None;
                    self.settle().await.map(|()| Next::GoOn)
                }
            };
            next = match went {
                Ok(next) => next,
                Err(error) => self.go_on_after(error).await?,
            };
        }
        Ok(())
    }

    /// Reconnects if the connection broke during a request; any other error ends the program.
    async fn go_on_after(&mut self, error: anyhow::Error) -> anyhow::Result<Next> {
        let error = error.downcast::<ClientError>()?;
        if error.is_answer() {
            return Err(error.into());
        }
        self.come_back(&error).await?;
        Ok(Next::GoOn)
    }

    /// Reconnects after a request that may have been lost, as often as needed; then everything is sent again.
    async fn come_back(&mut self, broken: &ClientError) -> anyhow::Result<()> {
        if let Some(wait) = broken.passes_in() {
            sleep(wait).await;
        } else if !broken.is_answer() {
            self.link.reconnect(broken).await?;
        }
        self.begin_again().await
    }

    async fn begin_again(&mut self) -> anyhow::Result<()> {
        loop {
            (self.asked, self.wants_ready) = (None, true);
            let join = self.joining(false);
            self.link.join(self.mirror.room(), &join).await?;
            match self.open_entropy().await {
                Ok(()) => return Ok(()),
                Err(error) if error.is_answer() => return Err(error.into()),
                Err(error) => self.link.reconnect(&error).await?,
            }
        }
    }

    async fn hear(&mut self, incoming: &Incoming) -> anyhow::Result<Next> {
        match self.mirror.observe(incoming) {
            Observed::Next | Observed::Whole => {}
            Observed::Gap => {
                self.begin_again().await?;
                return Ok(Next::GoOn);
            }
            Observed::Left => return Ok(Next::Stop),
            Observed::Elsewhere | Observed::Duplicate => return Ok(Next::GoOn),
        }
        if let Err(suspicion) = self.keeper.observe(incoming) {
            bail!("{suspicion}; an honest server never does that");
        }
        let next = self.follow(incoming).await?;
        if next == Next::GoOn {
            self.settle().await?;
            self.ask().await?;
            self.act().await?;
        }
        Ok(next)
    }

    /// Processes a message.
    async fn follow(&mut self, incoming: &Incoming) -> anyhow::Result<Next> {
        match incoming.message() {
            Some(ServerMessage::Snapshot(snapshot)) => {
                if snapshot.state.settings.variant != Variant::Board(BoardVariant::Xiangqi) {
                    bail!("the room does not play xiangqi");
                }
                let view = snapshot.game.as_ref().and_then(|game| game.view.board());
                self.moves = view.map(moves_of).unwrap_or_default();
                (self.asked, self.wants_ready) = (None, true);
                (self.seat, self.wants_seat) = (snapshot.you, snapshot.you.is_none());
                self.open_entropy().await?;
            }
            Some(ServerMessage::Event(event)) => return self.note(&event.event).await,
            _ => {}
        }
        Ok(Next::GoOn)
    }

    async fn note(&mut self, event: &RoomEvent) -> anyhow::Result<Next> {
        match event {
            RoomEvent::Game(game) => match &game.event {
                SeenEvent::Board(SeenBoardEvent::Told(told)) => {
                    if matches!(**told, BoardTold::SetUp { .. }) {
                        self.moves.clear();
                        self.asked = None;
                    }
                }
                SeenEvent::Board(SeenBoardEvent::Acted(acted)) => {
                    if let BoardAction::Move { points } = &acted.action {
                        self.moves.push(points.clone());
                    }
                }
                _ => {}
            },
            RoomEvent::Configured { settings } => {
                if settings.variant != Variant::Board(BoardVariant::Xiangqi) {
                    bail!("the room does not play xiangqi any more");
                }
                self.wants_ready = true;
            }
            RoomEvent::Next(_) | RoomEvent::Cancelled { .. } => self.wants_ready = true,
            RoomEvent::Sat {
                seat,
                occupant: Occupant::Person(person),
            } if person.player == self.me => {
                (self.seat, self.wants_seat) = (Some(*seat), false);
                self.wants_ready = true;
            }
            RoomEvent::Stood { seat, reason } if self.seat == Some(*seat) => match reason {
                // The seat was lost: the bot was disconnected, or not ready in time.
                StandReason::Gone | StandReason::NotReady | StandReason::NotOpened => {
                    (self.seat, self.wants_seat) = (None, true);
                }
                _ => bail!("the seat is lost: {}", stand_reason(*reason)),
            },
            RoomEvent::Committed { .. } => self.open_entropy().await?,
            RoomEvent::Finished { .. } | RoomEvent::Abandoned { .. } => {
                tell_line("The match is over.");
                if let Some(receipt) = self.keeper.receipt() {
                    self.link.keep.keep_receipt(receipt)?;
                }
                self.wanted = None;
                self.engine.stop().await?;
                if self.once {
                    return Ok(Next::Stop);
                }
            }
            _ => {}
        }
        Ok(Next::GoOn)
    }

    /// Takes a seat if needed, and gets ready for each match.
    async fn settle(&mut self) -> anyhow::Result<()> {
        if self.again_at.is_none() {
            self.take_seat().await?;
            self.get_ready().await?;
        }
        Ok(())
    }

    /// Takes a seat if it has lost its own; waits first until all pending messages are processed.
    async fn take_seat(&mut self) -> anyhow::Result<()> {
        if !self.wants_seat || self.mirror.now().is_none() {
            return Ok(());
        }
        self.wants_seat = false;
        match self.link.client.sit(self.mirror.room(), None).await {
            Ok(()) => Ok(()),
            Err(error) => match wait_after(&error) {
                Some(wait) => {
                    (self.wants_seat, self.again_at) = (true, Some(Instant::now() + wait));
                    Ok(())
                }
                None => Err(error.into()),
            },
        }
    }

    /// Gets ready for each match, with entropy of its own; again after a reconnect.
    async fn get_ready(&mut self) -> anyhow::Result<()> {
        if !self.wants_ready {
            return Ok(());
        }
        let Ok(ready) = self.keeper.ready(chance::fill) else {
            return Ok(());
        };
        self.wants_ready = false;
        let room = self.mirror.room();
        match self.link.client.ready(room, ready.clone()).await {
            Ok(()) => self.keeper.acknowledged(&ready),
            Err(error @ ClientError::Refused(_)) => {
                // Otherwise a match is being played, or the settings have just changed; later messages say which.
                if let Some(wait) = wait_after(&error) {
                    (self.wants_ready, self.again_at) = (true, Some(Instant::now() + wait));
                }
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn open_entropy(&mut self) -> Result<(), ClientError> {
        let Some(open) = self.keeper.to_open() else {
            return Ok(());
        };
        match self.link.open_entropy(self.mirror.room(), &open).await {
            // The match was cancelled meanwhile.
            Ok(()) | Err(ClientError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Starts the engine's search, if it was not asked for this turn yet.
    async fn ask(&mut self) -> anyhow::Result<()> {
        let turn = self.mirror.turn();
        if !matches!(self.mirror.decision(), Some(Decision::Board(_))) || self.asked == Some(turn) {
            return Ok(());
        }
        (self.asked, self.wanted) = (Some(turn), None);
        Ok(self.engine.think(&self.moves).await?)
    }

    /// Sends the engine's move, if the turn for which it was asked is still open and no further messages are pending.
    async fn act(&mut self) -> anyhow::Result<()> {
        let turn = self.mirror.turn();
        let Some(Decision::Board(decision)) = self.mirror.decision() else {
            return Ok(());
        };
        let Some(points) = self.wanted.take_if(|_| self.asked == Some(turn)) else {
            return Ok(());
        };
        // Players in games with hidden pieces are not told the legal moves: there the server checks.
        let listed = decision.may.first().and_then(|may| may.choices.as_ref());
        if listed.is_some_and(|legal| !legal.contains(&points)) {
            return Err(EngineError::Illegal(points).into());
        }
        let action = Action::Board(BoardAction::Move {
            points: points.clone(),
        });
        match self.link.client.act(self.mirror.room(), turn, action).await {
            Ok(_) => Ok(()),
            Err(ClientError::Refused(refusal))
                if matches!(refusal.code, Some(ErrorCode::Refused(_))) =>
            {
                Err(EngineError::Illegal(points).into())
            }
            // It was disconnected too often to return: this match is played for it to its end.
            Err(ClientError::Refused(refusal))
                if refusal.code == Some(ErrorCode::RateLimited) && refusal.wait_ms.is_none() =>
            {
                Ok(())
            }
            Err(error) => self.come_back(&error).await,
        }
    }
}

/// How long to wait if the server temporarily starts no match, or accepts nobody.
fn wait_after(error: &ClientError) -> Option<Duration> {
    let ClientError::Refused(refusal) = error else {
        return None;
    };
    let is_closed_for_now =
        matches!(refusal.code, Some(ErrorCode::Draining | ErrorCode::DiskLow)).then_some(AGAIN);
    error.passes_in().or(is_closed_for_now)
}

/// The moves of a match that is already running.
fn moves_of(view: &BoardView) -> Vec<String> {
    let (SeenFields::Open(GameFields::Chess { notation, .. })
    | SeenFields::Blindfold { notation, .. }) = &view.position.fields
    else {
        return Vec::new();
    };
    let text = |ply: &Ply| {
        let (Ply::Noted(_, text, ..) | Ply::Plain(_, text)) = ply;
        text.clone()
    };
    notation.iter().map(text).collect()
}
