//! The command as a user runs it: one program of tests, since each is linked with the whole server.

mod again;
mod arena;
mod backup;
mod bot_check;
mod built_of;
mod check;
mod common;
mod deploy;
mod example_client;
mod fit_ratings;
#[path = "../../../rules/tests/common/games.rs"]
mod games;
mod health;
mod help;
mod judge;
mod review;
#[cfg(unix)]
mod serve;
mod variants;
mod verify;
