//! What comes in, read in the way that version 1 of the protocol asks of clients: what is unknown is passed over.

use giog_protocol::RoomId;
use giog_protocol::server::ServerMessage;
use serde::Deserialize;
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
const KNOWN_TYPES: [&str; 10] = [
    "ok",
    "error",
    "event",
    "now",
    "snapshot",
    "resumed",
    "left",
    "notice",
    "lobby",
    "announcement",
];

/// Reads a frame; nothing where it is a message of a type that this client does not know.
pub fn read(frame: &str) -> Result<Option<Incoming>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Numbered {
        room: RoomId,
        seq: u64,
    }
    let error = match serde_json::from_str::<ServerMessage>(frame) {
        Ok(message) => return Ok(Some(message.into())),
        Err(error) => error,
    };
    let value: Value = serde_json::from_str(frame)?;
    match value.get("type").and_then(Value::as_str) {
        Some("event") => {
            let Numbered { room, seq } = Numbered::deserialize(&value)?;
            Ok(Some(Incoming::UnknownEvent { room, seq }))
        }
        Some(kind) if !KNOWN_TYPES.contains(&kind) => Ok(None),
        _ => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    #[test]
    fn unknown_messages_are_passed_over_and_unknown_events_keep_their_number() {
        assert_eq!(
            read(r#"{"type":"weather","sun":true}"#).expect("passed over"),
            None
        );
        let event =
            format!(r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{{"do":"sneeze"}}}}"#);
        assert!(matches!(
            read(&event),
            Ok(Some(Incoming::UnknownEvent { seq: 3, .. }))
        ));
    }

    #[test]
    fn known_messages_may_have_unknown_fields() {
        let event = format!(
            r#"{{"type":"event","room":"{ROOM}","seq":3,"event":{{"do":"away","seat":1,"why":0}},"x":1}}"#
        );
        assert!(matches!(read(&event), Ok(Some(Incoming::Message(_)))));
    }

    #[test]
    fn frames_that_are_no_messages_are_errors() {
        for frame in ["", "[]", "{}", r#"{"type":"now"}"#, r#"{"type":"event"}"#] {
            assert!(read(frame).is_err(), "{frame}");
        }
    }
}
