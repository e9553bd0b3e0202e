//! The cost of everything except its bytes: the only table of costs, from measurements (`tests/examples/requests.rs`), rounded up.

use axum::http::Method;
use giog_protocol::client::{Command, RoomCommand};

use super::Cost;

/// The number of bytes that cost one microsecond: one core and one gigabit per second are used up at the same rate, and JSON is decoded
/// at this speed.
pub(super) const BYTES: usize = 80;

/// The number of bytes of a record whose match is replayed in one microsecond.
const REPLAYED_BYTES: usize = 10;

/// A connection: accepting it, starting its task, reading its first request.
pub const CONNECTION: Cost = 150;
/// A read from a connection, in addition to its bytes, so that sending single bytes is expensive.
pub const READ: Cost = 2;
/// A frame of the WebSocket protocol, before its message is known. Parsing an empty fragment takes a third of that.
pub const FRAME: Cost = 1;
/// A message or a ping, before it is parsed.
pub const MESSAGE: Cost = 10;
/// A change of a name: a transaction of its own.
pub const RENAME: Cost = 20_000;
/// A new guest: a row that is stored for months.
pub const NEW_GUEST: Cost = 2_000;
/// A picture: a match is replayed, and some hundred thousand pixels are drawn.
pub const PICTURE: Cost = 60_000;
/// A match in an export, without its record: its part of a page of the list, and its line.
pub const EXPORTED_SUMMARY: Cost = 30;
/// A match in statistics.
pub const COUNTED_MATCH: Cost = 10;
/// An event of the feed, without its bytes: its part of what is read for all who follow, and its own write.
pub const FEED_EVENT: Cost = 40;
/// The same as bytes that are shown to a connection.
pub const FEED_EVENT_BYTES: usize = 40 * BYTES;
/// A record in an export: it is read, decompressed, and compressed again with others.
pub const EXPORTED_RECORD: Cost = 200;
/// Looking up a token.
pub const RECOGNITION: Cost = 100;
/// An HTTP request for something in memory.
const IN_MEMORY: Cost = 40;

/// The cost of so many bytes, received or sent.
pub fn of_bytes(bytes: usize) -> Cost {
    bytes.div_ceil(BYTES) as Cost
}

/// The cost of replaying the match of a long record: about eight times that of its bytes.
pub fn of_replay(bytes: usize) -> Cost {
    bytes.div_ceil(REPLAYED_BYTES) as Cost
}

/// The cost of a request over the socket, except for its message and the bytes of its answer.
#[expect(clippy::match_same_arms, reason = "every line has a price of its own")]
pub const fn of_command(command: &Command) -> Cost {
    match command {
        Command::Ping(_) | Command::UnwatchLobby(_) | Command::UnwatchMatches(_) => 5,
        Command::Hello(_) => 200,
        // The bytes of the list are charged with the answer.
        Command::ListRooms(_) => 50,
        // The bytes of the list are charged with the answer, and those of news with the news.
        Command::WatchLobby(_) => 500,
        // Queries of the database. The bytes of matches are charged with them.
        Command::WatchMatches(_) => 2_000,
        // A room, its task, its rows, its entry in the lists of everybody.
        Command::CreateRoom(_) | Command::QuickPlay(_) => 3_000,
        Command::Room(request) => match request.command {
            // The bytes of the snapshot, or of the missed events, are charged with the answer.
            RoomCommand::Join(_) => 100,
            // Each is a row of the log and is sent to everybody in the room.
            RoomCommand::Leave(_)
            | RoomCommand::Sit(_)
            | RoomCommand::Stand(_)
            | RoomCommand::AddBot(_)
            | RoomCommand::Remove(_)
            | RoomCommand::PassOwnership(_)
            | RoomCommand::NewSeries(_)
            | RoomCommand::Suggest(_)
            | RoomCommand::Pause(_)
            | RoomCommand::ResumeMatch(_)
            | RoomCommand::EndMatch(_)
            | RoomCommand::CloseRoom(_)
            | RoomCommand::Unready(_)
            | RoomCommand::OpenEntropy(_) => 300,
            RoomCommand::Configure(_) | RoomCommand::TakeSuggestion(_) => 500,
            // It may begin a match: two signatures, and a record that is made, judged again and stored.
            RoomCommand::Ready(_) => 2_000,
            // A list of plays is computed.
            RoomCommand::Act(_) | RoomCommand::Choices(_) => 100,
            // Up to several thousand plays are passed over; the bytes of the page are charged with the answer.
            RoomCommand::ListActions(_) => 200,
            // A view and a list of actions are computed; their bytes are charged with the answer.
            RoomCommand::AskTurn(_) => 200,
            // The bot searches for a play.
            RoomCommand::Hint(_) => 500,
            RoomCommand::Chat(_) => 200,
            RoomCommand::Nudge(_) => 200,
            RoomCommand::Mute(_) => 50,
            RoomCommand::Silence(_) | RoomCommand::Unban(_) | RoomCommand::ListPeople(_) => 200,
            RoomCommand::Report(_) => 2_000,
        },
    }
}

