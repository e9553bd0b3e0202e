//! What a person types.

use std::io;

use tokio::sync::mpsc;

use crate::lines::{Line, Lines};

/// The longest line that is read; an order of all stacks is some 40 bytes.
const LINE_LIMIT_BYTES: usize = 4_096;
/// Lines that were typed and not yet taken.
const WAITING_LINES: usize = 16;

/// The lines of standard input, as they come; it ends with the input. What is no text or too long is an empty line.
pub fn stdin_lines() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    // Standard input can only be waited for by a thread of its own; it ends with the process.
    std::thread::spawn(move || {
        let mut lines = Lines::new(io::stdin(), LINE_LIMIT_BYTES);
        while let Ok(Some(line)) = lines.next() {
            let text = match line {
                Line::Text(text) => text.to_owned(),
                Line::NotText | Line::TooLong => String::new(),
            };
            if sender.blocking_send(text).is_err() {
                break;
            }
        }
    });
    receiver
}
