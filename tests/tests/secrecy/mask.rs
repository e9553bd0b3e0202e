//! What must depend on hidden things, and is masked before anything is compared: the commitments to what was laid, and
//! nothing else. Signatures need no mask: the start's covers nothing that is hidden, and a record is out of any
//! comparison, since nothing is hidden any more when there is one.

/// How a commitment begins in JSON, and how many hexadecimal digits it has.
const COMMITMENT: &str = "\"commitment\":\"";
const DIGITS: usize = 64;

/// The text with its commitments masked. One of another length stays as it is, so that it is seen.
pub fn mask(text: &str) -> String {
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
