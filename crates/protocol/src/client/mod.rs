//! Messages from clients: one JSON object per frame, `{"id":7,"type":"…",…}`.
//!
//! A new request is a struct in the file of its subject, a variant of [`Command`], and a line in `docs/PROTOCOL.md`.

mod act;
mod chat;
mod commands;
mod lobby;
mod play;
mod seat;
mod session;

pub use chat::{Chat, Mute, Nudge, Report, Silence};
pub use lobby::{
    CloseRoom, Configure, CreateRoom, Join, Leave, ListRooms, NewSeries, PassOwnership, QuickPlay,
    RoomFilter, Suggest, TakeSuggestion, UnwatchLobby, UnwatchMatches, WatchLobby, WatchMatches,
};
pub use play::{
    Act, AskTurn, Choices, EndMatch, Hint, ListActions, OpenEntropy, Pause, Ready, ResumeMatch,
    Unready,
};
pub use seat::{AddBot, ListPeople, Remove, Sit, Stand, Unban};
pub use session::{Hello, Ping};

use giog_rules::{Action, RefusalCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::commands::commands;
use crate::input::{self, Object, whole_number};
use crate::{ErrorCode, Problem, RoomId, SettingsInput};

/// The largest `id` of a request: the largest integer that JSON readers of all languages keep exactly.
pub const MAX_REQUEST_ID: u64 = (1 << 53) - 1;

/// A request, with the client's own number for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Chosen by the client, 0 to 2^53 − 1; the reply has it as `re`.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub id: u64,
    /// The request.
    #[serde(flatten)]
    pub command: Command,
}

commands! {
    /// A request.
    pub enum Command {
        /// Identifies the person; always first.
        Hello = "hello",
        /// Keeps the connection alive.
        Ping = "ping",
        /// Lists public rooms.
        ListRooms = "list_rooms",
        /// Lists public rooms, and sends changes.
        WatchLobby = "watch_lobby",
        /// Ends `watch_lobby`.
        UnwatchLobby = "unwatch_lobby",
        /// Sends finished public matches as they become public.
        WatchMatches = "watch_matches",
        /// Ends `watch_matches`.
        UnwatchMatches = "unwatch_matches",
        /// Creates a room.
        CreateRoom = "create_room",
        /// Takes a seat at a table with strangers.
        QuickPlay = "quick_play",
    }
    /// A request to a room.
    Room(RoomRequest),
}

/// A request to one room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RoomRequest {
    /// The room.
    pub room: RoomId,
    /// The request.
    #[serde(flatten)]
    pub command: RoomCommand,
}

impl RoomRequest {
    const fn kind(&self) -> &'static str {
        self.command.kind()
    }
}

commands! {
    /// A request to a room.
    pub enum RoomCommand {
        /// Joins the room.
        Join = "join",
        /// Leaves the room, and gives up the seat.
        Leave = "leave",
        /// Takes a seat.
        Sit = "sit",
        /// Gives up the seat and stays.
        Stand = "stand",
        /// Puts a bot on a seat.
        AddBot = "add_bot",
        /// Empties a seat, or removes a person.
        Remove = "remove",
        /// Lifts a ban from the room.
        Unban = "unban",
        /// Lists spectators and banned people.
        ListPeople = "list_people",
        /// Changes the settings.
        Configure = "configure",
        /// Closes the room.
        CloseRoom = "close_room",
        /// Makes somebody else the owner.
        PassOwnership = "pass_ownership",
        /// Resets the running score table.
        NewSeries = "new_series",
        /// Suggests the next game.
        Suggest = "suggest",
        /// Changes to a suggested game.
        TakeSuggestion = "take_suggestion",
        /// Agrees to a pause of the running match.
        Pause = "pause",
        /// Ends a pause.
        ResumeMatch = "resume_match",
        /// Sends a line of chat.
        Chat = "chat",
        /// Hides a person's lines of chat.
        Mute = "mute",
        /// Reminds somebody that the others wait.
        Nudge = "nudge",
        /// Forbids spectators to chat.
        Silence = "silence",
        /// Reports a person to the operator.
        Report = "report",
        /// Sets ready.
        Ready = "ready",
        /// Sets not ready.
        Unready = "unready",
        /// Opens the entropy committed to.
        OpenEntropy = "open_entropy",
        /// Agrees to end the match early.
        EndMatch = "end_match",
        /// Takes a turn in the match.
        Act = "act",
        /// Asks what the bot would do.
        Hint = "hint",
        /// Asks for the legal plays of a decision.
        Choices = "choices",
        /// Asks for all legal actions of a decision.
        ListActions = "actions",
        /// Asks for everything that the seat may know and do now.
        AskTurn = "turn",
    }
}

