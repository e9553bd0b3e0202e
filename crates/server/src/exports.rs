//! How many exports run at the same time: in all, for an address, and for its networks.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::ErrorCode;

use crate::address::{AddressClass, AddressCounts, Addresses};
use crate::problem::RestError;

/// Exports of all clients: each holds some hundred KiB, and reads from the database most of the time.
const MAX_EXPORTS: usize = 16;
/// Exports of one address.
const MAX_PER_ADDRESS: usize = 2;
/// Exports of a network of any size, so that a few networks cannot take all of them.
const MAX_PER_NETWORK: usize = 4;
/// `Retry-After` if there is no place, in seconds.
const RETRY_S: u32 = 10;

/// The exports that are running.
#[derive(Debug)]
pub(crate) struct Exports {
    addresses: Addresses,
    running: Arc<Mutex<Running>>,
}

#[derive(Debug, Default)]
struct Running {
    all: usize,
    by_address: AddressCounts,
}

/// The place of a running export, until this is dropped.
#[derive(Debug)]
pub(crate) struct ExportPlace {
    running: Arc<Mutex<Running>>,
    class: AddressClass,
}

impl Exports {
    /// No export is running.
    pub fn new(addresses: Addresses) -> Self {
        Self {
            addresses,
            running: Arc::default(),
        }
    }

    /// A place for an export to this address; `busy` or [`RestError::TooMany`] if there is none.
    pub(crate) fn take(&self, address: IpAddr) -> Result<ExportPlace, RestError> {
        let class = self.addresses.class(address);
        let mut running = lock(&self.running);
        if running.all >= MAX_EXPORTS {
            return Err(ErrorCode::Busy.into());
        }
        let by_address = &mut running.by_address;
        if !by_address.take_within(&class, MAX_PER_ADDRESS, MAX_PER_NETWORK) {
            return Err(RestError::TooMany { wait_s: RETRY_S });
        }
        running.all += 1;
        Ok(ExportPlace {
            running: Arc::clone(&self.running),
            class,
        })
    }
}

impl Drop for ExportPlace {
    fn drop(&mut self) {
        let mut running = lock(&self.running);
        running.all -= 1;
        running.by_address.give_back(&self.class);
    }
}

/// Locks the counts even if a task has panicked while it had the lock: every change of them is atomic.
fn lock(running: &Mutex<Running>) -> MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::tests::addresses;

    /// Places for exports, one after another, to addresses of this form, and why there is no further one.
    fn taken(exports: &Exports, form: impl Fn(usize) -> String) -> (Vec<ExportPlace>, RestError) {
        let mut places = Vec::new();
        loop {
            let address = form(places.len()).parse().expect("an address");
            match exports.take(address) {
                Ok(place) => places.push(place),
                Err(error) => return (places, error),
            }
        }
    }

    #[test]
    fn an_address_a_network_and_all_together_have_so_many_exports_and_no_more() {
        let exports = Exports::new(addresses(&[]));
        let too_many = RestError::TooMany { wait_s: RETRY_S };
        let (one, error) = taken(&exports, |_| "192.0.2.1".to_owned());
        assert_eq!((one.len(), error), (MAX_PER_ADDRESS, too_many.clone()));
        drop(one);
        let (network, error) = taken(&exports, |n| format!("2001:db8:0:{n:x}::1"));
        assert_eq!((network.len(), error), (MAX_PER_NETWORK, too_many));
        drop(network);
        let (all, error) = taken(&exports, |n| format!("2001:{n:x}::1"));
        assert_eq!((all.len(), error), (MAX_EXPORTS, ErrorCode::Busy.into()));
        drop(all);
        assert_eq!(lock(&exports.running).all, 0);
    }
}
