//! Group 6: valid and invalid UTF-8, in one piece and split anywhere.

use super::raw::{frame, request_with};
use super::{FIRST, LAST, MORE, TEXT, Told, case, ends, hold};

/// Texts from every corner of Unicode: each length, the first and the last character of it, and some that are no characters.
const VALID: [&str; 14] = [
    "κόσμε",
    "爵 Hello-µ@ßöäüàá-UTF-8!!",
    "\u{7f}",
    "\u{80}",
    "\u{7ff}",
    "\u{800}",
    "\u{d7ff}",
    "\u{e000}",
    "\u{fdd0}",
    "\u{fffd}",
    "\u{ffff}",
    "\u{10000}",
    "\u{1ffff}",
    "\u{10ffff}",
];

/// Bytes that are not valid UTF-8.
const INVALID: [(&str, &[u8]); 24] = [
    ("a continuation alone", b"\x80"),
    ("the last continuation alone", b"\xbf"),
    ("continuations alone", b"\x80\xbf\x80\xbf\x80\xbf"),
    ("two bytes, the first alone", b"\xc2 "),
    ("three bytes, the first alone", b"\xe1 "),
    ("three bytes, two of them", b"\xe1\x80 "),
    ("four bytes, the first alone", b"\xf1 "),
    ("four bytes, two of them", b"\xf1\x80 "),
    ("four bytes, three of them", b"\xf1\x80\x80 "),
    ("five bytes", b"\xf8\x88\x80\x80\x80"),
    ("six bytes", b"\xfc\x84\x80\x80\x80\x80"),
    ("a byte that there is not", b"\xfe"),
    ("another byte that there is not", b"\xff"),
    ("a slash in two bytes", b"\xc0\xaf"),
    ("a slash in three bytes", b"\xe0\x80\xaf"),
    ("a slash in four bytes", b"\xf0\x80\x80\xaf"),
    ("the last one in two bytes too many", b"\xc1\xbf"),
    ("the last one in three bytes too many", b"\xe0\x9f\xbf"),
    ("the last one in four bytes too many", b"\xf0\x8f\xbf\xbf"),
    ("zero in two bytes", b"\xc0\x80"),
    ("the first surrogate", b"\xed\xa0\x80"),
    ("the last surrogate", b"\xed\xbf\xbf"),
    ("a pair of surrogates", b"\xed\xa0\x80\xed\xb0\x80"),
    ("behind the last character", b"\xf4\x90\x80\x80"),
];

#[tokio::test]
async fn valid_texts_are_read_wherever_they_are_split() {
    let mut cases = Vec::new();
    for text in VALID {
        let request = request_with(1, text);
        let name = text.escape_unicode();
        let answer = [Told::Answer(1)];
        cases.push(case(format!("{name}"), &[&frame(TEXT, &request)], &answer));
        for at in 0..=request.len() {
            let (start, end) = request.split_at(at);
            let sent = [frame(FIRST, start), frame(MORE, b""), frame(LAST, end)].concat();
            cases.push(case(format!("{name}, split at {at}"), &[&sent], &answer));
        }
    }
    hold(cases).await;
}

#[tokio::test]
async fn invalid_texts_end_the_connection_wherever_they_are_split() {
    let mut cases = Vec::new();
    for (name, bytes) in INVALID {
        let text = [br#"{"id":1,"type":"ping","text":""#, bytes, br#""}"#].concat();
        cases.push(ends(name, &[&frame(TEXT, &text)], 1007));
        for at in 29..=30 + bytes.len() {
            let (start, end) = text.split_at(at);
            let sent = [frame(FIRST, start), frame(LAST, end)].concat();
            cases.push(ends(format!("{name}, split at {at}"), &[&sent], 1007));
        }
    }
    // Sequences that are incomplete at the end of the message.
    for unfinished in [&b"\xce"[..], b"\xe1\xbd", b"\xf0\x90\x80"] {
        let name = format!("unfinished {unfinished:02x?}");
        cases.push(ends(name.clone(), &[&frame(TEXT, unfinished)], 1007));
        let sent = [frame(FIRST, unfinished), frame(LAST, b"")].concat();
        cases.push(ends(format!("{name}, in fragments"), &[&sent], 1007));
    }
    hold(cases).await;
}
