//! What follows from the messages of a table's room.

use anyhow::{bail, ensure};
use giog_client::{Incoming, Observed};
use giog_protocol::Occupant;
use giog_protocol::bot::Place;
use giog_protocol::server::{MatchStart, RoomEvent, ServerMessage, StandReason};
use giog_rules::Variant;

use super::{Next, Tables};
use crate::player::Player;
use crate::stand_reason;

impl<P: Player> Tables<P> {
    pub(super) async fn hear(&mut self, incoming: &Incoming) -> anyhow::Result<()> {
        self.player.notice(incoming);
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

    fn must_play(&self, variant: Variant) -> anyhow::Result<()> {
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

    pub(super) async fn end_match(&mut self, at: usize, is_recorded: bool) -> anyhow::Result<Next> {
        let table = &mut self.all[at];
        let Some(place) = table.place.take() else {
            return Ok(Next::GoOn);
        };
        let outcome = table.outcome.take().filter(|_| is_recorded);
        self.link.tell(match &outcome {
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
}
