//! Randomness on the person's own machine: for entropy in shuffles, for unique keys of requests, and for the seeds of arenas.

/// Bytes of a key: enough that no two are the same.
const KEY_BYTES: usize = 16;

/// Fills the bytes with secure random numbers.
///
/// # Panics
/// If the system has no source of randomness.
#[expect(
    clippy::disallowed_methods,
    reason = "this is where a person's own randomness comes from; no test of a server depends on it"
)]
pub fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has randomness");
}

/// A text that nobody has or guesses: the key of a request that may be repeated, or the name of a seed.
pub fn key() -> String {
    let mut bytes = [0; KEY_BYTES];
    fill(&mut bytes);
    u128::from_be_bytes(bytes).to_string()
}
