//! Ports for programs that must be told theirs.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ports of these programs. Where none is asked for, Linux gives one from 32,768 on: so nobody else gets one of these by chance.
const PORTS: Range<u16> = 20_000..32_000;
/// How far apart processes begin to look.
const OF_A_PROCESS: u32 = 8;

/// A port of the loopback on which nobody listens.
///
/// # Panics
/// If somebody listens on all of them.
pub fn free_port() -> u16 {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    loop {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        let count = PORTS.end - PORTS.start;
        assert!(tried < u32::from(count), "no port is free");
        let number = std::process::id().wrapping_mul(OF_A_PROCESS) % u32::from(count) + tried;
        let number = u16::try_from(number % u32::from(count)).expect("less than there are");
        let port = PORTS.start + number;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
