//! Makes a forged record of a played match, as an operator could: dealt with another seed, played by defaults, and
//! signed with the server's own key. The tests of the page use it to show that a receipt detects the forgery.
//!
//! ```text
//! cargo run -p giog-tests --example forge -- data/signing.key < record.json > forged.json
//! ```

use std::env;
use std::fs;
use std::io::{self, Read as _, Write as _};

use giog_rules::Record;
use giog_rules::fairness::{Hex, ServerSeed, Signer};
use giog_tests::forge;

fn main() {
    let key = env::args().nth(1).expect("the file of a signing key");
    let key = fs::read_to_string(key).expect("the key can be read");
    let Hex(secret) = key.trim().parse().expect("a signing key");
    let mut record = Vec::new();
    io::stdin().read_to_end(&mut record).expect("a record");
    let record: Record = serde_json::from_slice(&record).expect("a record");
    let mut seed = record.fairness.server_seed;
    seed.0[0] ^= 1;
    let forged = forge(&record, ServerSeed::from(seed), &Signer::new(&secret));
    let bytes = forged.canonical_bytes();
    io::stdout().write_all(&bytes).expect("the record is taken");
}
