//! Groups 1 to 5, 9 and 10: lengths, pings and pongs, reserved bits and opcodes, fragments, limits; and masks.

use super::raw::{bare, frame, request, request_with};
use super::{BINARY, CLOSE, FIRST, LAST, MORE, PING, PONG, TEXT, Told, case, ends, hold};

/// The longest message that a client may send, by default.
const LONGEST: usize = 16_384;

fn answered(number: u64) -> Told {
    Told::Answer(number)
}

/// A request of exactly this length.
fn long(bytes: usize) -> Vec<u8> {
    let short = request(1).len();
    request_with(1, &"*".repeat(bytes - short))
}

#[tokio::test]
async fn messages_of_every_length_are_read() {
    let mut cases = vec![
        case("an empty text", &[&frame(TEXT, b"")], &[Told::NoRequest]),
        case(
            "an empty binary",
            &[&frame(BINARY, b"")],
            &[Told::NoRequest],
        ),
    ];
    for bytes in [125, 126, 127, 128, 255, 256, 4_095, 4_096, 4_097, LONGEST] {
        let text = long(bytes);
        cases.push(case(
            format!("{bytes} bytes of text"),
            &[&frame(TEXT, &text)],
            &[answered(1)],
        ));
        let name = format!("{bytes} bytes of binary");
        cases.push(case(name, &[&frame(BINARY, &text)], &[Told::NoRequest]));
        let parts = text.chunks(bytes.div_ceil(7)).collect::<Vec<_>>();
        let name = format!("{bytes} bytes in {} fragments", parts.len());
        cases.push(case(name, &[&fragments(&parts)], &[answered(1)]));
    }
    let two = [frame(TEXT, &request(1)), frame(TEXT, &request(2))].concat();
    cases.push(case("two at once", &[&two], &[answered(1), answered(2)]));
    hold(cases).await;
}

#[tokio::test]
async fn what_is_too_long_ends_the_connection() {
    let half = "*".repeat(LONGEST / 2);
    let parts = [half.as_bytes(), half.as_bytes(), b"*"];
    let announced = |length: u64| {
        let mut frame = vec![TEXT, 0xff];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame
    };
    hold(vec![
        ends("one byte more", &[&frame(TEXT, &long(LONGEST + 1))], 1009),
        ends(
            "one byte more of binary",
            &[&frame(BINARY, &long(LONGEST + 1))],
            1009,
        ),
        ends("one byte more in fragments", &[&fragments(&parts)], 1009),
        ends("65,536 bytes, announced", &[&announced(65_536)], 1009),
        ends("2^62 bytes, announced", &[&announced(1 << 62)], 1009),
    ])
    .await;
}

#[tokio::test]
async fn pings_are_answered_and_pongs_are_not() {
    let back = |payload: &[u8]| Told::Pong(payload.to_vec());
    let all: Vec<u8> = (0..125).collect();
    let ten: Vec<Vec<u8>> = (0..10_u8).map(|number| vec![number]).collect();
    let asked: Vec<u8> = ten
        .iter()
        .flat_map(|payload| frame(PING, payload))
        .collect();
    let told: Vec<Told> = ten.iter().map(|payload| back(payload)).collect();
    hold(vec![
        case("an empty ping", &[&frame(PING, b"")], &[back(b"")]),
        case(
            "a ping with a text",
            &[&frame(PING, b"Hello")],
            &[back(b"Hello")],
        ),
        case(
            "a ping with bytes",
            &[&frame(PING, b"\0\xff\xfe")],
            &[back(b"\0\xff\xfe")],
        ),
        case("the longest ping", &[&frame(PING, &all)], &[back(&all)]),
        ends("a longer ping", &[&frame(PING, &[0xfe; 126])], 1002),
        ends("a longer pong", &[&frame(PONG, &[0xfe; 126])], 1002),
        case("an empty pong", &[&frame(PONG, b"")], &[]),
        case("a pong with a text", &[&frame(PONG, b"unasked")], &[]),
        case(
            "a pong and a ping",
            &[&frame(PONG, b"unasked"), &frame(PING, b"asked")],
            &[back(b"asked")],
        ),
        case("ten pings", &[&asked], &told),
    ])
    .await;
}

