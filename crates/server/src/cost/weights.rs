//! What each thing costs, beside its bytes: the one table of it, from measurements (`tests/examples/requests.rs`), rounded
//! up.

use axum::http::Method;
use giog_protocol::client::{Command, RoomCommand};

use super::Cost;

/// Bytes that cost as much as a microsecond: with 80 a core and a gigabit last equally long, and so JSON is decoded.
pub(super) const BYTES: usize = 80;

/// Bytes of a record whose match is played again in a microsecond.
const REPLAYED_BYTES: usize = 10;

/// A connection: it is accepted, its task made, and its first request read.
pub const CONNECTION: Cost = 150;
/// A read from a connection, beside the bytes that came: whoever sends them one by one pays for that.
pub const READ: Cost = 2;
/// A frame of the WebSocket protocol, before it is known what it belongs to: an empty fragment is taken apart in a third of that.
pub const FRAME: Cost = 1;
/// A message, or a ping, before it is looked at.
pub const MESSAGE: Cost = 10;
/// A name that is changed: a transaction of its own.
pub const RENAME: Cost = 20_000;
/// A guest that is made: a row that stays for months.
pub const NEW_GUEST: Cost = 2_000;
/// A picture that is drawn: a match is replayed, and some hundred thousand pixels are filled.
pub const PICTURE: Cost = 60_000;
/// A token that is looked up.
pub const RECOGNITION: Cost = 100;
/// A request over HTTP for something that is in memory.
const IN_MEMORY: Cost = 40;

/// What so many bytes cost, received or sent.
pub fn of_bytes(bytes: usize) -> Cost {
    bytes.div_ceil(BYTES) as Cost
}

/// What it costs to play the match of a long record again: about eight times its bytes.
pub fn of_replay(bytes: usize) -> Cost {
    bytes.div_ceil(REPLAYED_BYTES) as Cost
}

/// What a request over the socket costs, beside its message and the bytes of its answer.
#[expect(clippy::match_same_arms, reason = "every line has a price of its own")]
pub const fn of_command(command: &Command) -> Cost {
    match command {
        Command::Ping(_) | Command::UnwatchLobby(_) => 5,
        Command::Hello(_) => 200,
        // The bytes of the list are charged with the answer.
        Command::ListRooms(_) => 50,
        // And those of the news with these.
        Command::WatchLobby(_) => 500,
        // A room, its task, its rows, its place in everybody's lists.
        Command::CreateRoom(_) | Command::QuickPlay(_) => 3_000,
        Command::Room(request) => match request.command {
            // The bytes of the picture, or of what was missed, are charged with the answer.
            RoomCommand::Join(_) => 100,
            // Each is a row of the log, and is told to everybody in the room.
            RoomCommand::Leave(_)
            | RoomCommand::Sit(_)
            | RoomCommand::Stand(_)
            | RoomCommand::AddBot(_)
            | RoomCommand::Remove(_)
            | RoomCommand::PassOwnership(_)
            | RoomCommand::NewSeries(_)
            | RoomCommand::CloseRoom(_)
            | RoomCommand::Ready(_)
            | RoomCommand::Unready(_)
            | RoomCommand::OpenEntropy(_) => 300,
            RoomCommand::Configure(_) => 500,
            // A list of plays is made anew.
            RoomCommand::Act(_) | RoomCommand::Choices(_) => 100,
            // The computer player thinks about it.
            RoomCommand::Hint(_) => 500,
            RoomCommand::Chat(_) => 200,
            RoomCommand::Mute(_) => 50,
            RoomCommand::Silence(_) | RoomCommand::Unban(_) | RoomCommand::ListPeople(_) => 200,
            RoomCommand::Report(_) => 2_000,
        },
    }
}

/// What a request over HTTP costs, beside the bytes of its answer; `route` is as the router has it, and nothing for what is
/// not there.
#[expect(clippy::match_same_arms, reason = "every line has a price of its own")]
pub fn of_route(method: &Method, route: Option<&str>) -> Cost {
    // The same is done for it, and then not sent.
    let method = if *method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    match (method.as_str(), route.unwrap_or_default()) {
        // Whatever watches over the server is never told to wait.
        (_, "/healthz" | "/readyz") => 0,
        ("GET", "/ws") => 200,
        // Drawn, replayed or told beside the threads that play, which share the machine with them.
        ("POST", "/api/v1/qr") => 10_000,
        // Guests and names are charged where they are made.
        ("GET", "/api/v1/matches/{match}/events") => 3_000,
        ("GET", "/api/v1/matches/{match}/record") => 1_000,
        // Each a transaction of its own, as another name is.
        (
            "DELETE",
            "/api/v1/guests/me"
            | "/api/v1/guests/me/devices"
            | "/api/v1/guests/me/devices/{device}"
            | "/api/v1/guests/me/push",
        )
        | ("PUT", "/api/v1/guests/me/push")
        | (
            "POST",
            "/api/v1/guests/handover"
            | "/api/v1/guests/me/handover"
            | "/api/v1/guests/recovery"
            | "/api/v1/guests/me/recovery",
        ) => RENAME,
        // Questions to the database.
        ("GET", "/api/v1/matches" | "/api/v1/players/{player}/matches") => 2_000,
        ("GET", "/api/v1/rooms/{room}/cancelled-starts") => 1_000,
        ("GET", "/api/v1/matches/{match}" | "/api/v1/rooms/{room}") => 300,
        // The match is looked up; what is drawn then is charged where it is.
        (
            "GET",
            "/match/{match}"
            | "/match/{match}/{at}"
            | "/match/{match}/{at}/{step}"
            | "/pictures/match/{match}/{at}"
            | "/embed/match/{match}"
            | "/embed/match/{match}/{at}",
        ) => 300,
        // A person is looked up, by their id or their token, or the server's keys are.
        (
            "GET",
            "/api/v1/players/{player}"
            | "/api/v1/guests/me"
            | "/api/v1/guests/me/devices"
            | "/api/v1/keys",
        ) => IN_MEMORY + RECOGNITION,
        // The list changes with every room, so it is written and compressed for nearly everybody anew.
        ("GET", "/api/v1/rooms") => 600,
        // What else may be read is in memory.
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
