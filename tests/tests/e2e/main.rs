//! The whole project from end to end: a server with a real database, and clients over real sockets.

mod crashes;
mod floods;
mod frames;
mod matches;
mod takeover;
