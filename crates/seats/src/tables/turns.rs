//! Getting ready for matches, asking the player, and sending what it has decided.

use std::time::Duration;

use giog_client::{ClientError, Refusal};
use giog_protocol::ErrorCode;
use giog_rules::{Action, Decision, RefusalCode};
use tokio::time::{Instant, sleep};

use super::{AGAIN, Table, Tables};
use crate::chance;
use crate::player::{Answered, Player};

/// What became of an action.
enum Sent {
    /// It was taken.
    Taken,
    /// It was too late, or somebody else was faster.
    Late,
    /// It is illegal.
    Refused(Box<Refusal>),
}

impl<P: Player> Tables<P> {
    /// Tries again what the server asked to wait for.
    pub(super) async fn try_again(&mut self) -> anyhow::Result<()> {
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
    pub(super) async fn settle(&mut self, at: usize) -> anyhow::Result<()> {
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

    pub(super) async fn open_entropy(&mut self, at: usize) -> Result<(), ClientError> {
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
    pub(super) async fn ask(&mut self, at: usize) -> anyhow::Result<()> {
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
    pub(super) async fn act(&mut self, answered: &Answered) -> anyhow::Result<()> {
        let place = answered.place;
        let is_there = |table: &Table| table.place.is_some_and(|known| known == place);
        if let Some(at) = self.all.iter().position(is_there)
            && let Some(action) = &answered.action
        {
            let sent = self.send(at, answered, action.clone()).await?;
            if let Sent::Refused(refusal) = &sent {
                if let Some(instead) = self.player.refused(answered, refusal).await? {
                    // The default is always legal, unless somebody else was faster: then the choices have changed.
                    let _ = self.send(at, answered, instead).await?;
                }
            } else if action.is_off_turn() {
                // The decision stays open, unless the match is over.
                let table = &mut self.all[at];
                (table.asked, table.again_at) = (None, Some(Instant::now()));
            }
            if matches!(sent, Sent::Late) {
                self.player.late(answered);
            }
        }
        self.player.go_on().await
    }

    /// Sends an action.
    async fn send(
        &mut self,
        at: usize,
        answered: &Answered,
        action: Action,
    ) -> anyhow::Result<Sent> {
        let table = &mut self.all[at];
        let room = table.mirror.room();
        loop {
            let sent = self.link.client.act(room, answered.turn, action.clone());
            let Err(error) = sent.await else {
                return Ok(Sent::Taken);
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
                    Sent::Late
                }
                Some(ErrorCode::Refused(RefusalCode::NotYourTurn)) => Sent::Late,
                Some(ErrorCode::Refused(_)) => Sent::Refused(refusal),
                // The turn was taken for it, or it may not return to this match.
                _ => Sent::Late,
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
