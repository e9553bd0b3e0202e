//! Group 7: how connections end.

use super::raw::{frame, request};
use super::{CLOSE, FIRST, LAST, PING, TEXT, Told, case, ends, hold};

/// The content of a close frame.
fn goodbye(code: u16, reason: &[u8]) -> Vec<u8> {
    frame(CLOSE, &[&code.to_be_bytes(), reason].concat())
}

#[tokio::test]
async fn a_goodbye_is_answered_and_is_the_last_word() {
    let closed = [Told::Closed(Some(1000))];
    let bye = goodbye(1000, b"");
    let text = frame(TEXT, &request(1));
    hold(vec![
        case("a goodbye", &[&bye], &closed),
        case(
            "without a code",
            &[&frame(CLOSE, b"")],
            &[Told::Closed(None)],
        ),
        case("with a reason", &[&goodbye(1000, b"so long")], &closed),
        case(
            "with the longest reason",
            &[&goodbye(1000, &[b'*'; 123])],
            &closed,
        ),
        case(
            "with a reason in Chinese",
            &[&goodbye(1000, "再見".as_bytes())],
            &closed,
        ),
        case("twice", &[&bye, &bye], &closed),
        case("and then a request", &[&bye, &text], &closed),
        case("and then a ping", &[&bye, &frame(PING, b"")], &closed),
        case(
            "within a text",
            &[&frame(FIRST, b"{"), &bye, &frame(LAST, b"}")],
            &closed,
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_goodbye_that_is_none_is_told_so() {
    hold(vec![
        ends("half a code", &[&frame(CLOSE, b"\x03")], 1002),
        ends(
            "a reason that is too long",
            &[&goodbye(1000, &[b'*'; 124])],
            1002,
        ),
        ends(
            "a reason that is no text",
            &[&goodbye(1000, b"\xce\xba\xed\xa0\x80")],
            1007,
        ),
    ])
    .await;
}

#[tokio::test]
async fn codes_that_may_be_sent_come_back_and_others_do_not() {
    let sent = [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
    ];
    let never = [
        0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
    ];
    let mut cases = Vec::new();
    for code in sent {
        cases.push(ends(format!("code {code}"), &[&goodbye(code, b"")], code));
        let with_reason = goodbye(code, b"a reason");
        cases.push(ends(
            format!("code {code} and a reason"),
            &[&with_reason],
            code,
        ));
    }
    for code in never {
        cases.push(ends(format!("code {code}"), &[&goodbye(code, b"")], 1002));
        let with_reason = goodbye(code, b"a reason");
        cases.push(ends(
            format!("code {code} and a reason"),
            &[&with_reason],
            1002,
        ));
    }
    hold(cases).await;
}
