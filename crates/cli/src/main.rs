//! The giog binary.
fn main() {}
