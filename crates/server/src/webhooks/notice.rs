//! What is sent of an event: JSON for programs, and a text for people.

use std::fmt::Write as _;

use giog_protocol::rest::{MatchPlayer, MatchStatus, MatchSummary};
use giog_protocol::{Called, Occupant, RoomId, RoomSummary};
use giog_rules::Timestamp;
use giog_store::ReportId;
use serde::Serialize;
use serde_json::json;

use crate::settings::{MATCH_OVER, REPORT_WAITS, TABLE_OPENED};

/// What is sent of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// The id of the delivery: the same for each attempt, and on each server.
    pub id: String,
    /// The JSON for programs.
    pub body: String,
    /// The JSON for Discord.
    pub discord: String,
}

/// The JSON for programs, in the form that Standard Webhooks recommends.
#[derive(Serialize)]
struct Body<'a, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    timestamp: Timestamp,
    data: &'a T,
    text: &'a str,
}

impl Notice {
    fn new(
        kind: &str,
        id: impl std::fmt::Display,
        timestamp: Timestamp,
        data: &impl Serialize,
        text: &Text,
    ) -> Self {
        let body = Body {
            kind,
            timestamp,
            data,
            text: &text.plain,
        };
        // Nobody is notified whose name, or whose idea of a name, looks like a mention.
        let discord = json!({ "content": text.escaped, "allowed_mentions": { "parse": [] } });
        Self {
            id: format!("{kind}_{id}"),
            body: serde_json::to_string(&body).expect("events are plain JSON"),
            discord: discord.to_string(),
        }
    }

    /// A public match is over.
    pub fn match_over(summary: &MatchSummary, public_url: Option<&str>) -> Self {
        let mut text = Text::default();
        text.push(summary.variant.describe().name());
        let winners = || summary.players.iter().filter(|player| player.won);
        if summary.status == MatchStatus::Abandoned {
            text.push(": a match was given up. ");
            text.names(summary.players.iter().map(called));
            text.push(" played");
        } else if winners().count() == 0 {
            text.push(": a match is over. ");
            text.names(summary.players.iter().map(called));
            text.push(" played");
        } else {
            text.push(": ");
            text.names(winners().map(called));
            text.push(" won");
            let mut others = summary.players.iter().filter(|player| !player.won);
            if others.clone().next().is_some() {
                text.push(" against ");
                text.names(others.by_ref().map(called));
            }
        }
        text.push(".");
        text.link(public_url, "match", &summary.match_id.to_string());
        Self::new(
            MATCH_OVER,
            summary.match_id,
            summary.ended_at,
            summary,
            &text,
        )
    }

    /// A public table has opened.
    pub fn table_opened(table: &RoomSummary, at: Timestamp, public_url: Option<&str>) -> Self {
        let mut text = Text::default();
        text.push(table.variant.describe().name());
        text.push(": a table for ");
        text.push(&table.seats.len().to_string());
        text.push(" is open");
        let people = table.seats.iter().flatten().filter_map(Occupant::person);
        let mut people = people
            .map(|person| Called::from(person).in_list())
            .peekable();
        if people.peek().is_some() {
            text.push(" (");
            text.names(people);
            text.push(")");
        }
        text.push(".");
        let RoomId(room) = table.room;
        text.link(public_url, "room", &room.to_string());
        Self::new(TABLE_OPENED, room, at, table, &text)
    }

    /// A report waits, and so many are open. Who reported whom, and what was said, is for the operator's interface alone.
    pub fn report_waits(ReportId(id): ReportId, waiting: u64, at: Timestamp) -> Self {
        let mut text = Text::default();
        text.push("A report waits. Reports that are open: ");
        text.push(&waiting.to_string());
        text.push(".");
        let data = json!({ "report_id": id, "waiting": waiting });
        Self::new(REPORT_WAITS, id, at, &data, &text)
    }
}

/// A text for people, as it is, and with everything from outside escaped for Markdown.
#[derive(Default)]
struct Text {
    plain: String,
    escaped: String,
}

impl Text {
    fn push(&mut self, text: &str) {
        self.plain.push_str(text);
        self.escaped.push_str(text);
    }

