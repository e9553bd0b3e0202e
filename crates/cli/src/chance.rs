//! Randomness on a person's own machine: what goes into their shuffles, and keys that no other request has.

/// Bytes of a key: nobody draws the same twice.
const KEY_BYTES: usize = 16;

/// Fills bytes with what nobody can guess.
///
/// # Panics
/// If the system has no randomness.
#[expect(
    clippy::disallowed_methods,
    reason = "this is where a person's own randomness comes from; no test of a server depends on it"
)]
pub fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has randomness");
}

/// A key for a request that may be sent again.
pub fn key() -> String {
    let mut bytes = [0; KEY_BYTES];
    fill(&mut bytes);
    u128::from_be_bytes(bytes).to_string()
}
