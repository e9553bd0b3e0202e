//! A table in a terminal: plain lines one after another, suitable for reading, for screen readers, and for programs.

mod input;
mod lines;
mod prompt;
mod room;
mod tell;
mod teller;
mod words;

pub use input::{Input, NewRoom, read};
pub use lines::stdin_lines;
pub use prompt::{Prompt, prompt, typed};
pub use tell::{tell, tell_line, tell_text};
pub use teller::{PAUSED, Teller};
pub use words::{PHRASES, anywhere, aside, phrase, phrase_words, room_line};
