//! The JSON messages of the WebSocket protocol and REST.

mod ids;

pub use ids::RoomId;
