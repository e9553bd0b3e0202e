//! A room by itself: its inputs by hand, its effects looked at one by one.

mod away;
mod chat;
mod clock;
mod durable;
mod entropy;
mod floor;
mod gathering;
mod orders;
mod playing;
mod presence;
mod quick;
mod series;
mod strangers;
mod table;
