//! Parses incoming messages as version 1 of the protocol requires of clients: unknown parts are ignored.

use std::collections::HashMap;

use giog_protocol::RoomId;
use giog_protocol::server::{
    Answer, News, Now, OkReply, RoomEvent, SeqEvent, ServerMessage, short,
};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::Refusal;
use crate::unknown::{self, ReadNow};

/// A message of the server that is no reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// A message.
    Message(Box<ServerMessage>),
    /// An event of a kind that this client does not know, from a newer server. It has a number like all events.
    UnknownEvent {
        /// The room.
        room: RoomId,
        /// Its number in that room.
        seq: u64,
    },
    /// This connection is no longer in the room, for a reason that this client does not know.
    LeftUnknown {
        /// The room.
        room: RoomId,
    },
    /// The player's decision is of a kind that this client does not know. It follows its `now` message, whose decision is then empty.
    UnknownDecision(UnknownDecision),
}

/// A decision of a kind that this client does not know, from a newer server. [`crate::Client::act_default`] answers it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownDecision {
    /// The room.
    pub room: RoomId,
    /// The `seq` of its `now` message.
    pub seq: u64,
    /// The `turn` of the next `act`.
    pub turn: u32,
    /// The action that the server takes when the time runs out, as its fields. It is legal.
    pub default: Map<String, Value>,
}

impl Incoming {
    /// The message, if this client knows its type.
    pub fn message(&self) -> Option<&ServerMessage> {
        match self {
            Self::Message(message) => Some(message),
            Self::UnknownEvent { .. } | Self::LeftUnknown { .. } | Self::UnknownDecision(_) => None,
        }
    }
}

impl From<ServerMessage> for Incoming {
    fn from(message: ServerMessage) -> Self {
        Self::Message(Box::new(message))
    }
}

/// The types of messages that are useless if a part of them is missing.
const WHOLE_TYPES: [&str; 4] = ["ok", "snapshot", "resumed", "announcement"];

/// A part of a frame, sorted.
#[derive(Clone, Debug, PartialEq)]
pub enum Sorted {
    /// The answer to the request with this id.
    Answer(u64, Result<Answer, Box<Refusal>>),
    /// Any other message.
    News(Incoming),
}

impl From<ServerMessage> for Sorted {
    fn from(message: ServerMessage) -> Self {
        match message {
            ServerMessage::Ok(ok) => Self::Answer(ok.re, Ok(ok.answer)),
            ServerMessage::Error(error) => match error.re {
                Some(re) => Self::Answer(re, Err(Box::new(error.into()))),
                // The error concerns the whole connection, so the caller should see it.
                None => Self::News(ServerMessage::Error(error).into()),
            },
            news => Self::News(news.into()),
        }
    }
}

/// The short handles that `news` messages use for the rooms of a connection.
#[derive(Debug, Default)]
pub struct Handles(HashMap<u32, RoomId>);

impl Handles {
    /// Notes the handles that a reply contains.
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

/// A `news` message; events of unknown kinds are read as `None`.
#[derive(Deserialize)]
struct ReadNews {
    room: u32,
    ok: Option<OkReply>,
    seq: u64,
    #[serde(default, deserialize_with = "known")]
    events: Vec<Option<RoomEvent>>,
    #[serde(default, deserialize_with = "unknown::now")]
    now: Option<ReadNow>,
}

/// The events, with `None` for kinds that this client does not know.
fn known<'de, D: Deserializer<'de>>(events: D) -> Result<Vec<Option<RoomEvent>>, D::Error> {
    let events = Vec::<Value>::deserialize(events)?.into_iter();
    Ok(events.map(read_event).collect())
}

fn read_event(mut event: Value) -> Option<RoomEvent> {
    unknown::forget_by(&mut event);
    unknown::forget_reason(&mut event);
    short::read_event(event).ok()
}

/// Reads a frame: one message, or all that are in a `news` message, in order; nothing if the client does not know its type.
pub fn read(frame: &str, handles: &mut Handles) -> Result<Vec<Sorted>, serde_json::Error> {
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
            let now = now.map(|now| ReadNow { now, default: None });
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
        Ok(ServerMessage::Ok(mut ok)) => {
            // If a list contains something unknown, the answer is parsed as having no known kind.
            if matches!(ok.answer, Answer::Nothing {}) {
                ok = unknown::answer(frame)?;
            }
            handles.learn(&ok);
            return Ok(vec![ServerMessage::Ok(ok).into()]);
        }
        Ok(message) => return Ok(vec![message.into()]),
        Err(error) => error,
    };
    read_partly(serde_json::from_str(frame)?, error, handles)
}

