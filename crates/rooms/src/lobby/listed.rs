//! Lists of rooms as they are sent. They are long and asked for often, so each is made once for as long as no room changes.

use std::collections::HashMap;
use std::sync::Arc;

use giog_protocol::client::RoomFilter;
use giog_protocol::rest::RoomList;

/// Lists that are kept, each for another filter: more than people use, and a few megabytes at most.
const LISTS: usize = 64;

/// The lists that were made since a room changed last.
#[derive(Debug, Default)]
pub(super) struct Listed(HashMap<RoomFilter, Arc<str>>);

impl Listed {
    /// A room has changed.
    pub fn changed(&mut self) {
        self.0.clear();
    }

    /// The list for this filter, if it was made.
    pub fn get(&self, filter: &RoomFilter) -> Option<Arc<str>> {
        self.0.get(filter).cloned()
    }

    /// Keeps a list; gives the members of its JSON object.
    pub fn keep(&mut self, filter: &RoomFilter, list: &RoomList) -> Arc<str> {
        let object = serde_json::to_string(list).expect("lists are plain JSON");
        let members = object
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        let members: Arc<str> = members.expect("a list is an object").into();
        if self.0.len() >= LISTS {
            self.0.clear();
        }
        self.0.insert(filter.clone(), Arc::clone(&members));
        members
    }
}
