//! The memory allocator of the giog binary: mimalloc.
//!
//! It is a crate of its own because the crate of the binary is not optimised in a release build, and each allocation of the
//! server would pay for that.

/// A server is many small frames, made in one thread and freed in another: this allocator takes a quarter off the CPU of a
/// decision (`tests/examples/load.rs`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
