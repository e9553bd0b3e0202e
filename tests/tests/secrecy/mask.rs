//! What must depend on hidden information, and is masked before comparing: only the commitments to what was laid. Signatures need no
//! mask: the start's signature covers nothing hidden, and records are not compared, because nothing is hidden any more when there is one.

/// How a commitment begins in JSON, and how many hexadecimal digits it has.
const COMMITMENT: &str = "\"commitment\":\"";
const DIGITS: usize = 64;

/// The beginning of the short form of a play, the number of values before its commitment, and the number of digits of
/// base64url in the commitment.
const SHORT_PLAY: &str = "[\"play\",";
const VALUES_BEFORE: usize = 5;
const SHORT_DIGITS: usize = 43;

/// The text with its commitments masked. A commitment of another length is not masked, so that the difference is noticed.
pub fn mask(text: &str) -> String {
    mask_short(&mask_full(text))
}

/// Masks commitments in the short forms of plays.
fn mask_short(text: &str) -> String {
    let mut plays = text.split(SHORT_PLAY);
    let mut masked = plays.next().unwrap_or_default().to_owned();
    for play in plays {
        masked.push_str(SHORT_PLAY);
        let values: usize = play
            .split_inclusive(',')
            .take(VALUES_BEFORE)
            .map(str::len)
            .sum();
        let (before, from) = play.split_at(values);
        let is_digit = |digit: &u8| digit.is_ascii_alphanumeric() || b"-_".contains(digit);
        let digits = from.bytes().skip(1).take_while(is_digit).count();
        masked.push_str(before);
        if digits == SHORT_DIGITS && from.starts_with('"') && from[1 + digits..].starts_with('"') {
            masked.push_str("\"(masked)");
            masked.push_str(&from[1 + digits..]);
        } else {
            masked.push_str(from);
        }
    }
    masked
}

fn mask_full(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(COMMITMENT) {
        let (before, from) = rest.split_at(at + COMMITMENT.len());
        masked.push_str(before);
        rest = from;
        let digits = from.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits == DIGITS && from[DIGITS..].starts_with('"') {
            masked.push_str("(masked)");
            rest = &from[DIGITS..];
        }
    }
    masked.push_str(rest);
    masked
}

#[test]
fn commitments_of_the_right_length_are_masked_and_nothing_else_is() {
    let check = |digits: usize, masked: bool| {
        let text = format!("{{\"commitment\":\"{}\",\"a\":1}}", "0f".repeat(digits / 2));
        let expected = "{\"commitment\":\"(masked)\",\"a\":1}";
        assert_eq!(mask(&text), if masked { expected } else { text.as_str() });
    };
    check(DIGITS, true);
    check(DIGITS - 2, false);
    check(DIGITS + 2, false);
    let seed = format!("{{\"seed_commitment\":\"{}\"}}", "0".repeat(DIGITS));
    assert_eq!(mask(&seed), seed);
}

#[test]
fn commitments_in_short_forms_are_masked_and_nothing_else_is() {
    let check = |digits: usize, masked: bool| {
        let play = |commitment: &str| {
            let others = "\"events\":[[\"trick\",4],[\"play\",12,3,1,1,0";
            format!(
                "{{{others},\"{commitment}\",null,null,\"P\",\"{}\"]]}}",
                "n".repeat(22)
            )
        };
        let text = play(&"a-_9".repeat(11)[..digits]);
        let expected = if masked {
            play("(masked)")
        } else {
            text.clone()
        };
        assert_eq!(mask(&text), expected);
    };
    check(SHORT_DIGITS, true);
    check(SHORT_DIGITS - 1, false);
    check(SHORT_DIGITS + 1, false);
}