#[tokio::test]
async fn reserved_bits_and_opcodes_end_the_connection() {
    let before = frame(TEXT, &request(1));
    let mut cases = Vec::new();
    let mut refused = |name: String, bad: &[u8]| {
        cases.push(ends(name.clone(), &[bad], 1002));
        let sent: [&[u8]; 3] = [&before, bad, &frame(PING, b"")];
        let told = [answered(1), Told::Closed(Some(1002))];
        cases.push(case(format!("{name}, after a request"), &sent, &told));
    };
    for bits in 1..8_u8 {
        for (kind, payload) in [
            (TEXT, request(2)),
            (BINARY, request(2)),
            (PING, b"Hello".to_vec()),
            (CLOSE, 1000_u16.to_be_bytes().to_vec()),
        ] {
            let name = format!("reserved bits {bits} of opcode {}", kind & 0x0f);
            refused(name, &frame(kind | bits << 4, &payload));
        }
    }
    for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        for payload in [&b""[..], b"Hello"] {
            let name = format!("opcode {opcode} with {} bytes", payload.len());
            refused(name, &frame(LAST | opcode, payload));
        }
    }
    for kind in [TEXT, BINARY, PING, PONG, CLOSE] {
        for payload in [&b""[..], b"\x03\xe8"] {
            let name = format!(
                "opcode {} with {} bytes and no mask",
                kind & 0x0f,
                payload.len()
            );
            refused(name, &bare(kind, payload));
        }
    }
    hold(cases).await;
}

/// A text in these fragments.
fn fragments(parts: &[&[u8]]) -> Vec<u8> {
    let last = parts.len() - 1;
    let whole = parts.iter().enumerate().flat_map(|(number, part)| {
        let first = match number {
            0 => FIRST,
            number if number == last => LAST,
            _ => MORE,
        };
        frame(first, part)
    });
    whole.collect()
}

#[tokio::test]
async fn fragments_are_put_together_and_control_frames_may_come_between() {
    let text = request(1);
    let (start, end) = text.split_at(9);
    let (start, end) = (frame(FIRST, start), frame(LAST, end));
    let ping = frame(PING, b"between");
    let back = Told::Pong(b"between".to_vec());
    let octets: Vec<&[u8]> = text.chunks(1).collect();
    let mixed: Vec<u8> = (0..text.len() - 1)
        .flat_map(|at| {
            let first = if at == 0 { FIRST } else { MORE };
            [frame(first, &text[at..=at]), ping.clone()].concat()
        })
        .chain(frame(LAST, &text[text.len() - 1..]))
        .collect();
    let mut all = vec![back.clone(); text.len() - 1];
    all.push(answered(1));
    hold(vec![
        case("two fragments", &[&start, &end], &[answered(1)]),
        case(
            "a ping between",
            &[&start, &ping, &end],
            &[back.clone(), answered(1)],
        ),
        case(
            "a pong between",
            &[&start, &frame(PONG, b""), &end],
            &[answered(1)],
        ),
        case("octets", &[&fragments(&octets)], &[answered(1)]),
        case("octets and pings", &[&mixed], &all),
        case(
            "empty fragments",
            &[&fragments(&[b"", &text, b"", b""])],
            &[answered(1)],
        ),
        case(
            "only empty fragments",
            &[&fragments(&[b"", b"", b""])],
            &[Told::NoRequest],
        ),
        ends(
            "a ping in fragments",
            &[&frame(PING & 0x0f, b"a"), &frame(LAST, b"b")],
            1002,
        ),
        ends(
            "a pong in fragments",
            &[&frame(PONG & 0x0f, b"a"), &frame(LAST, b"b")],
            1002,
        ),
        ends(
            "a goodbye in fragments",
            &[&frame(CLOSE & 0x0f, b""), &frame(LAST, b"")],
            1002,
        ),
        ends(
            "the last of nothing",
            &[&frame(LAST, &text), &frame(TEXT, &text)],
            1002,
        ),
        ends(
            "more of nothing",
            &[&frame(MORE, &text), &frame(TEXT, &text)],
            1002,
        ),
        case(
            "the last of what is over",
            &[&start, &end, &frame(LAST, b"more")],
            &[answered(1), Told::Closed(Some(1002))],
        ),
        ends("a text within a text", &[&start, &frame(TEXT, &text)], 1002),
        ends(
            "a fragment of a text within a text",
            &[&start, &frame(FIRST, b"")],
            1002,
        ),
        ends(
            "a binary within a text",
            &[&start, &frame(BINARY, b"")],
            1002,
        ),
    ])
    .await;
}
