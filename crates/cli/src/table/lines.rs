//! Reads the lines that a person types.

use std::io;

use tokio::sync::mpsc;

use crate::lines::{Line, Lines};

/// The longest line in bytes; an order of all stacks has some 40.
const LINE_LIMIT_BYTES: usize = 4_096;
/// How many typed lines may wait.
const WAITING_LINES: usize = 16;

/// The lines of standard input; the channel ends with the input. A line that is too long or not valid text becomes an empty line.
pub fn stdin_lines() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    // Standard input needs a thread of its own to wait for it; the thread ends with the process.
    std::thread::spawn(move || {
        let mut lines = Lines::new(io::stdin(), LINE_LIMIT_BYTES);
        while let Ok(Some(line)) = lines.next() {
            let text = match line {
                Line::Text(text) => text.to_owned(),
                Line::NotText(_) | Line::TooLong => String::new(),
            };
            if sender.blocking_send(text).is_err() {
                break;
            }
        }
    });
    receiver
}
