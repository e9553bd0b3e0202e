//! Ports for programs that must be given one.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The range of these ports. Linux gives ports from 32,768 on if a program asks for any port, so none of these is taken by chance.
const PORTS: Range<u16> = 20_000..32_000;
/// The distance between the ports at which processes begin to search.
const OF_A_PROCESS: u32 = 8;

/// A free port on the loopback address.
///
/// # Panics
/// If all ports of the range are taken.
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
