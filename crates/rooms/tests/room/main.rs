//! A room alone: tests give it inputs, and check its effects one by one.

mod admin;
mod away;
mod bans;
mod boards;
mod bots;
mod branch;
mod chat;
mod choices;
mod clock;
mod cut_off;
mod durable;
mod ending;
mod entropy;
mod floor;
mod forgotten;
#[path = "../../../rules/tests/common/games.rs"]
mod games;
mod gathering;
mod hint;
mod levels;
mod nudge;
mod past;
mod pause;
mod playing;
mod presence;
mod quick;
mod rated;
#[cfg(target_os = "linux")]
mod rated_cpu;
mod recording;
mod renamed;
mod resume;
mod series;
mod sleep;
mod slow;
mod strangers;
mod suggest;
mod table;
mod thinking;
mod tiles;
mod turns;
mod wanted;
mod windows;
