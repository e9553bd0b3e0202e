//! The seat that an engine plays: an ordinary guest, who does what the engine says.

use anyhow::bail;
use giog_client::{ClientError, Incoming, Observed, ReceiptKeeper, RoomMirror};
use giog_protocol::client::Join;
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, RoomId};
use giog_rules::boards::{
    BoardAction, BoardTold, BoardVariant, BoardView, GameFields, Ply, SeenBoardEvent, SeenFields,
};
use giog_rules::{Action, Decision, SeenEvent, Variant};

use super::UciArgs;
use super::engine::Engine;
use super::pipe::EngineError;
use crate::chance;
use crate::keep::Keep;
use crate::table::{Link, tell_line, tell_text};

/// Plays match after match until the room is closed.
pub async fn play(args: &UciArgs, engine: Engine) -> anyhow::Result<()> {
    let keep = Keep::of_engine(&args.server.server, &args.name)?;
    let link = Link::connect_as(&args.server.server, keep, Some(&args.name)).await?;
    let room = RoomId(args.room);
    let mut seated = Seated {
        mirror: RoomMirror::new(room),
        keeper: ReceiptKeeper::new(room, link.welcome.player),
        link,
        engine,
        password: args.password.clone(),
        once: args.once,
        moves: Vec::new(),
        wants_ready: true,
        asked: None,
        wanted: None,
    };
    seated.join(true).await?;
    let played = seated.play().await;
    // The others are not kept waiting for who does not play any more.
    match seated.link.client.leave(room).await {
        // It may be out of the room already.
        Ok(()) | Err(ClientError::Refused(_)) => {}
        Err(error) => tell_text(&format!("The seat could not be given up: {error}.")),
    }
    played
}

/// Whether it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

struct Seated {
    link: Link,
    mirror: RoomMirror,
    keeper: ReceiptKeeper,
    engine: Engine,
    password: Option<String>,
    once: bool,
    /// The moves of the match so far.
    moves: Vec<String>,
    /// Whether it has still to say that it is ready for the next match.
    wants_ready: bool,
    /// The turn that the engine was asked about last.
    asked: Option<u32>,
    /// What it wants to play then.
    wanted: Option<String>,
}

impl Seated {
    async fn join(&mut self, sit: bool) -> Result<(), ClientError> {
        let join = Join {
            password: self.password.clone(),
            sit,
            ..self.mirror.resume()
        };
        self.link.client.join(self.mirror.room(), join).await
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        let mut next = Next::GoOn;
        while next == Next::GoOn {
            let went = tokio::select! {
                incoming = self.link.client.next() => match incoming {
                    Ok(incoming) => self.hear(&incoming).await,
                    Err(error) => self.come_back(&error).await.map(|()| Next::GoOn),
                },
                best = self.engine.answer(), if self.engine.is_thinking() => {
                    self.wanted = Some(best?);
                    self.act().await.map(|()| Next::GoOn)
                }
            };
            next = match went {
                Ok(next) => next,
                Err(error) => self.go_on_after(error).await?,
            };
        }
        Ok(())
    }

    /// Goes on where the connection broke while something was asked; what else failed ends it.
    async fn go_on_after(&mut self, error: anyhow::Error) -> anyhow::Result<Next> {
        let error = error.downcast::<ClientError>()?;
        if error.is_recoverable() {
            return Err(error.into());
        }
        self.come_back(&error).await?;
        Ok(Next::GoOn)
    }

    /// Goes on after what was sent last may not have come: everything is told again, however often the connection breaks meanwhile.
    async fn come_back(&mut self, broken: &ClientError) -> anyhow::Result<()> {
        if !broken.is_recoverable() {
            self.link.reconnect(broken).await?;
        }
        while let Err(error) = self.begin_again().await {
            if error.is_recoverable() {
                return Err(error.into());
            }
            self.link.reconnect(&error).await?;
        }
        Ok(())
    }

    async fn begin_again(&mut self) -> Result<(), ClientError> {
        (self.asked, self.wants_ready) = (None, true);
        self.join(false).await?;
        self.open_entropy().await
    }

    async fn hear(&mut self, incoming: &Incoming) -> anyhow::Result<Next> {
        match self.mirror.observe(incoming) {
            Observed::Next | Observed::Whole => {}
            Observed::Gap => {
                self.join(false).await?;
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
            self.get_ready().await?;
            self.ask().await?;
            self.act().await?;
        }
        Ok(next)
    }

    /// Takes note of what happened.
    async fn follow(&mut self, incoming: &Incoming) -> anyhow::Result<Next> {
        match incoming.message() {
            Some(ServerMessage::Snapshot(snapshot)) => {
                if snapshot.state.settings.variant != Variant::Board(BoardVariant::Xiangqi) {
                    bail!("the room does not play xiangqi");
                }
                let view = snapshot.game.as_ref().and_then(|game| game.view.board());
                self.moves = view.map(moves_of).unwrap_or_default();
                (self.asked, self.wants_ready) = (None, true);
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

    /// Is ready for each match, with entropy of its own; again after a break.
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
            // A match that is being played, or settings that have just changed: what follows tells.
            Err(ClientError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn open_entropy(&mut self) -> Result<(), ClientError> {
        let Some(open) = self.keeper.to_open() else {
            return Ok(());
        };
        match self
            .link
            .client
            .open_entropy(self.mirror.room(), open)
            .await
        {
            // The match was cancelled meanwhile.
            Ok(()) | Err(ClientError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Lets the engine think, where it was not asked yet.
    async fn ask(&mut self) -> anyhow::Result<()> {
        let turn = self.mirror.turn();
        if !matches!(self.mirror.decision(), Some(Decision::Board(_))) || self.asked == Some(turn) {
            return Ok(());
        }
        (self.asked, self.wanted) = (Some(turn), None);
        Ok(self.engine.think(&self.moves).await?)
    }

    /// Plays what the engine wants, as soon as what it was asked is what is asked: not while something that has come
    /// since is still followed by what is asked now.
    async fn act(&mut self) -> anyhow::Result<()> {
        let turn = self.mirror.turn();
        let Some(Decision::Board(decision)) = self.mirror.decision() else {
            return Ok(());
        };
        let Some(points) = self.wanted.take_if(|_| self.asked == Some(turn)) else {
            return Ok(());
        };
        // A player who does not see the board is not told what is legal: the server says it then.
        let listed = decision.may.first().and_then(|may| may.choices.as_ref());
        if listed.is_some_and(|legal| !legal.contains(&points)) {
            return Err(EngineError::Illegal(points).into());
        }
        let action = Action::Board(BoardAction::Move {
            points: points.clone(),
        });
        match self.link.client.act(self.mirror.room(), turn, action).await {
            Ok(_) => Ok(()),
            Err(ClientError::Refused(reply)) if matches!(reply.code, ErrorCode::Refused(_)) => {
                Err(EngineError::Illegal(points).into())
            }
            Err(error) => self.come_back(&error).await,
        }
    }
}

/// The moves of a match that is being played already.
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
