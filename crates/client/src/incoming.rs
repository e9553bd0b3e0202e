//! What comes in, read in the way that version 1 of the protocol asks of clients: what is unknown is passed over.

use std::collections::HashMap;

use giog_protocol::RoomId;
use giog_protocol::server::{
    Answer, News, NewsNow, OkReply, RoomEvent, SeqEvent, ServerMessage, short,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A message of the server that is no reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// A message.
    Message(Box<ServerMessage>),
    /// An event of a kind that a later server knows and this client does not. It has its number all the same.
    UnknownEvent {
        /// The room.
        room: RoomId,
        /// Its number there.
        seq: u64,
    },
}

impl Incoming {
    /// The message, if it is one that this client knows.
    pub fn message(&self) -> Option<&ServerMessage> {
        match self {
            Self::Message(message) => Some(message),
            Self::UnknownEvent { .. } => None,
        }
    }
}

impl From<ServerMessage> for Incoming {
    fn from(message: ServerMessage) -> Self {
        Self::Message(Box::new(message))
    }
}

/// The types of messages that this client knows.
const KNOWN_TYPES: [&str; 11] = [
    "ok",
    "error",
    "event",
    "now",
    "news",
    "snapshot",
    "resumed",
    "left",
    "notice",
    "lobby",
    "announcement",
];

/// What `news` call the rooms of a connection.
#[derive(Debug, Default)]
pub struct Handles(HashMap<u32, RoomId>);

impl Handles {
    /// Takes note of what a reply says of it.
    fn learn(&mut self, ok: &OkReply) {
        if let Answer::Room {
            room,
            handle: Some(handle),
        } = ok.answer
        {
            self.0.insert(handle, room);
        }
    }
}

/// `news` in which events may be of a kind that this client does not know: those are nothing.
#[derive(Deserialize)]
struct ReadNews {
    room: u32,
    ok: Option<OkReply>,
    seq: u64,
    #[serde(default, deserialize_with = "known")]
    events: Vec<Option<RoomEvent>>,
    #[serde(default, deserialize_with = "short::now")]
    now: Option<NewsNow>,
}

/// Events as far as they are of a kind that this client knows.
fn known<'de, D: Deserializer<'de>>(events: D) -> Result<Vec<Option<RoomEvent>>, D::Error> {
    let events = Vec::<Value>::deserialize(events)?.into_iter();
    Ok(events.map(|event| short::read_event(event).ok()).collect())
}

/// Reads a frame: a message, those that `news` hold in their order, or nothing where it is of a type that this client does
/// not know.
pub fn read(frame: &str, handles: &mut Handles) -> Result<Vec<Incoming>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Numbered {
        room: RoomId,
        seq: u64,
    }
    let error = match serde_json::from_str::<ServerMessage>(frame) {
        Ok(ServerMessage::News(news)) => {
            let News {
                room,
                ok,
                seq,
                events,
                now,
            } = *news;
            let events = events.into_iter().map(Some).collect();
            return Ok(unfolded(
                ReadNews {
                    room,
                    ok: ok.map(|ok| *ok),
                    seq,
                    events,
                    now,
                },
                handles,
            ));
        }
        Ok(message) => {
            if let ServerMessage::Ok(ok) = &message {
                handles.learn(ok);
            }
            return Ok(vec![message.into()]);
        }
        Err(error) => error,
    };
    let value: Value = serde_json::from_str(frame)?;
    match value.get("type").and_then(Value::as_str) {
        Some("event") => {
            let Numbered { room, seq } = Numbered::deserialize(&value)?;
            Ok(vec![Incoming::UnknownEvent { room, seq }])
        }
        Some("news") => Ok(unfolded(ReadNews::deserialize(value)?, handles)),
        Some(kind) if !KNOWN_TYPES.contains(&kind) => Ok(Vec::new()),
        _ => Err(error),
    }
}

/// The messages that `news` hold, in their order. Those of a room that this connection was never led into are passed over.
fn unfolded(news: ReadNews, handles: &mut Handles) -> Vec<Incoming> {
    if let Some(ok) = &news.ok {
        handles.learn(ok);
    }
    let Some(&room) = handles.0.get(&news.room) else {
        return Vec::new();
    };
    let first = (news.seq + 1).saturating_sub(news.events.len() as u64);
    let events = (first..).zip(news.events).map(|(seq, event)| {
        event.map_or(Incoming::UnknownEvent { room, seq }, |event| {
            ServerMessage::Event(SeqEvent { room, seq, event }).into()
        })
    });
    let now = news.now.map(|now| now.of_room(room, news.seq));
    let ok = news.ok.map(|ok| ServerMessage::Ok(ok).into());
    let now = now.map(|now| ServerMessage::Now(now).into());
    ok.into_iter().chain(events).chain(now).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    fn read(frame: &str) -> Result<Vec<Incoming>, serde_json::Error> {
        super::read(frame, &mut Handles::default())
    }

    #[test]
    fn unknown_messages_are_passed_over_and_unknown_events_keep_their_number() {
        assert_eq!(
            read(r#"{"type":"weather","sun":true}"#).expect("passed over"),
            []
        );
        let event =
            format!(r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{{"do":"sneeze"}}}}"#);
        assert!(matches!(
            read(&event).as_deref(),
            Ok([Incoming::UnknownEvent { seq: 3, .. }])
        ));
    }

    #[test]
    fn known_messages_may_have_unknown_fields() {
        let event = format!(
            r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{{"do":"away","seat":1,"why":0}},"x":1}}"#
        );
        assert!(matches!(
            read(&event).as_deref(),
            Ok([Incoming::Message(_)])
        ));
    }

    #[test]
    fn news_are_the_messages_that_they_hold_and_unknown_events_among_them_keep_their_number() {
        let mut handles = Handles::default();
        let mut read = |frame: &str| super::read(frame, &mut handles).expect("read");
        let news = |last: &str| {
            format!(
                r#"{{"type":"news","room":7,"seq":4,"events":[{{"do":"away","seat":1}},{last}],"now":{{"deciding":[],"you":null}}}}"#
            )
        };
        let known = news(r#"{"do":"back","seat":1}"#);
        assert_eq!(read(&known), [], "nobody was led into this room");
        let ok = format!(r#"{{"type":"ok","re":1,"room":"{ROOM}","handle":7}}"#);
        assert_eq!(read(&ok).len(), 1);
        for (last, is_known) in [
            (r#"{"do":"back","seat":1}"#, true),
            (r#"{"do":"sneeze"}"#, false),
        ] {
            let [first, second, now] = &read(&news(last))[..] else {
                panic!("two events and what is awaited");
            };
            let seq = |incoming: &Incoming| match incoming.message() {
                Some(ServerMessage::Event(event)) => Some(event.seq),
                _ => None,
            };
            assert_eq!(seq(first), Some(3));
            assert_eq!(seq(second), is_known.then_some(4));
            let unknown = matches!(second, Incoming::UnknownEvent { seq: 4, .. });
            assert_eq!(unknown, !is_known);
            assert!(matches!(now.message(), Some(ServerMessage::Now(now)) if now.seq == 4));
        }
    }

    #[test]
    fn frames_that_are_no_messages_are_errors() {
        for frame in ["", "[]", "{}", r#"{"type":"now"}"#, r#"{"type":"event"}"#] {
            assert!(read(frame).is_err(), "{frame}");
        }
    }
}