/// The cost of an HTTP request, except for the bytes of its answer. `route` is the router's pattern; none if there is no such route.
#[expect(clippy::match_same_arms, reason = "every line has a price of its own")]
pub fn of_route(method: &Method, route: Option<&str>) -> Cost {
    // It does the same work, but the body is not sent.
    let method = if *method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    match (method.as_str(), route.unwrap_or_default()) {
        // Monitoring must never be told to wait.
        (_, "/healthz" | "/readyz") => 0,
        ("GET", "/ws") => 200,
        // Done on the worker threads, which share the cores with players.
        ("POST", "/api/v1/qr") => 10_000,
        // Guests and names are charged when they are created or changed.
        ("GET", "/api/v1/matches/{match}/events") => 3_000,
        ("GET", "/api/v1/matches/{match}/record") => 1_000,
        // The match is replayed; what bots think is charged separately.
        ("POST", "/api/v1/matches/{match}/branch") => 3_000,
        // It is looked up; what makes it runs behind everything else, and has bounds of its own.
        ("GET", "/api/v1/matches/{match}/review") => 1_000,
        ("GET", "/api/v1/puzzles/daily" | "/api/v1/puzzles/{puzzle}")
        | ("POST", "/api/v1/puzzles/{puzzle}/answer" | "/api/v1/puzzles/{puzzle}/report") => 1_000,
        // A worker's token is looked up, and some rows are written; what checks a review runs behind everything else.
        ("POST", "/api/v1/review-jobs")
        | ("PATCH" | "DELETE", "/api/v1/review-jobs/{lease}")
        | ("PUT", "/api/v1/review-jobs/{lease}/review") => 2_000,
        // Each is a transaction of its own, like a change of a name.
        (
            "DELETE",
            "/api/v1/guests/me"
            | "/api/v1/guests/me/devices"
            | "/api/v1/guests/me/devices/{device}"
            | "/api/v1/guests/me/push"
            | "/api/v1/guests/me/friends/{player}"
            | "/api/v1/guests/me/blocks/{player}"
            | "/api/v1/guests/me/invitations/{room}",
        )
        | (
            "PUT",
            "/api/v1/guests/me/push"
            | "/api/v1/guests/me/findable"
            | "/api/v1/guests/me/friends/{player}"
            | "/api/v1/guests/me/blocks/{player}",
        )
        | ("PATCH", "/api/v1/guests/me/friends")
        | (
            "POST",
            "/api/v1/guests/handover"
            | "/api/v1/guests/me/handover"
            | "/api/v1/guests/recovery"
            | "/api/v1/guests/me/recovery"
            | "/api/v1/guests/me/friends"
            | "/api/v1/guests/me/friends/code",
        ) => RENAME,
        // Queries of the database.
        ("POST", "/api/v1/guests/me/invitations")
        | (
            "GET",
            "/api/v1/feed"
            | "/api/v1/matches"
            | "/api/v1/matches.ndjson"
            | "/api/v1/players/{player}/matches"
            | "/api/v1/players/{player}/matches.ndjson"
            | "/api/v1/players/{player}/stats"
            | "/api/v1/ladders"
            | "/api/v1/variants/{variant}/statistics",
        ) => 2_000,
        (
            "GET",
            "/api/v1/players"
            | "/api/v1/players/{player}/ratings"
            | "/api/v1/ladders/{variant}"
            | "/api/v1/ladders/{variant}/seasons/{season}"
            | "/api/v1/guests/me/mistakes"
            | "/api/v1/rooms/featured"
            | "/api/v1/rooms/{room}/cancelled-starts"
            | "/api/v1/guests/me/friends"
            | "/api/v1/guests/me/blocks",
        ) => 1_000,
        ("GET", "/api/v1/matches/{match}" | "/api/v1/rooms/{room}") => 300,
        // The match is looked up; drawing a picture is charged separately.
        (
            "GET",
            "/match/{match}"
            | "/match/{match}/{at}"
            | "/match/{match}/{at}/{step}"
            | "/pictures/match/{match}/{at}"
            | "/embed/match/{match}"
            | "/embed/match/{match}/{at}",
        ) => 300,
        // A person is looked up by id or token, or the server's keys are returned.
        (
            "GET",
            "/api/v1/players/{player}"
            | "/api/v1/guests/me"
            | "/api/v1/guests/me/devices"
            | "/api/v1/guests/me/findable"
            | "/api/v1/guests/me/invitations"
            | "/api/v1/keys",
        ) => IN_MEMORY + RECOGNITION,
        // The list changes with every room, so it is encoded and compressed again for nearly every request.
        ("GET", "/api/v1/rooms") => 600,
        // Everything else that can be read is in memory.
        ("GET" | "OPTIONS", _) => IN_MEMORY,
        _ => 200,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_database_is_asked_for_costs_more_than_what_is_in_memory() {
        for route in [
            "/api/v1/players/{player}",
            "/api/v1/guests/me",
            "/api/v1/guests/me/devices",
            "/api/v1/keys",
            "/api/v1/matches/{match}",
            "/api/v1/matches",
            "/api/v1/ladders",
            "/api/v1/ladders/{variant}",
            "/api/v1/players/{player}/ratings",
            "/api/v1/guests/me/mistakes",
            "/api/v1/variants/{variant}/statistics",
            "/api/v1/puzzles/daily",
            "/api/v1/rooms/featured",
        ] {
            let cost = of_route(&Method::GET, Some(route));
            assert!(cost >= IN_MEMORY + RECOGNITION, "{route}: {cost}");
        }
    }

    #[test]
    fn a_head_costs_what_its_get_costs() {
        for route in [
            "/api/v1/matches/{match}/events",
            "/api/v1/matches/{match}/record",
            "/api/v1/matches",
            "/match/{match}",
            "/api/v1/rooms",
            "/",
        ] {
            let [get, head] =
                [Method::GET, Method::HEAD].map(|method| of_route(&method, Some(route)));
            assert_eq!(head, get, "{route}");
        }
    }
}
