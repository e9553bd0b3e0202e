//! Seats at some tables of a server: an ordinary guest, whose decisions a [`Player`] makes. It takes seats, gets ready with entropy of its
//! own, resumes after a broken connection, and keeps the receipts.

use std::time::Duration;

use anyhow::{bail, ensure};
use giog_client::{ClientError, Incoming, Observed, ReceiptKeeper, Refusal, RoomMirror};
use giog_protocol::bot::Place;
use giog_protocol::client::Join;
use giog_protocol::server::{MatchStart, RoomEvent, ServerMessage, StandReason};
use giog_protocol::{ErrorCode, Occupant, RoomId};
use giog_rules::{Action, Decision, Outcome, PlayerId, Seat};
use tokio::time::{Instant, sleep, sleep_until};

use super::player::{Answered, Player};
use crate::chance;
use crate::table::{Link, stand_reason, tell_line, tell_text};

/// The pause before the next attempt if a server starts no matches, and does not say for how long.
const AGAIN: Duration = Duration::from_secs(5);

/// Seats of one person, on one connection.
pub struct Tables<P> {
    link: Link,
    player: P,
    all: Vec<Table>,
    password: Option<String>,
    /// Whether a table is left after its first match.
    once: bool,
    me: PlayerId,
}

/// A table with a seat.
struct Table {
    mirror: RoomMirror,
    keeper: ReceiptKeeper,
    seat: Option<Seat>,
    /// The running match.
    place: Option<Place>,
    outcome: Option<Outcome>,
    /// Whether it has lost its seat, and must take one again.
    wants_seat: bool,
    /// Whether it must still get ready for the next match.
    wants_ready: bool,
    /// When it may try these again; the server has asked it to wait until then.
    again_at: Option<Instant>,
    /// The turn for which the player was asked last.
    asked: Option<u32>,
    /// The number of the last event that the player was told.
    told: Option<u64>,
}

/// Whether to continue at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

impl<P: Player> Tables<P> {
    /// For a person who is connected.
    pub fn new(link: Link, player: P, password: Option<String>, once: bool) -> Self {
        Self {
            me: link.welcome.player,
            link,
            player,
            all: Vec::new(),
            password,
            once,
        }
    }

    /// Takes a seat in a room.
    pub async fn sit(&mut self, room: RoomId) -> anyhow::Result<()> {
        self.add(room);
        let join = self.joining(self.all.len() - 1, true);
        self.link.join(room, &join).await
    }

    /// Takes a seat at a quick-play table.
    pub async fn quick(&mut self, variant: giog_rules::Variant) -> anyhow::Result<()> {
        let key = chance::key();
        let ask =
            async |client: &mut giog_client::Client| client.quick_play(&key, Some(variant)).await;
        let room = self.link.ask_with_retries(ask).await?;
        let known = self.all.iter();
        ensure!(
            known
                .map(|table| table.mirror.room())
                .all(|known| known != room),
            "there is only one table of {variant} for one person"
        );
        self.add(room);
        Ok(())
    }

    fn add(&mut self, room: RoomId) {
        self.all.push(Table {
            mirror: RoomMirror::new(room),
            keeper: ReceiptKeeper::new(room, self.me),
            seat: None,
            place: None,
            outcome: None,
            wants_seat: false,
            wants_ready: true,
            again_at: None,
            asked: None,
            told: None,
        });
    }

    /// Plays match after match until all rooms are closed, and then gives up the seats. Returns the player.
    pub async fn play(mut self) -> anyhow::Result<P> {
        let played = self.play_all().await;
        // The others must not wait for a player who does not play any more.
        for at in 0..self.all.len() {
            self.leave(at).await;
        }
        played.map(|()| self.player)
    }

    async fn leave(&mut self, at: usize) {
        let room = self.all[at].mirror.room();
        match self.link.client.leave(room).await {
            // It may be out of the room already.
            Ok(()) | Err(ClientError::Refused(_)) => {}
            Err(error) => tell_text(&format!("The seat could not be given up: {error}.")),
        }
    }

