//! A room by itself: its inputs by hand, its effects looked at one by one.

mod admin;
mod away;
mod bans;
mod boards;
mod chat;
mod choices;
mod clock;
mod durable;
mod entropy;
mod floor;
mod forgotten;
mod gathering;
mod hint;
mod past;
mod playing;
mod presence;
mod quick;
mod recording;
mod renamed;
mod resume;
mod series;
mod slow;
mod strangers;
mod table;
mod thinking;
mod tiles;