/// Reads the parts of a message that can be understood; `error` tells why the whole cannot be.
fn read_partly(
    mut message: Value,
    error: serde_json::Error,
    handles: &mut Handles,
) -> Result<Vec<Sorted>, serde_json::Error> {
    let Some(kind) = message.get("type").and_then(Value::as_str) else {
        return Err(error);
    };
    let one = match kind {
        "event" => {
            let unknown::Event { room, seq, content } = Deserialize::deserialize(message)?;
            let event = read_event(content).map(|event| SeqEvent { room, seq, event });
            event.map_or(Incoming::UnknownEvent { room, seq }, |event| {
                ServerMessage::Event(event).into()
            })
        }
        "news" => return Ok(unfolded(ReadNews::deserialize(message)?, handles)),
        "error" => {
            let refused = unknown::refusal(message)?.into_iter();
            let answer = |(re, refusal)| Sorted::Answer(re, Err(Box::new(refusal)));
            return Ok(refused.map(answer).collect());
        }
        "left" => {
            let unknown::Left { room } = Deserialize::deserialize(message)?;
            Incoming::LeftUnknown { room }
        }
        "now" => {
            let default = unknown::forget_decision(&mut message);
            return Ok(waited_for(Now::deserialize(message)?, default));
        }
        "lobby" => {
            unknown::drop_rooms(&mut message);
            ServerMessage::deserialize(message)?.into()
        }
        kind if WHOLE_TYPES.contains(&kind) => return Err(error),
        // Notices are not stored, so nothing depends on them.
        _ => return Ok(Vec::new()),
    };
    Ok(vec![Sorted::News(one)])
}

/// The messages in a `news` message, in order. Those of rooms whose handle this connection does not know are left out.
fn unfolded(news: ReadNews, handles: &mut Handles) -> Vec<Sorted> {
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
    let now = news.now.map(|read| {
        let now = read.now.of_room(room, news.seq);
        waited_for(now, read.default)
    });
    let ok = news.ok.map(|ok| ServerMessage::Ok(ok).into());
    let events = events.map(Sorted::News);
    let now = now.into_iter().flatten();
    ok.into_iter().chain(events).chain(now).collect()
}