    /// Names of people and bots, with commas and `and`; `nobody` if there are none.
    fn names(&mut self, names: impl Iterator<Item = String>) {
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            self.push("nobody");
        }
        for (number, name) in names.iter().enumerate() {
            match number {
                0 => {}
                _ if number + 1 == names.len() => self.push(" and "),
                _ => self.push(", "),
            }
            self.plain.push_str(name);
            for c in name.chars() {
                if c.is_ascii_punctuation() {
                    self.escaped.push('\\');
                }
                self.escaped.push(c);
            }
        }
    }

    /// A link to a page of the server, if its address is known.
    fn link(&mut self, public_url: Option<&str>, page: &str, id: &str) {
        if let Some(url) = public_url {
            // Writing to a `String` cannot fail.
            let _ = write!(self.plain, " {url}/{page}/{id}");
            // In angle brackets Discord shows no preview.
            let _ = write!(self.escaped, " <{url}/{page}/{id}>");
        }
    }
}

fn called(player: &MatchPlayer) -> String {
    player.called().in_list()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use uuid::Uuid;

    use super::*;

    fn read(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    fn at() -> Timestamp {
        Timestamp::from_unix_ms(1_767_225_600_000)
    }

    fn summary(players: &Value) -> MatchSummary {
        let summary = json!({
            "match_id": Uuid::from_u128(7), "status": "over", "variant": "giog", "seats": 2, "listed": true,
            "started_at": at(), "ended_at": at(), "players": players,
        });
        serde_json::from_value(summary).expect("a summary")
    }

    #[test]
    fn a_match_is_told_with_escaped_names_and_nobody_is_mentioned() {
        let summary = summary(&json!([
            { "seat": 0, "bot": "*<@everyone>*", "won": true, "score": null },
            { "seat": 1, "bot": "b_c", "won": false, "score": null },
        ]));
        let notice = Notice::match_over(&summary, Some("https://play.example.org"));
        assert_eq!(notice.id, format!("match_over_{}", Uuid::from_u128(7)));
        let body = read(&notice.body);
        assert_eq!(body["type"], "match_over");
        assert_eq!(body["timestamp"], json!(at()));
        assert_eq!(body["data"], json!(summary));
        let text = body["text"].as_str().expect("a text");
        assert!(
            text.starts_with("Giog: *<@everyone>* [bot] won against b_c [bot]."),
            "{text}"
        );
        let discord = read(&notice.discord);
        assert_eq!(discord["allowed_mentions"], json!({ "parse": [] }));
        let text = discord["content"].as_str().expect("a text");
        assert_eq!(
            text,
            format!(
                r"Giog: \*\<\@everyone\>\* \[bot\] won against b\_c \[bot\]. <https://play.example.org/match/{}>",
                Uuid::from_u128(7)
            )
        );
    }

    #[test]
    fn a_table_is_told_with_the_game_its_seats_and_who_is_there() {
        let lin = json!({ "kind": "person", "player": Uuid::from_u128(1), "name": "L_in" });
        let table = json!({
            "room": Uuid::from_u128(8), "variant": "xiangqi", "access": "public", "clock": { "kind": "none" },
            "spectators": true, "quick": false, "phase": "gathering", "seats": [lin, null],
        });
        let table = serde_json::from_value(table).expect("a table");
        let notice = Notice::table_opened(&table, at(), None);
        assert_eq!(notice.id, format!("table_opened_{}", Uuid::from_u128(8)));
        let body = read(&notice.body);
        assert_eq!(body["data"], json!(table));
        let text = body["text"].as_str().expect("a text");
        assert!(
            text.starts_with("Xiangqi: a table for 2 is open (L_in#"),
            "{text}"
        );
        let discord = read(&notice.discord);
        let text = discord["content"].as_str().expect("a text");
        assert!(text.contains(r"(L\_in\#"), "{text}");
    }

    #[test]
    fn of_a_report_only_its_id_and_the_number_are_sent() {
        let notice = Notice::report_waits(ReportId(Uuid::from_u128(9)), 3, at());
        let body = read(&notice.body);
        assert_eq!(
            body["data"],
            json!({ "report_id": Uuid::from_u128(9), "waiting": 3 })
        );
        assert_eq!(body["text"], "A report waits. Reports that are open: 3.");
    }
}