    async fn play_all(&mut self) -> anyhow::Result<()> {
        while !self.all.is_empty() {
            let again_at = self.all.iter().filter_map(|table| table.again_at).min();
            let went = tokio::select! {
                incoming = self.link.client.next() => match incoming {
                    Ok(incoming) => self.hear(&incoming).await,
                    Err(error) => Err(error.into()),
                },
                answered = self.player.answer() => self.act(&answered?).await,
                () = sleep_until(again_at.unwrap_or_else(Instant::now)), if again_at.is_some() => {
                    self.try_again().await
                }
            };
            if let Err(error) = went {
                self.go_on_after(error).await?;
            }
        }
        Ok(())
    }

    /// Reconnects if the connection broke during a request; any other error ends the program.
    async fn go_on_after(&mut self, error: anyhow::Error) -> anyhow::Result<()> {
        let error = error.downcast::<ClientError>()?;
        match error.passes_in() {
            Some(wait) => sleep(wait).await,
            None if error.is_answer() => return Err(error.into()),
            None => self.link.reconnect(&error).await?,
        }
        for at in 0..self.all.len() {
            self.begin_again(at).await?;
        }
        Ok(())
    }

    fn joining(&self, at: usize, sit: bool) -> Join {
        Join {
            password: self.password.clone(),
            sit,
            ..self.all[at].mirror.resume()
        }
    }

    /// Joins again after requests that may have been lost; then everything is sent again.
    async fn begin_again(&mut self, at: usize) -> anyhow::Result<()> {
        loop {
            let table = &mut self.all[at];
            (table.asked, table.wants_ready) = (None, true);
            let (room, join) = (table.mirror.room(), self.joining(at, false));
            self.link.join(room, &join).await?;
            match self.open_entropy(at).await {
                Ok(()) => return Ok(()),
                Err(error) if error.is_answer() => return Err(error.into()),
                Err(error) => self.link.reconnect(&error).await?,
            }
        }
    }

    async fn hear(&mut self, incoming: &Incoming) -> anyhow::Result<()> {
        for at in 0..self.all.len() {
            match self.all[at].mirror.observe(incoming) {
                Observed::Elsewhere => {}
                Observed::Duplicate => return Ok(()),
                Observed::Gap => return self.begin_again(at).await,
                Observed::Left => {
                    self.end_match(at, false).await?;
                    self.all.remove(at);
                    return Ok(());
                }
                Observed::Next | Observed::Whole => return self.hear_at(at, incoming).await,
            }
        }
        Ok(())
    }

    async fn hear_at(&mut self, at: usize, incoming: &Incoming) -> anyhow::Result<()> {
        if let Err(suspicion) = self.all[at].keeper.observe(incoming) {
            bail!("{suspicion}; an honest server never does that");
        }
        if self.follow(at, incoming).await? == Next::Stop {
            self.leave(at).await;
            self.all.remove(at);
            return Ok(());
        }
        self.settle(at).await?;
        self.ask(at).await
    }

    /// Processes a message.
    async fn follow(&mut self, at: usize, incoming: &Incoming) -> anyhow::Result<Next> {
        match incoming.message() {
            Some(ServerMessage::Snapshot(snapshot)) => {
                self.must_play(snapshot.state.settings.variant)?;
                let table = &mut self.all[at];
                (table.asked, table.wants_ready) = (None, true);
                (table.seat, table.wants_seat) = (snapshot.you, snapshot.you.is_none());
                if let Some(game) = &snapshot.game {
                    self.begin_match(at, &game.start).await?;
                }
                self.open_entropy(at).await?;
            }
            Some(ServerMessage::Event(event)) => return self.note(at, &event.event).await,
            _ => {}
        }
        Ok(Next::GoOn)
    }

    fn must_play(&self, variant: giog_rules::Variant) -> anyhow::Result<()> {
        ensure!(
            self.player.plays(variant),
            "the room plays {variant}, which the engine does not"
        );
        Ok(())
    }

