//! The error codes: a stable, closed list, with one code for each reaction that a client can have.

use std::borrow::Cow;

use giog_rules::RefusalCode;

use crate::error_codes::error_codes;

error_codes! {
    /// Why a request was refused. Codes are stable; `message` is for people.
    pub enum ErrorCode: fn message {
        /// The frame is not JSON.
        BadJson: 400, "this is not JSON", "send one JSON text in UTF-8";
        /// The frame is not a valid request: fields are missing or have the wrong type.
        BadRequest: 400, "this is not a request: an object with `id` and `type` is required",
            "compare the request with its description; the message says what is wrong with it";
        /// There is no request of this type.
        UnknownType: 400, "there is no request of this type", "do not use this request; the server may be older than the client";
        /// The first request must be `hello`.
        HelloFirst: 400, "send `hello` first", "send `hello` before anything else";
        /// A second `hello` on this connection.
        AlreadyGreeted: 409, "`hello` was already sent on this connection", "open a new connection to use another identity";
        /// The server does not support this version of the protocol.
        UnsupportedVersion: 400, "this server speaks another version of the protocol",
            "use a client for this server's version of the protocol";
        /// The server does not know the token; it was ended, has expired, or never existed.
        BadToken: 401, "unknown token; send `hello` without a token for a new guest",
            "send `hello` without a token, as a new guest";
        /// The name is empty, too long or not allowed.
        BadName: 400, "a name has 1 to 24 characters, and no brackets, `#` or robots",
            "choose a name of 1 to 24 characters, without brackets, `#` and invisible characters";
        /// Too many requests in a short time; wait and send it again.
        RateLimited: 429, "too many requests; wait a moment and send it again", "wait a moment, then try again";
        /// Too many requests are waiting; send it again.
        Busy: 503, "too many requests are waiting; send it again", "try again in a moment";
        /// The database is unreachable. Nothing was changed; send it again.
        StorageUnavailable: 503, "the database is unreachable; nothing was changed, send it again",
            "try again every few seconds; clocks stand still meanwhile";
        /// The server is about to stop; reconnect in a few seconds.
        ShuttingDown: 503, "the server is about to stop; connect again in a few seconds", "connect again in a few seconds";
        /// There is no such room, or it was closed.
        NoSuchRoom: 404, "there is no such room", "look for another room; this one was closed, or its id is mistyped";
        /// A fault stopped the room, and it was set aside. Nothing is lost; the operator can restore it.
        RoomSetAside: 503, "the room was stopped by a fault; nothing is lost, and the operator can restore it",
            "tell the operator, and come back later; or use another room";
        /// The room has a password, and this is not it.
        WrongPassword: 403, "the room wants its password", "ask somebody in the room for its password";
        /// The request needs the room to be joined first on this connection.
        NotJoined: 403, "join the room first", "join the room on this connection";
        /// The server has reached its limit of rooms.
        TooManyRooms: 503, "the server has reached its limit of rooms; use quick play, or try later",
            "use quick play, which has its own tables; or try later";
        /// This person has created, or this connection has joined, the maximum number of rooms.
        TooManyOfYours: 409, "you have too many rooms: leave one on this connection, or close one that you created",
            "close or leave one of your rooms";
        /// The address has created the maximum number of open rooms, or has the maximum number of spectators in this room.
        TooManyOfAddress: 409, "your address has reached its limit of rooms or spectators",
            "close a room that was created from your address, or use quick play; if many people share your address, ask the operator to add it to `shared_addresses`";
        /// The room allows no spectators, or is full of them.
        NoSpectators: 403, "the room takes no spectators, or no more of them",
            "take a seat between matches, or watch another room";
        /// The settings contradict each other; the message says which and why.
        BadSettings: 400, "these settings contradict each other", "change the settings that the message names";
        /// The table takes no bots, or none of this kind.
        NoBots: 403, "this table takes no bots of this kind", "look for a table whose `bots` allows them, or ask the owner of the room";
        /// A guest who has a seat or has played a match cannot declare itself a bot any more.
        BotTooLate: 409, "a bot declares itself before its first match", "leave your seats, or come as a new guest that declares itself at once";
        /// Only the owner of the room may do that.
        NotOwner: 403, "only the owner of the room may do that", "ask the owner of the room";
        /// The seat does not exist in this room.
        NoSuchSeat: 404, "the room has no such seat", "choose a seat of this table; seats count from 0";
        /// The game has no bots of this level for so many players.
        NoSuchLevel: 409, "the game has no bots of this level for so many players",
            "choose another level; the list of games says which levels each game has";
        /// Somebody else has the seat.
        SeatTaken: 409, "somebody else has this seat", "choose another seat";
        /// No seat is free.
        NoFreeSeat: 409, "no seat is free", "watch, or look for another room";
        /// The person has no seat here.
        NotSeated: 403, "you have no seat here", "take a seat first";
        /// Not while a match is being started or played.
        MatchRunning: 409, "not while a match is being started or played", "wait until the match is over";
        /// The match is paused; nobody acts until somebody at the table resumes it, or its time is over.
        Paused: 409, "the match is paused", "resume the match, or wait until somebody does or the time of the pause is over";
        /// The match cannot be paused: the table is not unlisted or is slow, or all its players are connected.
        NoPause: 409, "a match at an unlisted table can be paused while one of its players is not connected", "play on";
        /// No match is being played.
        NoMatch: 404, "no match is being played", "wait until a match begins";
        /// The request is for a different match than the one at this table.
        StaleMatch: 409, "this is for a different match than the one at this table", "check which match is at this table now";
        /// The server does not wait for entropy from this seat.
        NoEntropyAwaited: 409, "the server does not wait for entropy from your seat", "continue; nothing is missing";
        /// The entropy does not match the commitment.
        EntropyMismatch: 409, "this is not the entropy you committed to", "use a client that opens exactly what it committed to";
        /// The turn was already taken; `taken` has the action. Nothing was changed.
        Already: 409, "you took this turn already", "continue with the current decision";
        /// This seat has not taken that many turns.
        TurnAhead: 409, "you have not taken so many turns yet", "check how many turns were taken for your seat";
        /// This person left the match too often; a stand-in plays their seat to the end.
        LeftTooOften: 409, "you left this match too often; a stand-in plays your seat to the end",
            "watch the match to its end, and stay in the next one";
        /// No more plays can be taken back in this trick, or none at all in this room.
        TooManyTakeBacks: 409, "no more plays can be taken back now", "keep the play that you laid";
        /// The room allows no chat, or only set phrases.
        ChatOff: 403, "this room allows no chat, or only set phrases", "use a set phrase, if the room has those";
        /// This table has no hints, or only for people who play alone against bots.
        NoHints: 403, "there are no hints at this table", "decide without a hint; the owner can allow hints between matches";
        /// This is possible later; `wait_ms` says when.
        TooEarly: 429, "wait a moment; somebody may still come", "wait as long as `wait_ms` says";
        /// This person left too many matches for quick play; `wait_ms` says how long it lasts.
        Leaver: 429, "you left too many matches; wait before you use quick play again",
            "wait as long as `wait_ms` says, or create a room";
        /// No new rooms and matches are started at the moment; running ones continue.
        Draining: 503, "no new rooms and matches at the moment: the server is about to be updated",
            "continue your matches; new ones are possible in a few minutes";
        /// The server's disk is nearly full: no new guests, names, rooms, matches, reports and push subscriptions; running matches continue.
        DiskLow: 503, "the server's disk is nearly full: nothing new is stored; running matches continue",
            "tell the operator, and try later";
        /// The operator has banned this person or address.
        Banned: 403, "the operator has banned you from this server", "write to the operator; the server's page says how";
        /// The owner of the room has banned this person from it.
        BannedFromRoom: 403, "the owner of the room has banned you from it", "look for another room, or create one";
        /// This person is not, and was not, in the room.
        NoSuchPerson: 404, "there is no such person in the room", "check who is in the room now";
    }
    /// The game refuses the action; the code is the game's (`docs/RECORD.md`).
    Refused(RefusalCode): |_| 409, |code: RefusalCode| code.to_string().into();
}

/// An error, as a reply has it: a code, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The stable code.
    pub code: ErrorCode,
    /// What it means in this case.
    pub message: Cow<'static, str>,
    /// How long to wait, in milliseconds, if known.
    pub wait_ms: Option<u64>,
}

impl Problem {
    /// An error with its own message.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            wait_ms: None,
        }
    }

    /// An error that passes after this time, in milliseconds.
    pub fn wait(code: ErrorCode, wait_ms: u64) -> Self {
        Self {
            wait_ms: Some(wait_ms),
            ..code.into()
        }
    }
}

impl From<ErrorCode> for Problem {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            message: code.message(),
            wait_ms: None,
        }
    }
}

impl From<RefusalCode> for Problem {
    fn from(code: RefusalCode) -> Self {
        ErrorCode::Refused(code).into()
    }
}
