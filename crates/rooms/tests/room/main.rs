//! A room by itself: its inputs by hand, its effects looked at one by one.

mod away;
mod clock;
mod durable;
mod entropy;
mod gathering;
mod playing;
mod table;