    async fn note(&mut self, at: usize, event: &RoomEvent) -> anyhow::Result<Next> {
        let me = self.me;
        let table = &mut self.all[at];
        match event {
            RoomEvent::Game(game) => {
                table.outcome = game.event.outcome().or(table.outcome.take());
            }
            RoomEvent::Start(start) => self.begin_match(at, start).await?,
            RoomEvent::Configured { settings } => {
                table.wants_ready = true;
                self.must_play(settings.variant)?;
            }
            RoomEvent::Next(_) | RoomEvent::Cancelled { .. } => table.wants_ready = true,
            RoomEvent::Sat {
                seat,
                occupant: Occupant::Person(person),
            } if person.player == me => {
                (table.seat, table.wants_seat) = (Some(*seat), false);
                table.wants_ready = true;
            }
            RoomEvent::Stood { seat, reason } if table.seat == Some(*seat) => match reason {
                // The seat was lost: the bot was disconnected, or not ready in time.
                StandReason::Gone | StandReason::NotReady | StandReason::NotOpened => {
                    (table.seat, table.wants_seat) = (None, true);
                }
                _ => bail!("the seat is lost: {}", stand_reason(*reason)),
            },
            RoomEvent::Committed { .. } => self.open_entropy(at).await?,
            RoomEvent::Finished { .. } => return self.end_match(at, true).await,
            RoomEvent::Abandoned { .. } => return self.end_match(at, false).await,
            _ => {}
        }
        Ok(Next::GoOn)
    }

    /// A match has begun, or was found running.
    async fn begin_match(&mut self, at: usize, start: &MatchStart) -> anyhow::Result<()> {
        let table = &mut self.all[at];
        table.asked = None;
        let facts = &start.facts;
        let known = table.place.map(|place| place.match_id);
        let Some(you) = table.seat.filter(|_| known != Some(facts.match_id)) else {
            return Ok(());
        };
        let place = Place {
            match_id: facts.match_id,
            game: facts.variant,
            seats: facts.seats,
            you,
        };
        (table.place, table.outcome) = (Some(place), None);
        table.told = table.mirror.seq();
        self.player.begin(place, facts.options).await
    }

    async fn end_match(&mut self, at: usize, is_recorded: bool) -> anyhow::Result<Next> {
        let table = &mut self.all[at];
        let Some(place) = table.place.take() else {
            return Ok(Next::GoOn);
        };
        let outcome = table.outcome.take().filter(|_| is_recorded);
        tell_line(match &outcome {
            Some(outcome) if outcome.winners().contains(&place.you) => "The match is over: won.",
            _ => "The match is over.",
        });
        if let Some(receipt) = table.keeper.receipt() {
            self.link.keep.keep_receipt(receipt)?;
        }
        let path = format!("/matches/{}/record", place.match_id);
        let record = is_recorded.then(|| self.link.address().rest(&path).to_string());
        self.player.end(place, outcome, record).await?;
        Ok(if self.once { Next::Stop } else { Next::GoOn })
    }

    /// Tries again what the server asked to wait for.
    async fn try_again(&mut self) -> anyhow::Result<()> {
        let now = Instant::now();
        for at in 0..self.all.len() {
            let table = &mut self.all[at];
            if table
                .again_at
                .take_if(|again_at| *again_at <= now)
                .is_some()
            {
                self.settle(at).await?;
                self.ask(at).await?;
            }
        }
        Ok(())
    }

    /// Takes a seat if needed, and gets ready for each match.
    async fn settle(&mut self, at: usize) -> anyhow::Result<()> {
        if self.all[at].again_at.is_none() {
            self.take_seat(at).await?;
            self.get_ready(at).await?;
        }
        Ok(())
    }

    /// Takes a seat if it has lost its own; waits first until all pending messages are processed.
    async fn take_seat(&mut self, at: usize) -> anyhow::Result<()> {
        let table = &mut self.all[at];
        if !table.wants_seat || table.mirror.now().is_none() {
            return Ok(());
        }
        table.wants_seat = false;
        match self.link.client.sit(table.mirror.room(), None).await {
            Ok(()) => Ok(()),
            Err(error) => match wait_after(&error) {
                Some(wait) => {
                    (table.wants_seat, table.again_at) = (true, Some(Instant::now() + wait));
                    Ok(())
                }
                None => Err(error.into()),
            },
        }
    }

