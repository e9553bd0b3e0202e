//! What people do in a room besides playing.

use std::time::Duration;

use giog_tests::Gone;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::character::{Whim, choose};
use super::person::{JOIN_REFUSED, Person};
use super::rooms::odd_settings;

/// More lines of chat than are allowed at once.
const BABBLE: usize = 7;
/// The longest inactivity, in milliseconds: longer than two decisions.
const SLEEPS_MS: usize = 4_000;
const PHRASES: [&str; 4] = ["hello", "well_played", "another_one", "goodbye"];
const WORDS: [&str; 4] = [
    "爵",
    "what a hand",
    "  one   moment ",
    "\u{202e}gioG\u{200b}",
];
/// Invalid requests, with their error codes.
const NONSENSE: [(&str, &[&str]); 6] = [
    (r#"{"type":"dance"}"#, &["unknown_type"]),
    (r#"{"type":"hello","protocol":1}"#, &["already_greeted"]),
    (
        r#"{"type":"sit","seat":99}"#,
        &["no_such_seat", "match_running", "leaver", "too_early"],
    ),
    (r#"{"type":"act","turn":0,"do":"fly"}"#, &["wrong_action"]),
    (
        r#"{"type":"ready","match_id":"28c5a5ad-0000-4000-8000-000000000000"}"#,
        &["stale_match", "not_seated"],
    ),
    (
        r#"{"type":"configure","settings":{"seats":9}}"#,
        &["bad_settings", "not_owner"],
    ),
];
/// Frames without a readable id.
const UNREADABLE: [&str; 3] = ["{\"id\":", "[]", r#"{"id":-7,"type":"ping"}"#];

impl Person {
    pub async fn follow_whim(&mut self) -> Result<(), Gone> {
        let whim = choose(self.character.whims(), &mut self.chance);
        match whim {
            Whim::Talk | Whim::Phrase | Whim::Babble | Whim::Repeat => self.talk(whim).await,
            Whim::Mute | Whim::Unmute | Whim::Report => self.mind_others(whim).await,
            Whim::Sit | Whim::Stand | Whim::Unready | Whim::AddBot | Whim::FillUp => {
                self.change_seats(whim).await
            }
            Whim::Remove
            | Whim::Configure
            | Whim::PassOwnership
            | Whim::NewSeries
            | Whim::Close => self.rule(whim).await,
            Whim::Nonsense => self.say_nonsense().await,
            Whim::BadAct => self.act_badly().await,
            Whim::LookAgain => {
                let join = json!({"type": "join", "room": self.room()});
                // They may just have been removed.
                self.ask(join, &JOIN_REFUSED).await.map(drop)
            }
            Whim::Lobby => self.watch_or_not().await,
            Whim::Leave => self.leave().await,
            Whim::Sleep => {
                let until = Instant::now() + self.up_to_ms(SLEEPS_MS);
                self.visit.as_mut().expect("they are there").busy_until = until;
                Ok(())
            }
            Whim::Drop | Whim::Ghost => {
                self.drop_line(whim == Whim::Ghost);
                Ok(())
            }
            Whim::Vanish => {
                self.drop_line(false);
                self.end_visit();
                Ok(())
            }
        }
    }

    fn room(&self) -> &str {
        &self.visit.as_ref().expect("they are there").room
    }

    fn own(&self) -> &Value {
        &self.welcome.as_ref().expect("they were welcomed")["player"]
    }

    fn owns(&self) -> bool {
        let visit = self.visit.as_ref();
        visit.is_some_and(|visit| visit.owner == *self.own())
    }

    async fn talk(&mut self, whim: Whim) -> Result<(), Gone> {
        let lines = match whim {
            Whim::Babble => BABBLE,
            Whim::Repeat => 2,
            _ => 1,
        };
        let mut key = self.key();
        for _ in 0..lines {
            let mut chat = json!({"type": "chat", "room": self.room(), "key": key});
            if whim == Whim::Phrase {
                chat["phrase"] = PHRASES[self.chance.below(PHRASES.len())].into();
            } else {
                chat["text"] = WORDS[self.chance.below(WORDS.len())].into();
            }
            self.ask(chat, &["rate_limited", "chat_off"]).await?;
            if whim != Whim::Repeat {
                key = self.key();
            }
        }
        Ok(())
    }

    async fn mind_others(&mut self, whim: Whim) -> Result<(), Gone> {
        let own = self.own().clone();
        let visit = self.visit.as_ref().expect("they are there");
        let others = visit.others(&own);
        if whim == Whim::Unmute {
            let Some(player) = visit.muted.first() else {
                return Ok(());
            };
            let room = &visit.room;
            let request = json!({"type": "mute", "room": room, "player": player, "muted": false});
            return self.ask(request, &[]).await.map(drop);
        }
        if others.is_empty() {
            return Ok(());
        }
        let (_, player) = &others[self.chance.below(others.len())];
        let room = self.room();
        let (request, may): (_, &[&str]) = if whim == Whim::Mute {
            let request = json!({"type": "mute", "room": room, "player": player});
            (request, &[])
        } else {
            let text = "they left, twice";
            let request = json!({"type": "report", "room": room, "player": player, "text": text});
            (request, &["no_such_person", "rate_limited"])
        };
        self.ask(request, may).await.map(drop)
    }

    async fn change_seats(&mut self, whim: Whim) -> Result<(), Gone> {
        let visit = self.visit.as_ref().expect("they are there");
        let sits = visit.player.seat().is_some();
        let playing = visit.player.is_playing();
        let room = &visit.room;
        let (request, may): (_, &[&str]) = match whim {
            // People rarely change seats, and nobody disturbs others all the time.
            Whim::Sit if (sits && !self.chance.one_in(8)) || playing => return Ok(()),
            Whim::Sit if sits => {
                let seat = self.chance.below(4);
                let request = json!({"type": "sit", "room": room, "seat": seat});
                (
                    request,
                    &[
                        "seat_taken",
                        "match_running",
                        "no_such_seat",
                        "no_free_seat",
                        "leaver",
                        "too_early",
                    ],
                )
            }
            Whim::Sit => (
                json!({"type": "sit", "room": room}),
                &[
                    "no_free_seat",
                    "match_running",
                    "seat_taken",
                    "leaver",
                    "too_early",
                ],
            ),
            Whim::Stand => (json!({"type": "stand", "room": room}), &["match_running"]),
            Whim::Unready => (
                json!({"type": "unready", "room": room}),
                &["match_running", "not_seated"],
            ),
            _ if playing => return Ok(()),
            _ => {
                let mut request = json!({"type": "add_bot", "room": room});
                if whim == Whim::FillUp {
                    request["all"] = true.into();
                }
                let may = &[
                    "not_owner",
                    "match_running",
                    "no_free_seat",
                    "too_early",
                    "not_seated",
                ];
                (request, may)
            }
        };
        self.ask(request, may).await.map(drop)
    }

    /// Requests of owners, which others also try.
    async fn rule(&mut self, whim: Whim) -> Result<(), Gone> {
        if !self.owns() && !self.chance.one_in(6) {
            return Ok(());
        }
        let own = self.own().clone();
        let visit = self.visit.as_ref().expect("they are there");
        let room = visit.room.clone();
        let others = visit.others(&own);
        let seat = match others.len() {
            0 => 0,
            some => others[self.chance.below(some)].0,
        };
        let (request, may): (_, &[&str]) = match whim {
            Whim::Remove => (
                json!({"type": "remove", "room": room, "seat": seat}),
                &["not_owner", "match_running", "no_such_seat"],
            ),
            Whim::PassOwnership => (
                json!({"type": "pass_ownership", "room": room, "seat": seat}),
                &["not_owner", "no_such_person", "no_such_seat"],
            ),
            Whim::NewSeries => (
                json!({"type": "new_series", "room": room}),
                &["not_owner", "match_running"],
            ),
            Whim::Close => (
                json!({"type": "close_room", "room": room}),
                &["not_owner", "match_running"],
            ),
            _ => {
                let (settings, password) = odd_settings(&mut self.chance);
                self.visit.as_mut().expect("they are there").password = password;
                (
                    json!({"type": "configure", "room": room, "settings": settings}),
                    &["not_owner", "match_running"],
                )
            }
        };
        self.ask(request, may).await.map(drop)
    }

    async fn watch_or_not(&mut self) -> Result<(), Gone> {
        if self.lobby.take().is_some() && self.chance.one_in(2) {
            return self
                .ask(json!({"type": "unwatch_lobby"}), &[])
                .await
                .map(drop);
        }
        let request = json!({"type": "watch_lobby", "spectators": true});
        let answer = self.ask_and_wait(request, &[]).await?;
        if answer["type"] == "ok" {
            self.lobby = Some(std::collections::BTreeMap::new());
            self.hear_of_lobby(&json!({"rooms": answer["rooms"], "gone": []}));
        }
        Ok(())
    }

    async fn say_nonsense(&mut self) -> Result<(), Gone> {
        if self.chance.one_in(3) {
            let text = UNREADABLE[self.chance.below(UNREADABLE.len())];
            return self.ask_unreadably(text).await;
        }
        let (text, may) = NONSENSE[self.chance.below(NONSENSE.len())];
        let mut request: Value = serde_json::from_str(text).expect("it is JSON");
        request["room"] = self.room().into();
        let answer = self.ask_and_wait(request, may).await?;
        assert_eq!(answer["type"], "error", "{}: {answer}", self.name);
        Ok(())
    }

    /// An invalid action: it changes nothing.
    async fn act_badly(&mut self) -> Result<(), Gone> {
        let visit = self.visit.as_ref().expect("they are there");
        let turn = visit
            .player
            .now()
            .and_then(|now| now["you"]["turn"].as_u64());
        let Some(turn) = turn else {
            return Ok(());
        };
        let room = &visit.room;
        let request = match self.chance.below(4) {
            0 if turn > 0 => json!({"room": room, "turn": turn - 1, "do": "take_back"}),
            1 => json!({"room": room, "turn": turn + 50, "do": "take_back"}),
            2 => json!({"room": room, "turn": turn, "do": "play", "pieces": "KKKKKKKKK"}),
            _ => json!({"room": room, "turn": turn, "do": "reveal", "stack": 99}),
        };
        let mut request = request;
        request["type"] = "act".into();
        let may = &[
            "already",
            "turn_ahead",
            "no_match",
            "not_seated",
            "left_too_often",
            "not_your_turn",
            "wrong_action",
            "no_such_stack",
            "not_in_hand",
            "wrong_count",
            "not_a_combination",
        ];
        let answer = self.ask_and_wait(request, may).await?;
        assert_eq!(answer["type"], "error", "{}: {answer}", self.name);
        self.read_for(Duration::from_millis(1)).await
    }
}
