//! A person's activity all night: they connect, look for a room, stay a while, leave, and come again.

use std::time::Duration;

use giog_tests::{Gone, PATIENCE, patiently};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::character::{Seek, choose};
use super::person::{JOIN_REFUSED, Person};
use super::rooms::{odd_settings, quick_variant};
use super::world::Door;

/// The longest pause between two rooms, in milliseconds.
const WANDERS_MS: usize = 150;
/// One in this number of people who left comes back.
const RETURNS: usize = 5;
/// The longest time for a decision in a person's own settings, in milliseconds.
const THINKS_MS: usize = 40;
/// The longest time without a connection, in milliseconds: longer than the grace period.
const AWAY_MS: usize = 1_500;

impl Person {
    /// Acts for a whole night, and is disconnected in the morning.
    pub async fn live(mut self) -> Self {
        let late = self.up_to_ms(500);
        sleep(late).await;
        while !self.world.is_over() {
            self.be_connected().await;
            // After a lost connection, people reconnect.
            if self.evening().await.is_ok() {
                self.pause().await;
            }
        }
        self.go_home().await;
        self
    }

    /// One visit of a room, or the rest of it.
    async fn evening(&mut self) -> Result<(), Gone> {
        if self.visit.is_some() {
            self.come_back().await?;
        } else {
            self.bury_ghosts();
            self.seek().await?;
        }
        if self.visit.is_some() {
            self.stay().await?;
        }
        Ok(())
    }

    async fn pause(&mut self) {
        let time = self.up_to_ms(WANDERS_MS);
        if self.line.is_none() {
            let most = if self.has_ghosts() {
                WANDERS_MS
            } else {
                AWAY_MS
            };
            let time = self.up_to_ms(most);
            sleep(time).await;
        } else {
            // A lost connection does not matter here.
            let _ = self.read_for(time).await;
        }
    }

    async fn seek(&mut self) -> Result<(), Gone> {
        if let Some(door) = self.last.take()
            && self.chance.one_in(RETURNS)
        {
            self.world.count("returned");
            return self.enter(door).await;
        }
        match choose(self.character.seeks(), &mut self.chance) {
            Seek::Quick => {
                if !self.quick_play().await? {
                    self.make_room().await?;
                }
            }
            Seek::Make => self.make_room().await?,
            Seek::Pick => {
                if let Some(room) = self.pick_room().await? {
                    let password = None;
                    self.enter(Door { room, password }).await?;
                }
            }
            Seek::Friends => {
                if let Some(door) = self.world.door(&mut self.chance) {
                    self.enter(door).await?;
                }
            }
        }
        Ok(())
    }

    /// Whether quick play is not refused because the person left too many matches.
    async fn quick_play(&mut self) -> Result<bool, Gone> {
        let (key, variant) = (self.key(), quick_variant(&mut self.chance));
        let request = json!({"type": "quick_play", "key": key, "variant": variant});
        let may = &["leaver", "draining"];
        let answer = self.ask_and_wait(request, may).await?;
        if let Some(room) = answer["room"].as_str() {
            self.begin_visit(room, None);
        }
        let leaver = answer["code"] == "leaver";
        assert!(!leaver || answer["wait_ms"].is_u64(), "{answer}");
        Ok(!leaver)
    }

    async fn make_room(&mut self) -> Result<(), Gone> {
        let (settings, password) = odd_settings(&mut self.chance);
        let sit = !self.chance.one_in(5);
        let request =
            json!({"type": "create_room", "key": self.key(), "settings": settings, "sit": sit});
        let may = &["too_many_of_yours", "draining"];
        let answer = self.ask_and_wait(request, may).await?;
        if let Some(room) = answer["room"].as_str() {
            if settings["access"] != "public" {
                self.world.tell_friends(Door {
                    room: room.to_owned(),
                    password: password.clone(),
                });
            }
            self.begin_visit(room, password);
        }
        Ok(())
    }

    /// One of the rooms in the lobby.
    async fn pick_room(&mut self) -> Result<Option<String>, Gone> {
        let rooms: Vec<Value> = if let Some(lobby) = &self.lobby {
            lobby.values().cloned().collect()
        } else {
            let free = !self.chance.one_in(3);
            let request = json!({"type": "list_rooms", "free": free});
            let mut answer = self.ask_and_wait(request, &[]).await?;
            serde_json::from_value(answer["rooms"].take()).unwrap_or_default()
        };
        if rooms.is_empty() {
            return Ok(None);
        }
        let picked = &rooms[self.chance.below(rooms.len())];
        assert_eq!(picked["access"], "public", "{picked}");
        let room = picked["room"].as_str().expect("a room has an id");
        Ok(Some(room.to_owned()))
    }

