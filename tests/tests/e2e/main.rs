//! The whole project from end to end: a server with a real database, and clients over real sockets.

/// The least length of `open_entropy` in bytes: no other request of a ready player is as long.
const ENTROPY_DIGITS: usize = 64;

// Tests of the server's purpose.
mod dump;
mod engine;
mod forgery;
mod forgotten;
mod guests;
mod invitations;
mod levels;
mod log;
mod matches;
mod news;
mod opened;
mod operator;
mod programs;
mod push;
mod recordings;
mod session;
mod sleeping;
mod strangers;
mod studio;
mod terminal;

// What tests know of each game.
#[path = "../../../crates/rules/tests/common/games.rs"]
mod games;

// Tests of faults and attacks.
mod addresses;
mod backup;
mod boards;
mod bots;
mod cluster;
mod crashes;
mod damaged;
mod deleted;
mod disk;
mod disk_low;
mod feed;
mod fixtures;
mod floods;
mod frames;
mod night;
mod openings;
mod paused;
mod rated;
mod refusals;
mod restarts;
mod resume;
mod reviewers;
mod reviews;
mod rollback;
mod set_aside;
mod take_backs;
mod takeover;
mod wake_ups;
mod watchdog;
mod webhooks;
mod websocket;
