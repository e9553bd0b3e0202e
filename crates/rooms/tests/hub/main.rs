//! The tasks around rooms: the hub with a real database.

mod addresses;
mod coordinator;
mod filling;
mod lobby;
mod nodes;
mod quick;
mod recovery;
mod rooms;
mod test_server;
mod thinking;
mod waking;