/// A frame that is not a valid request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFrame {
    /// The request's id, where it could be read.
    pub id: Option<u64>,
    /// What is wrong with it.
    pub problem: Problem,
}

impl Request {
    /// The names of all requests, as in the field `type`.
    pub fn types() -> impl Iterator<Item = &'static str> {
        Command::TYPES.iter().chain(RoomCommand::TYPES).copied()
    }

    /// The `id` of a frame, if it is valid. Nothing else of the frame is kept.
    pub fn id_of(frame: &str) -> Option<u64> {
        #[derive(Deserialize)]
        struct IdOnly {
            #[serde(deserialize_with = "whole_number")]
            id: u64,
        }
        let Object(read) = serde_json::from_str::<Object<IdOnly>>(frame).ok()?;
        (read.id <= MAX_REQUEST_ID).then_some(read.id)
    }

    /// Reads a frame.
    pub fn decode(frame: &str) -> Result<Self, BadFrame> {
        act::read(frame).map_or_else(|| Self::decode_any(frame), Ok)
    }

    /// Reads a frame of any type; the error explains what is wrong.
    fn decode_any(frame: &str) -> Result<Self, BadFrame> {
        let bad = |id, problem| BadFrame { id, problem };
        let value = input::read(frame).map_err(|error| {
            let problem = if error.is_data() {
                Problem::new(
                    ErrorCode::BadRequest,
                    format!("this is not a request: {error}"),
                )
            } else {
                Problem::new(ErrorCode::BadJson, format!("this is not JSON: {error}"))
            };
            bad(None, problem)
        })?;
        let id = value
            .get("id")
            .and_then(Value::as_u64)
            .filter(|&id| id <= MAX_REQUEST_ID);
        let Some(known_id) = id else {
            let text = "`id` must be a whole number from 0 to 2^53 - 1";
            return Err(bad(None, Problem::new(ErrorCode::BadRequest, text)));
        };
        let Some(kind) = value.get("type").and_then(Value::as_str) else {
            return Err(bad(
                id,
                Problem::new(ErrorCode::BadRequest, "`type` must be a text"),
            ));
        };
        if !Self::types().any(|known| known == kind) {
            return Err(bad(id, ErrorCode::UnknownType.into()));
        }
        if kind == "act"
            && value
                .get("do")
                .and_then(Value::as_str)
                .is_some_and(|kind| !Action::is_kind(kind))
        {
            return Err(bad(id, RefusalCode::WrongAction.into()));
        }
        let command = read_command(kind, &value).map_err(|error| {
            let what = bad_setting(kind, &value).unwrap_or_else(|| error.to_string());
            bad(
                id,
                Problem::new(ErrorCode::BadRequest, format!("`{kind}`: {what}")),
            )
        })?;
        Ok(Self {
            id: known_id,
            command,
        })
    }
}

/// Reads the command by its type, so that the error says what is wrong with this type, and not only that no type fits.
fn read_command(kind: &str, value: &Value) -> Result<Command, serde_json::Error> {
    Ok(match kind {
        "hello" => Command::Hello(Hello::deserialize(value)?),
        "ping" => Command::Ping(Ping::deserialize(value)?),
        "list_rooms" => Command::ListRooms(ListRooms::deserialize(value)?),
        "watch_lobby" => Command::WatchLobby(WatchLobby::deserialize(value)?),
        "unwatch_lobby" => Command::UnwatchLobby(UnwatchLobby::deserialize(value)?),
        "watch_matches" => Command::WatchMatches(WatchMatches::deserialize(value)?),
        "unwatch_matches" => Command::UnwatchMatches(UnwatchMatches::deserialize(value)?),
        "create_room" => Command::CreateRoom(CreateRoom::deserialize(value)?),
        "quick_play" => Command::QuickPlay(QuickPlay::deserialize(value)?),
        _ => Command::Room(RoomRequest::deserialize(value)?),
    })
}

