//! The types of requests, as they are named in metrics.

use giog_protocol::client::{Command, Request, RoomCommand};

/// The label for frames that are not requests.
pub const UNREADABLE: &str = "unreadable";

/// Every type in its wire name, and [`UNREADABLE`].
pub fn kinds() -> impl Iterator<Item = &'static str> {
    Request::TYPES.into_iter().chain([UNREADABLE])
}

/// The type of a request.
pub const fn kind(command: &Command) -> &'static str {
    match command {
        Command::Hello(_) => "hello",
        Command::Ping(_) => "ping",
        Command::ListRooms(_) => "list_rooms",
        Command::WatchLobby(_) => "watch_lobby",
        Command::UnwatchLobby(_) => "unwatch_lobby",
        Command::CreateRoom(_) => "create_room",
        Command::QuickPlay(_) => "quick_play",
        Command::Room(request) => match request.command {
            RoomCommand::Join(_) => "join",
            RoomCommand::Leave(_) => "leave",
            RoomCommand::Sit(_) => "sit",
            RoomCommand::Stand(_) => "stand",
            RoomCommand::AddBot(_) => "add_bot",
            RoomCommand::Remove(_) => "remove",
            RoomCommand::Unban(_) => "unban",
            RoomCommand::ListPeople(_) => "list_people",
            RoomCommand::Configure(_) => "configure",
            RoomCommand::CloseRoom(_) => "close_room",
            RoomCommand::Ready(_) => "ready",
            RoomCommand::Unready(_) => "unready",
            RoomCommand::OpenEntropy(_) => "open_entropy",
            RoomCommand::Act(_) => "act",
            RoomCommand::Hint(_) => "hint",
            RoomCommand::Choices(_) => "choices",
            RoomCommand::PassOwnership(_) => "pass_ownership",
            RoomCommand::NewSeries(_) => "new_series",
            RoomCommand::Chat(_) => "chat",
            RoomCommand::Mute(_) => "mute",
            RoomCommand::Silence(_) => "silence",
            RoomCommand::Report(_) => "report",
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// Collects every value that a schema allows for a field `type`.
    fn types(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Array(parts) => parts.iter().for_each(|part| types(part, found)),
            Value::Object(parts) => {
                let word = parts.get("properties").map(|of| &of["type"]["const"]);
                found.extend(word.and_then(Value::as_str).map(str::to_owned));
                parts.values().for_each(|part| types(part, found));
            }
            _ => {}
        }
    }

    #[test]
    fn every_type_of_request_is_counted() {
        let schema = serde_json::to_value(schemars::schema_for!(Request)).expect("a schema");
        let mut said = BTreeSet::new();
        types(&schema, &mut said);
        said.insert(UNREADABLE.to_owned());
        let counted: BTreeSet<String> = kinds().map(str::to_owned).collect();
        assert_eq!(counted, said);
    }
}
