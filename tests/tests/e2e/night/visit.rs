//! What a person sees in a room, except for their own play.

use serde_json::Value;

use super::person::{Person, Visit};
use super::world::World;

impl Visit {
    /// Processes a frame after the `Player`.
    pub fn look(&mut self, frame: &Value, world: &World, name: &str) {
        match frame["type"].as_str() {
            Some("event") => self.event(&frame["event"], world),
            Some("snapshot") => self.picture(frame, world),
            Some("notice") => self.notice(&frame["notice"], world, name),
            Some("left") => {
                self.is_out = true;
                world.count(format!("put out {}", text(&frame["reason"])));
            }
            Some("resumed") => world.count("resumed"),
            _ => {}
        }
    }

    fn event(&mut self, event: &Value, world: &World) {
        let kind = text(&event["do"]);
        match kind {
            "start" => {
                self.unreadying = None;
                world.saw_match(&self.room, event);
            }
            "cancelled" => self.unreadying = None,
            "sat" => {
                let seat = event["seat"].as_u64().expect("a seat");
                self.seats.insert(seat, event["occupant"].clone());
            }
            "stood" => {
                let seat = event["seat"].as_u64().expect("a seat");
                self.seats.remove(&seat);
            }
            "owner" | "created" => self.owner = event["owner"].clone(),
            _ => {}
        }
        let how = match kind {
            "stood" | "closed" | "cancelled" => text(&event["reason"]),
            "play" if event["by"].is_string() => text(&event["by"]),
            _ => "",
        };
        world.count(format!("event {kind} {how}").trim_end());
    }

    fn picture(&mut self, frame: &Value, world: &World) {
        world.count("snapshot");
        let state = &frame["state"];
        self.owner = state["owner"].clone();
        let seats = state["seats"].as_array().expect("seats");
        let taken = seats.iter().filter(|place| !place["occupant"].is_null());
        self.seats = taken
            .map(|place| {
                (
                    place["seat"].as_u64().expect("a seat"),
                    place["occupant"].clone(),
                )
            })
            .collect();
        let own = frame["you"]
            .as_u64()
            .and_then(|seat| usize::try_from(seat).ok());
        let is_ready = own.is_some_and(|seat| seats[seat]["ready"] == true);
        self.must_unready |= self.is_new && is_ready && self.player.habits().entropy;
        self.is_new = false;
        let start = &frame["match"]["start"];
        if start.is_object() {
            world.saw_match(&self.room, start);
        }
    }

    fn notice(&self, notice: &Value, world: &World, name: &str) {
        let kind = text(&notice["do"]);
        world.count(format!("notice {kind}"));
        if kind != "chat" {
            return;
        }
        let from = text(&notice["from"]["player"]);
        assert!(!self.muted.contains(from), "{name} hears {notice}");
        let (plays, sits) = (self.player.is_playing(), self.player.seat().is_some());
        let to = match (plays, sits) {
            (false, _) => "room",
            (true, true) => "players",
            (true, false) => "spectators",
        };
        assert_eq!(notice["to"], to, "{name} hears {notice}");
    }

    /// Another person with a seat here.
    pub fn others(&self, own: &Value) -> Vec<(u64, String)> {
        let people = self.seats.iter().filter_map(|(&seat, occupant)| {
            let player = occupant["player"].as_str().filter(|player| own != player)?;
            Some((seat, player.to_owned()))
        });
        people.collect()
    }
}

impl Person {
    /// Processes changes of the lobby.
    pub fn hear_of_lobby(&mut self, news: &Value) {
        self.world.count("lobby news");
        let Some(lobby) = &mut self.lobby else {
            // The changes were on their way when watching ended.
            return;
        };
        for summary in news["rooms"].as_array().expect("rooms") {
            assert_eq!(summary["access"], "public", "{summary}");
            assert_ne!(summary["phase"], "closed", "{summary}");
            lobby.insert(text(&summary["room"]).to_owned(), summary.clone());
        }
        for gone in news["gone"].as_array().expect("rooms") {
            lobby.remove(text(gone));
        }
    }
}

/// A value that must be a text.
fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
