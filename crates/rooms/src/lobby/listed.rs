//! Serialized lists of rooms. They are long and often requested, so each is serialized once until a room changes.

use std::collections::HashMap;
use std::sync::Arc;

use giog_protocol::client::ListRooms;
use giog_protocol::rest::RoomList;

/// The most lists that are kept, each for a different filter or page: more than are usually requested, and a few megabytes at most.
const LISTS: usize = 64;

/// The lists that were serialized since the last change of a room.
#[derive(Debug, Default)]
pub(super) struct Listed(HashMap<ListRooms, Arc<str>>);

impl Listed {
    /// Drops all lists, because a room has changed.
    pub fn changed(&mut self) {
        self.0.clear();
    }

    /// The list that is wanted, if it is kept.
    pub fn get(&self, wanted: &ListRooms) -> Option<Arc<str>> {
        self.0.get(wanted).cloned()
    }

    /// Serializes and keeps a list; returns the members of its JSON object, without the braces.
    pub fn keep(&mut self, wanted: &ListRooms, list: &RoomList) -> Arc<str> {
        let object = serde_json::to_string(list).expect("lists are plain JSON");
        let members = object
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        let members: Arc<str> = members.expect("a list is an object").into();
        if self.0.len() >= LISTS {
            self.0.clear();
        }
        self.0.insert(wanted.clone(), Arc::clone(&members));
        members
    }
}
