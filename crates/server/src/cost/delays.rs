//! The requests and connections that are delayed because the budget of their address is used up. Their number is bounded, so that they do
//! not use up the memory and the connections of the server.

use std::sync::{Arc, Mutex};

use super::lock;
use crate::address::{AddressClass, AddressCounts};

/// The most of one address: the six connections of a browser of each of fifty people. Wider networks may have more.
const OF_ADDRESS: usize = 300;
/// The most of one network, however wide: a fifth of all.
const OF_NETWORK: usize = IN_ALL / 5;
/// The most in all: about 50 MiB.
const IN_ALL: usize = 4_000;

/// What is delayed now.
#[derive(Debug, Default)]
pub(super) struct Delays(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_address: AddressCounts,
}

/// A place for one that is delayed. It is given back when this is dropped.
#[derive(Debug)]
pub struct Delayed {
    delays: Arc<Delays>,
    class: AddressClass,
}

impl Delays {
    /// A place for another one of an address. None if it, its networks or all together have no more.
    pub fn take(self: &Arc<Self>, class: AddressClass) -> Option<Delayed> {
        let mut counts = lock(&self.0);
        let has_place = counts.all < IN_ALL
            && counts
                .by_address
                .take_within(&class, OF_ADDRESS, OF_NETWORK);
        has_place.then(|| {
            counts.all += 1;
            let delays = Arc::clone(self);
            Delayed { delays, class }
        })
    }
}

impl Drop for Delayed {
    fn drop(&mut self) {
        let mut counts = lock(&self.delays.0);
        counts.all -= 1;
        counts.by_address.give_back(&self.class);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Addresses;

    #[test]
    fn what_is_delayed_is_bounded_by_address_by_network_and_in_all() {
        let (delays, addresses) = (Arc::new(Delays::default()), Addresses::default());
        let mut places = Vec::new();
        // How many there are for addresses of a /24, one after another.
        let mut taken = |network: u8, addresses_of_it: u8| {
            let before = places.len();
            for last in 0..addresses_of_it {
                let class = addresses.class([192, 0, network, last].into());
                places.extend((0..1_000).map_while(|_| delays.take(class)));
            }
            places.len() - before
        };
        assert_eq!(taken(1, 1), OF_ADDRESS);
        assert_eq!(taken(2, 20), OF_NETWORK);
        let others: usize = (3..100).map(|network| taken(network, 1)).sum();
        assert_eq!(others, IN_ALL - OF_ADDRESS - OF_NETWORK);
        places.clear();
        assert_eq!(lock(&delays.0).all, 0);
        assert!(lock(&delays.0).by_address.is_empty());
    }
}
