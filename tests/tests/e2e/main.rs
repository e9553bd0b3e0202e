//! The whole project from end to end: a server with a real database, and clients over real sockets.

/// Bytes that opening entropy takes at least: no other request of somebody who is ready is as long.
const ENTROPY_DIGITS: usize = 64;

// What it is for.
mod engine;
mod forgery;
mod forgotten;
mod guests;
mod log;
mod matches;
mod news;
mod opened;
mod operator;
mod push;
mod recordings;
mod session;
mod strangers;
mod studio;
mod terminal;

// What tests know of each game.
#[path = "../../../crates/rules/tests/common/games.rs"]
mod games;

// What it withstands.
mod addresses;
mod backup;
mod boards;
mod cluster;
mod crashes;
mod damaged;
mod deleted;
mod disk;
mod disk_low;
mod fixtures;
mod floods;
mod frames;
mod night;
mod refusals;
mod restarts;
mod resume;
mod rollback;
mod set_aside;
mod takeover;
mod wake_ups;
mod watchdog;
mod websocket;
