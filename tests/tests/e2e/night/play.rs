//! A person's play: as their `Player` decides, and sometimes cheating.

use giog_tests::Gone;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::character::Character;
use super::person::Person;

/// Error codes for entropy without a commitment.
const NOT_OPENED: [&str; 4] = [
    "entropy_mismatch",
    "no_entropy_awaited",
    "not_seated",
    "stale_match",
];
/// Error codes for a repeated request.
const NOT_TWICE: [&str; 10] = [
    "already",
    "draining",
    "match_running",
    "no_entropy_awaited",
    "no_match",
    "not_seated",
    "not_your_turn",
    "stack_taken",
    "stale_match",
    "wrong_action",
];

impl Person {
    /// Sends the request of their `Player`, if any.
    pub async fn play(&mut self) -> Result<(), Gone> {
        let Some(visit) = self.visit.as_mut() else {
            return Ok(());
        };
        if Instant::now() < visit.busy_until {
            return Ok(());
        }
        if visit.must_unready {
            visit.must_unready = false;
            let unready = json!({"type": "unready", "room": visit.room});
            let id = self.ask(unready, &["not_seated", "match_running"]).await?;
            self.visit.as_mut().expect("they are there").unreadying = Some(id);
            return Ok(());
        }
        let again = visit.again.take();
        visit.player.willing = visit.unreadying.is_none();
        let request = again.or_else(|| visit.player.wants());
        match request {
            Some(request) if self.character == Character::Cheat => {
                self.play_unfairly(request).await
            }
            Some(request) => self.play_this(request).await,
            None => Ok(()),
        }
    }

    /// Opens entropy other than committed, or none; sends requests twice.
    async fn play_unfairly(&mut self, request: Value) -> Result<(), Gone> {
        if request["type"] == "open_entropy" {
            let mut other = request.clone();
            other["entropy"] = "00".into();
            match self.chance.below(3) {
                0 => return Ok(()),
                1 => return self.ask(other, &NOT_OPENED).await.map(drop),
                _ => {}
            }
        }
        let twice = self.chance.one_in(3).then(|| request.clone());
        self.play_this(request).await?;
        if let Some(request) = twice {
            self.ask(request, &NOT_TWICE).await?;
            self.world.count("sent twice");
        }
        Ok(())
    }

    /// Sends it for the `Player`, which waits for the answer.
    pub async fn play_this(&mut self, request: Value) -> Result<(), Gone> {
        let visit = self.visit.as_mut().expect("they are in a room");
        // Even if sending fails, it may have arrived.
        visit.player.sent(0, request.clone());
        let id = self.send(request.clone(), &[], true).await?;
        let visit = self.visit.as_mut().expect("they are in a room");
        visit.player.sent(id, request);
        Ok(())
    }
}