    async fn enter(&mut self, door: Door) -> Result<(), Gone> {
        self.begin_visit(&door.room, door.password);
        self.join().await
    }

    /// Joins, or joins again.
    async fn join(&mut self) -> Result<(), Gone> {
        let visit = self.visit.as_ref().expect("they want to be there");
        let mut join = visit.player.join();
        if let Some(password) = &visit.password {
            join["password"] = password.as_str().into();
        }
        let answer = self.ask_and_wait(join, &JOIN_REFUSED).await?;
        if answer["type"] == "error" {
            self.end_visit();
        }
        Ok(())
    }

    async fn come_back(&mut self) -> Result<(), Gone> {
        // The connection was lost just after the last message of the room.
        if self.visit.as_ref().is_some_and(|visit| visit.is_out) {
            self.end_visit();
            return Ok(());
        }
        self.join().await?;
        let visit = self.visit.as_ref();
        if let Some(request) = visit.and_then(|visit| visit.player.unanswered()).cloned() {
            self.play_this(request).await?;
        }
        Ok(())
    }

    /// Stays in a room until their time is over, or they are out of it.
    async fn stay(&mut self) -> Result<(), Gone> {
        let until = Instant::now() + self.up_to_ms(self.character.stays_ms());
        let mut next_whim = Instant::now() + self.up_to_ms(self.character.whims_every_ms());
        while let Some(visit) = &self.visit {
            if visit.player.is_closed() {
                return self.wait_until_out().await;
            }
            let may_go = self.character.leaves_matches() || !visit.player.is_playing();
            let now = Instant::now();
            if self.world.is_over() || (now >= until && may_go) {
                return self.leave().await;
            }
            if now >= next_whim {
                next_whim = now + self.up_to_ms(self.character.whims_every_ms());
                self.follow_whim().await?;
                if self.line.is_none() {
                    return Ok(());
                }
                continue;
            }
            self.play().await?;
            let busy_until = self.visit.as_ref().map(|visit| visit.busy_until);
            let wake = busy_until.filter(|&at| at > now).unwrap_or(next_whim);
            let wake = wake.min(next_whim);
            let frame = self.receive_until(wake).await?;
            if frame.is_some_and(|frame| frame["type"] == "now") {
                self.think();
            }
        }
        Ok(())
    }

    fn think(&mut self) {
        let thinks = self.up_to_ms(THINKS_MS);
        if let Some(visit) = &mut self.visit {
            visit.busy_until = visit.busy_until.max(Instant::now() + thinks);
        }
    }

    /// Leaves with `leave`.
    pub async fn leave(&mut self) -> Result<(), Gone> {
        let Some(visit) = &self.visit else {
            return Ok(());
        };
        let leave = json!({"type": "leave", "room": visit.room});
        let since = Instant::now();
        loop {
            let answer = self.ask_and_wait(leave.clone(), &[]).await?;
            let code = answer["code"].as_str();
            if matches!(code, None | Some("no_such_room" | "not_joined")) {
                return self.wait_until_out().await;
            }
            assert!(since.elapsed() < PATIENCE, "{}: {answer}", self.name);
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Reads until the last message of the room.
    async fn wait_until_out(&mut self) -> Result<(), Gone> {
        let until = Instant::now() + PATIENCE;
        while self.visit.as_ref().is_some_and(|visit| !visit.is_out) {
            let frame = self.receive_until(until).await?;
            assert!(frame.is_some(), "{} is not put out", self.name);
        }
        self.end_visit();
        Ok(())
    }

    /// Leaves, and disconnects. Some only disconnect.
    async fn go_home(&mut self) {
        self.bury_ghosts();
        while self.visit.is_some() && !self.chance.one_in(4) {
            let left = patiently("leaving", async {
                if self.line.is_none() {
                    self.be_connected().await;
                    self.come_back().await?;
                }
                self.leave().await
            });
            // After a lost connection, people reconnect to leave.
            let _ = left.await;
        }
        self.drop_line(false);
        self.end_visit();
    }
}
