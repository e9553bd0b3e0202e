//! Reads the lines of a stream with bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// Bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 16;

/// Reads a stream line by line.
pub struct Lines<R> {
    input: BufReader<R>,
    limit_bytes: usize,
    line: Vec<u8>,
    /// Whether no line was read yet.
    first: bool,
}

/// What some editors write before the first line of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line of text.
    Text(&'a str),
    /// A line that is not valid UTF-8.
    NotText(&'a [u8]),
    /// A line longer than the limit.
    TooLong,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`, with at most `limit_bytes` bytes each.
    pub fn new(input: R, limit_bytes: usize) -> Self {
        Self {
            input: BufReader::with_capacity(BUFFER_BYTES, input),
            limit_bytes,
            line: Vec::new(),
            first: true,
        }
    }

    /// The next line; `None` at the end. A byte order mark does not belong to the first one.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let (mut length, mut ended) = (0, false);
        while !ended {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                if length == 0 {
                    return Ok(None);
                }
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = self.limit_bytes - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            ended = end.is_some();
            let used = part.len() + usize::from(ended);
            length += used;
            self.input.consume(used);
        }
        if length - usize::from(ended) > self.limit_bytes {
            return Ok(Some(Line::TooLong));
        }
        let first = std::mem::take(&mut self.first);
        let Ok(text) = std::str::from_utf8(&self.line) else {
            return Ok(Some(Line::NotText(&self.line)));
        };
        let unmarked = text.strip_prefix(BYTE_ORDER_MARK).filter(|_| first);
        Ok(Some(Line::Text(unmarked.unwrap_or(text))))
    }

    /// Whether the next line can be read without waiting for more input.
    pub fn has_next(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], expected: &[Line<'_>]) {
        let mut lines = Lines::new(input, 4);
        for line in expected {
            assert_eq!(
                lines.next().expect("readable").as_ref(),
                Some(line),
                "{input:?}"
            );
        }
        assert_eq!(lines.next().expect("readable"), None, "{input:?}");
    }

    #[test]
    fn lines_are_bounded_and_their_ends_do_not_count() {
        check(b"", &[]);
        check(b"\n", &[Line::Text("")]);
        check(b"a\nbc", &[Line::Text("a"), Line::Text("bc")]);
        check(
            b"abcd\nabcde\nabcd",
            &[Line::Text("abcd"), Line::TooLong, Line::Text("abcd")],
        );
        check(b"\xff\na\n", &[Line::NotText(b"\xff"), Line::Text("a")]);
        check(
            b"\xef\xbb\xbfa\n\xef\xbb\xbfa\n",
            &[Line::Text("a"), Line::Text("\u{feff}a")],
        );
    }
}