/// A `now` message; followed by the player's decision if it is of an unknown kind, with this default.
fn waited_for(now: Now, default: Option<Map<String, Value>>) -> Vec<Sorted> {
    let asked = default.map(|default| {
        Incoming::UnknownDecision(UnknownDecision {
            room: now.room,
            seq: now.seq,
            turn: now.turn(),
            default,
        })
    });
    let now: Incoming = ServerMessage::Now(now).into();
    [now].into_iter().chain(asked).map(Sorted::News).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    fn read(frame: &str) -> Result<Vec<Sorted>, serde_json::Error> {
        super::read(frame, &mut Handles::default())
    }

    /// The single message of a frame that is not an answer.
    fn news(frame: &str) -> Incoming {
        match read(frame).expect("read").pop() {
            Some(Sorted::News(incoming)) => incoming,
            other => panic!("{frame}: {other:?}"),
        }
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
            news(&event),
            Incoming::UnknownEvent { seq: 3, .. }
        ));
    }

    #[test]
    fn known_messages_may_have_unknown_fields() {
        let event = format!(
            r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{{"do":"away","seat":1,"why":0}},"x":1}}"#
        );
        assert!(matches!(news(&event), Incoming::Message(_)));
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
            let [Sorted::News(first), Sorted::News(second), Sorted::News(now)] =
                &read(&news(last))[..]
            else {
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
    fn unknown_words_cost_nothing_else_of_their_message() {
        let refused = read(r#"{"type":"error","re":3,"code":"asleep","message":"no","wait_ms":9}"#);
        let Ok([Sorted::Answer(3, Err(refusal))]) = refused.as_deref() else {
            panic!("{refused:?}");
        };
        assert_eq!(
            (refusal.code, &*refusal.message, refusal.wait_ms),
            (None, "no", Some(9))
        );
        let left = format!(r#"{{"type":"left","room":"{ROOM}","reason":"moved"}}"#);
        assert!(matches!(news(&left), Incoming::LeftUnknown { .. }));
        let notice = format!(r#"{{"type":"notice","room":"{ROOM}","notice":{{"do":"wave"}}}}"#);
        assert_eq!(read(&notice).expect("passed over"), []);
        let now = format!(
            r#"{{"type":"now","room":"{ROOM}","seq":3,"deciding":[],"you":{{"turn":7,"decision":{{"do":"juggle"}},"may":[{{"do":"resign","choices":null}},{{"do":"sing"}}]}}}}"#
        );
        let now = news(&now);
        let Some(ServerMessage::Now(now)) = now.message() else {
            panic!("{now:?}");
        };
        assert_eq!((now.turn(), now.decision()), (7, None));
        let may = now.you.as_ref().map(|you| you.may.len());
        assert_eq!(may, Some(1), "what is known may be done");
        let list = read(r#"{"type":"ok","re":2,"rooms":[{"variant":"chess"}],"more":true}"#);
        let Ok(
            [
                Sorted::Answer(
                    2,
                    Ok(Answer::Rooms {
                        rooms, more: true, ..
                    }),
                ),
            ],
        ) = list.as_deref()
        else {
            panic!("{list:?}");
        };
        assert_eq!(*rooms, []);
        let gone =
            format!(r#"{{"type":"lobby","rooms":[{{"variant":"chess"}}],"gone":["{ROOM}"]}}"#);
        let gone = news(&gone);
        assert!(
            matches!(gone.message(), Some(ServerMessage::Lobby(lobby)) if lobby.gone.len() == 1),
            "{gone:?}"
        );
    }

    #[test]
    fn an_unknown_decision_that_is_waited_for_is_told_with_its_default() {
        let decision = r#"{"decision":2,"must":true,"do":"juggle","balls":3,"default":{"do":"juggle","ball":1}}"#;
        let frames = [
            format!(
                r#"{{"type":"now","room":"{ROOM}","seq":3,"deciding":[],"you":{{"turn":7,"decision":{decision}}}}}"#
            ),
            format!(
                r#"{{"type":"news","room":4,"seq":3,"now":{{"deciding":[],"you":{{"turn":7,"decision":{decision}}}}}}}"#
            ),
            format!(r#"{{"type":"news","room":4,"seq":3,"now":[[1],7,{decision}]}}"#),
        ];
        let mut handles = Handles::default();
        let ok = format!(r#"{{"type":"ok","re":1,"room":"{ROOM}","handle":4}}"#);
        super::read(&ok, &mut handles).expect("read");
        for frame in frames {
            let read = super::read(&frame, &mut handles).expect("read");
            let [
                Sorted::News(now),
                Sorted::News(Incoming::UnknownDecision(asked)),
            ] = &read[..]
            else {
                panic!("{frame}: {read:?}");
            };
            assert!(
                matches!(now.message(), Some(ServerMessage::Now(now)) if now.decision().is_none()),
                "{frame}: {now:?}"
            );
            assert_eq!((asked.seq, asked.turn), (3, 7), "{frame}");
            let default = Value::Object(asked.default.clone());
            assert_eq!(
                default,
                serde_json::json!({"do": "juggle", "ball": 1}),
                "{frame}"
            );
        }
    }

    #[test]
    fn a_seat_is_given_up_and_a_start_cancelled_for_whatever_reason() {
        let seed = "00".repeat(32);
        for event in [
            r#"{"do":"stood","seat":1,"reason":"asleep"}"#.to_owned(),
            format!(
                r#"{{"do":"cancelled","match_id":"{ROOM}","reason":"rain","server_seed":"{seed}"}}"#
            ),
        ] {
            let frame = format!(r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{event}}}"#);
            let read = news(&frame);
            let Some(ServerMessage::Event(event)) = read.message() else {
                panic!("{frame}: {read:?}");
            };
            let is_known = matches!(
                event.event,
                RoomEvent::Stood { .. } | RoomEvent::Cancelled { .. }
            );
            assert!(is_known, "{event:?}");
        }
    }

    #[test]
    fn a_sealed_play_keeps_its_commitment_whatever_is_said_of_who_acted() {
        let commitment = "ab".repeat(32);
        let play = format!(
            r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{{"do":"play","seat":1,"trick":0,"lead":false,"type":null,"count":1,"up":false,"pieces":null,"by":"ghost","at_ms":5,"sealed":{{"trick":0,"seat":1,"attempt":0,"commitment":"{commitment}"}}}}}}"#
        );
        let play = news(&play);
        let Some(ServerMessage::Event(event)) = play.message() else {
            panic!("{play:?}");
        };
        assert!(
            matches!(&event.event, RoomEvent::Game(game) if game.sealed.is_some()),
            "{event:?}"
        );
    }

    #[test]
    fn frames_that_are_no_messages_are_errors() {
        for frame in ["", "[]", "{}", r#"{"type":"now"}"#, r#"{"type":"event"}"#] {
            assert!(read(frame).is_err(), "{frame}");
        }
    }
}