/// How many settings of a request are checked one by one: more than there are.
const MAX_SETTINGS: usize = 32;

/// The name of the first setting that cannot be read, with the error.
fn bad_setting(kind: &str, request: &Value) -> Option<String> {
    if !["create_room", "configure"].contains(&kind) {
        return None;
    }
    let settings = request.get("settings")?.as_object()?;
    let mut settings = settings.iter().take(MAX_SETTINGS);
    settings.find_map(|(name, value)| {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        let error = SettingsInput::deserialize(Value::Object(alone)).err()?;
        Some(format!("`settings.{name}`: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_REQUEST_VALUES;

    fn check(frame: &str, id: Option<u64>, code: &str) {
        let bad = Request::decode(frame).expect_err(frame);
        let named = serde_json::to_value(bad.problem.code).expect("codes are texts");
        assert_eq!(
            (bad.id, named.as_str()),
            (id, Some(code)),
            "{frame}: {}",
            bad.problem
        );
    }

    const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

    #[test]
    fn a_bad_frame_is_told_what_is_wrong() {
        check("no", None, "bad_json");
        check("{\"id\":1,\"type\":\"ping\"", None, "bad_json");
        check("[]", None, "bad_request");
        check("{}", None, "bad_request");
        let values = "0,".repeat(MAX_REQUEST_VALUES);
        let much = format!(r#"{{"id":7,"type":"ping","of":[{values}0]}}"#);
        check(&much, None, "bad_request");
        check(r#"{"id":-1,"type":"ping"}"#, None, "bad_request");
        check(r#"{"id":1.5,"type":"ping"}"#, None, "bad_request");
        check(
            r#"{"id":9007199254740992,"type":"ping"}"#,
            None,
            "bad_request",
        );
        check(r#"{"id":7}"#, Some(7), "bad_request");
        check(r#"{"id":7,"type":3}"#, Some(7), "bad_request");
        check(r#"{"id":7,"type":"dance"}"#, Some(7), "unknown_type");
        check(r#"{"id":7,"type":"hello"}"#, Some(7), "bad_request");
        check(r#"{"id":7,"type":"sit"}"#, Some(7), "bad_request");
        check(
            &format!(r#"{{"id":7,"type":"act","room":"{ROOM}","turn":0,"do":"fly"}}"#),
            Some(7),
            "wrong_action",
        );
        check(
            &format!(r#"{{"id":7,"type":"act","room":"{ROOM}","turn":0,"do":"play"}}"#),
            Some(7),
            "bad_request",
        );
        check(
            &format!(r#"{{"id":7,"type":"act","room":"{ROOM}","turn":-1,"do":"take_back"}}"#),
            Some(7),
            "bad_request",
        );
    }

    #[test]
    fn a_setting_that_cannot_be_read_is_named() {
        for (settings, named) in [
            (r#""seats":true"#, "`settings.seats`"),
            (
                r#""variant":"giog","take_backs":"off""#,
                "`settings.take_backs`",
            ),
            (r#""clock":{"kind":"days","days":true}"#, "`settings.clock`"),
            (r#""options":{"general_ban":1}"#, "`settings.options`"),
        ] {
            for request in [
                r#""type":"create_room","key":"k""#.to_owned(),
                format!(r#""type":"configure","room":"{ROOM}""#),
            ] {
                let frame = format!(r#"{{"id":7,{request},"settings":{{{settings}}}}}"#);
                check(&frame, Some(7), "bad_request");
                let told = Request::decode(&frame).expect_err(&frame).problem.message;
                assert!(told.contains(named), "{frame}: {told}");
            }
        }
        let no_key = r#"{"id":7,"type":"create_room","settings":{"seats":3}}"#;
        let told = Request::decode(no_key).expect_err(no_key).problem.message;
        assert!(told.contains("`key`"), "{told}");
    }

    #[test]
    fn a_frame_that_is_refused_is_known_by_its_id() {
        for (frame, id) in [
            (r#"{"type":"ping","id":7,"of":[{"id":8}]}"#, Some(7)),
            (r#"{"id":7.0}"#, Some(7)),
            (r#"{"id":7.5}"#, None),
            ("[7]", None),
            (r#"{"id":9007199254740992}"#, None),
            (r#"{"of":{"id":7}}"#, None),
            ("no", None),
        ] {
            assert_eq!(Request::id_of(frame), id, "{frame}");
        }
    }

    #[test]
    fn null_means_the_same_as_leaving_a_field_out() {
        let cases = [
            (
                r#""type":"hello","protocol":1"#,
                &["token", "name", "batch", "short"][..],
            ),
            (
                r#""type":"list_rooms""#,
                &["variant", "seats", "phase", "free", "spectators"],
            ),
            (r#""type":"create_room","key":"k""#, &["settings", "sit"]),
            (r#""type":"quick_play","key":"k""#, &["variant"]),
            (r#""type":"join""#, &["password", "after", "sit"]),
            (r#""type":"remove""#, &["seat", "player", "ban"]),
            (r#""type":"silence""#, &["silenced"]),
            (r#""type":"suggest""#, &["variant"]),
            (r#""type":"pause""#, &["agrees"]),
            (
                r#""type":"end_match","match_id":"6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10""#,
                &["agrees"],
            ),
            (r#""type":"sit""#, &["seat"]),
            (r#""type":"add_bot""#, &["seat", "all"]),
            (
                r#""type":"mute","player":"6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10""#,
                &["muted"],
            ),
            (r#""type":"chat","key":"k","text":"well""#, &["phrase"]),
            (r#""type":"chat","key":"k","phrase":"yes""#, &["text"]),
            (r#""type":"ready""#, &["match_id", "entropy_commitment"]),
            (r#""type":"act","turn":0,"do":"take_back""#, &["match_id"]),
        ];
        for (fields, optional) in cases {
            let frame = |more: &str| format!(r#"{{"id":1,"room":"{ROOM}",{fields}{more}}}"#);
            let nulls: Vec<_> = optional
                .iter()
                .map(|name| format!(r#","{name}":null"#))
                .collect();
            let without = Request::decode(&frame("")).expect("a request");
            assert_eq!(
                Request::decode(&frame(&nulls.concat())),
                Ok(without),
                "{fields}"
            );
        }
    }

    #[test]
    fn of_a_line_with_a_phrase_the_text_does_not_matter() {
        let frame = |more: &str| {
            format!(r#"{{"id":1,"room":"{ROOM}","type":"chat","key":"k","phrase":"yes"{more}}}"#)
        };
        let alone = Request::decode(&frame("")).expect("a request");
        for text in [r#""""#, "1", r#""well""#] {
            let text = format!(r#","text":{text}"#);
            assert_eq!(Request::decode(&frame(&text)), Ok(alone.clone()), "{text}");
        }
    }

    #[test]
    fn a_request_is_read_as_it_was_written() {
        let frames = [
            r#"{"id":0,"type":"hello","protocol":1,"name":"Lin"}"#.to_owned(),
            r#"{"id":1,"type":"create_room","key":"k","settings":{"seats":3}}"#.to_owned(),
            format!(r#"{{"id":2,"type":"join","room":"{ROOM}","after":12}}"#),
            format!(
                r#"{{"id":3,"type":"act","room":"{ROOM}","turn":4,"do":"play","pieces":"PP"}}"#
            ),
            format!(
                r#"{{"id":4,"type":"act","room":"{ROOM}","turn":4,"do":"take_back","unknown":[1]}}"#
            ),
        ];
        for frame in frames {
            let request = Request::decode(&frame).unwrap_or_else(|bad| panic!("{frame}: {bad:?}"));
            let written = serde_json::to_string(&request).expect("requests can be written");
            assert_eq!(Request::decode(&written), Ok(request), "{written}");
        }
    }
}