    /// Gets ready for each match, with entropy of its own; again after a reconnect.
    async fn get_ready(&mut self, at: usize) -> anyhow::Result<()> {
        let table = &mut self.all[at];
        if !table.wants_ready {
            return Ok(());
        }
        let Ok(ready) = table.keeper.ready(chance::fill) else {
            return Ok(());
        };
        table.wants_ready = false;
        let room = table.mirror.room();
        match self.link.client.ready(room, ready.clone()).await {
            Ok(()) => table.keeper.acknowledged(&ready),
            Err(error @ ClientError::Refused(_)) => {
                // Otherwise a match is being played, or the settings have just changed; later messages say which.
                if let Some(wait) = wait_after(&error) {
                    (table.wants_ready, table.again_at) = (true, Some(Instant::now() + wait));
                }
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    async fn open_entropy(&mut self, at: usize) -> Result<(), ClientError> {
        let table = &mut self.all[at];
        let Some(open) = table.keeper.to_open() else {
            return Ok(());
        };
        match self.link.open_entropy(table.mirror.room(), &open).await {
            // The match was cancelled meanwhile.
            Ok(()) | Err(ClientError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Asks the player, if it was not asked for this turn yet.
    async fn ask(&mut self, at: usize) -> anyhow::Result<()> {
        let table = &mut self.all[at];
        let turn = table.mirror.turn();
        let must = table.mirror.decision().is_some_and(Decision::must);
        if !must || table.asked.is_some_and(|asked| asked >= turn) {
            return Ok(());
        }
        let asked = self.link.client.turn(table.mirror.room(), table.told).await;
        let (seq, turn) = match asked {
            Ok(answer) => answer,
            Err(error) if error.passes_in().is_some() => {
                table.again_at = error.passes_in().map(|wait| Instant::now() + wait);
                return Ok(());
            }
            // The turn is over already; later messages say so.
            Err(ClientError::Refused(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        (table.asked, table.told) = (Some(turn.turn), Some(seq));
        let left = turn.left_ms.map(Duration::from_millis);
        let by = left.map(|left| Instant::now() + left);
        self.player.ask(turn, by).await
    }

    /// Sends what was decided, and lets the player go on.
    async fn act(&mut self, answered: &Answered) -> anyhow::Result<()> {
        let place = answered.place;
        let is_there = |table: &Table| table.place.is_some_and(|known| known == place);
        if let Some(at) = self.all.iter().position(is_there)
            && let Some(action) = &answered.action
        {
            let sent = self.send(at, answered, action.clone()).await?;
            if action.is_off_turn() && sent.is_ok() {
                // The decision stays open, unless the match is over.
                let table = &mut self.all[at];
                (table.asked, table.again_at) = (None, Some(Instant::now()));
            }
            if let Err(refusal) = sent
                && let Some(instead) = self.player.refused(answered, &refusal).await?
            {
                // The default is always legal, unless somebody else was faster: then the choices have changed.
                let _ = self.send(at, answered, instead).await?;
            }
        }
        self.player.go_on().await
    }

    /// Sends an action; returns the refusal if it is illegal.
    async fn send(
        &mut self,
        at: usize,
        answered: &Answered,
        action: Action,
    ) -> anyhow::Result<Result<(), Refusal>> {
        let table = &mut self.all[at];
        let room = table.mirror.room();
        loop {
            let sent = self.link.client.act(room, answered.turn, action.clone());
            let Err(error) = sent.await else {
                return Ok(Ok(()));
            };
            if let Some(wait) = error.passes_in() {
                sleep(wait).await;
                continue;
            }
            let ClientError::Refused(refusal) = error else {
                return Err(error.into());
            };
            return Ok(match refusal.code {
                Some(ErrorCode::Refused(code)) if code.is_overtaken() => {
                    // The choices that are left came before this refusal, and are looked at again.
                    table.asked = None;
                    table.again_at = Some(Instant::now());
                    Ok(())
                }
                Some(ErrorCode::Refused(giog_rules::RefusalCode::NotYourTurn)) => Ok(()),
                Some(ErrorCode::Refused(_)) => Err(*refusal),
                // The turn was taken for it, or it may not return to this match.
                _ => Ok(()),
            });
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
