//! Texts of rooms' logs that contain people's names.

use uuid::Uuid;

use super::log;
use crate::StoreError;

row! {
    /// A text of a room's log that contains anybody's name, as bytes: a damaged text may contain names, too.
    #[derive(Debug)]
    pub struct NamedText {
        pub(crate) room_id: Uuid,
        pub(crate) idx: i64,
        pub(crate) body: Vec<u8>,
    }
}

impl NamedText {
    /// A row's index.
    pub(crate) fn index(&self) -> Result<u64, StoreError> {
        log::index_u64(self.idx)
    }
}
