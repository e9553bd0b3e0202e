//! How many long answers or jobs of a kind run at the same time: in all, for an address, and for its networks.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::ErrorCode;

use crate::address::{AddressClass, AddressCounts, Addresses};
use crate::problem::RestError;

/// Exports: each holds some hundred KiB, and reads from the database most of the time.
pub(crate) const EXPORTS: PlaceLimits = PlaceLimits {
    all: 16,
    of_address: 2,
    of_network: 4,
    retry_s: 10,
};

/// Streams of the feed: each is a connection that may stay for days, and holds some KiB.
pub(crate) const FEEDS: PlaceLimits = PlaceLimits {
    all: 256,
    of_address: 4,
    of_network: 16,
    retry_s: 10,
};

/// Reviews of some seconds that are made or wait for it: with four seconds each, the last one waits two minutes, and twice as long while long ones are
/// made.
pub(crate) const REVIEWS: PlaceLimits = PlaceLimits {
    all: 32,
    of_address: 4,
    of_network: 12,
    retry_s: 10,
};

/// Longer ones: with a minute and a half each, the longest with the usual effort, the last one waits twelve minutes, and twice as long while short
/// ones are made.
pub(crate) const LONG_REVIEWS: PlaceLimits = PlaceLimits {
    all: 8,
    of_address: 2,
    of_network: 4,
    retry_s: 60,
};

/// Branches that are played or wait for it. Most take a few milliseconds, the longest some seconds: then the last one is refused with its time.
pub(crate) const BRANCHES: PlaceLimits = PlaceLimits {
    all: 16,
    of_address: 2,
    of_network: 6,
    retry_s: 10,
};

/// How many there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceLimits {
    /// Of all clients.
    pub all: usize,
    /// Of one address.
    pub of_address: usize,
    /// Of a network of any size, so that a few networks cannot take all of them.
    pub of_network: usize,
    /// `Retry-After` if an address or a network has no further place, in seconds.
    pub retry_s: u32,
}

/// The long answers of a kind that are running.
#[derive(Debug)]
pub(crate) struct Places {
    limits: PlaceLimits,
    addresses: Addresses,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_address: AddressCounts,
}

/// The place of a running answer, until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    taken: Arc<Mutex<Taken>>,
    class: AddressClass,
}

impl Places {
    /// None is taken.
    pub fn new(limits: PlaceLimits, addresses: Addresses) -> Self {
        Self {
            limits,
            addresses,
            taken: Arc::default(),
        }
    }

    /// A place for an answer to this address; `busy` or [`RestError::TooMany`] if there is none.
    pub(crate) fn take(&self, address: IpAddr) -> Result<Place, RestError> {
        let class = self.addresses.class(address);
        let mut taken = lock(&self.taken);
        self.check_within(&taken, &class)?;
        taken.by_address.take_one(&class);
        taken.all += 1;
        Ok(Place {
            taken: Arc::clone(&self.taken),
            class,
        })
    }

    /// Whether there is a place; none is taken.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), RestError> {
        self.check_within(&lock(&self.taken), &self.addresses.class(address))
    }

    fn check_within(&self, taken: &Taken, class: &AddressClass) -> Result<(), RestError> {
        let PlaceLimits {
            all,
            of_address,
            of_network,
            retry_s,
        } = self.limits;
        if taken.all >= all {
            return Err(ErrorCode::Busy.into());
        }
        if !taken.by_address.has_room(class, of_address, of_network) {
            return Err(RestError::TooMany { wait_s: retry_s });
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all -= 1;
        taken.by_address.give_back(&self.class);
    }
}

/// Locks the counts even if a task has panicked while it had the lock: every change of them is atomic.
fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::tests::addresses;

    /// Places, one after another, for addresses of this form, and why there is no further one.
    fn taken(places: &Places, form: impl Fn(usize) -> String) -> (Vec<Place>, RestError) {
        let mut all = Vec::new();
        loop {
            let address = form(all.len()).parse().expect("an address");
            let checked = places.check(address);
            let place = places.take(address);
            assert_eq!(checked.err().as_ref(), place.as_ref().err());
            match place {
                Ok(place) => all.push(place),
                Err(error) => return (all, error),
            }
        }
    }

    #[test]
    fn an_address_a_network_and_all_together_have_so_many_places_and_no_more() {
        for limits in [EXPORTS, FEEDS, REVIEWS, LONG_REVIEWS] {
            let places = Places::new(limits, addresses(&[]));
            let too_many = RestError::TooMany {
                wait_s: limits.retry_s,
            };
            let (one, error) = taken(&places, |_| "192.0.2.1".to_owned());
            assert_eq!((one.len(), error), (limits.of_address, too_many.clone()));
            drop(one);
            let (network, error) = taken(&places, |n| format!("2001:db8:0:{n:x}::1"));
            assert_eq!((network.len(), error), (limits.of_network, too_many));
            drop(network);
            let (all, error) = taken(&places, |n| format!("2001:{n:x}::1"));
            assert_eq!((all.len(), error), (limits.all, ErrorCode::Busy.into()));
            drop(all);
            assert_eq!(lock(&places.taken).all, 0);
        }
    }
}
