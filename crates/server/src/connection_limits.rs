//! How many connections there are, in all and from each address.
//!
//! A connection that comes straight from its client is counted by its address from the start. One from a trusted proxy
//! says only in its requests whom it is for, and several people may share it: there a WebSocket is counted when it is
//! opened, and the rest is the proxy's own.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::address::{AddressClass, AddressCounts, Addresses};

/// How many connections there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// In all.
    pub connections: usize,
    /// From one address.
    pub connections_per_address: usize,
}

/// How many connections are open.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    bounds: Bounds,
    addresses: Addresses,
    open: Mutex<Open>,
    /// There as long as a connection is.
    _alive: mpsc::Sender<()>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: AddressCounts,
}

/// A connection's permit; free again when the last clone of it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionPermit {
    held: Arc<(ByAddress, Option<InAll>)>,
}

#[derive(Debug)]
struct InAll(Arc<ConnectionLimits>);

#[derive(Debug)]
struct ByAddress {
    limits: Arc<ConnectionLimits>,
    /// Whose address is counted; nobody's for a proxy.
    class: Option<AddressClass>,
}

impl ConnectionLimits {
    /// Limits for so many connections. The receiver ends when all of them are free and this is dropped.
    pub fn new(bounds: Bounds, addresses: Addresses) -> (Arc<Self>, mpsc::Receiver<()>) {
        let (alive, ended) = mpsc::channel(1);
        let limits = Self {
            bounds,
            addresses,
            open: Mutex::default(),
            _alive: alive,
        };
        (Arc::new(limits), ended)
    }

    /// A permit for a connection from this address, which counts unless it is a proxy's; none if there is none left.
    pub fn take(self: &Arc<Self>, address: IpAddr, is_proxy: bool) -> Option<ConnectionPermit> {
        let counted = (!is_proxy).then(|| self.addresses.class(address));
        let mut open = self.open();
        if open.all >= self.bounds.connections {
            return None;
        }
        if let Some(class) = &counted {
            let most = self.bounds.connections_per_address;
            open.by_address.take(class, most).then_some(())?;
        }
        open.all += 1;
        Some(self.held(counted, Some(InAll(Arc::clone(self)))))
    }

    fn held(
        self: &Arc<Self>,
        class: Option<AddressClass>,
        in_all: Option<InAll>,
    ) -> ConnectionPermit {
        let by_address = ByAddress {
            limits: Arc::clone(self),
            class,
        };
        ConnectionPermit {
            held: Arc::new((by_address, in_all)),
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionPermit {
    /// A permit for a WebSocket of this client on the connection, to be kept beside the connection's own: one by address if
    /// that one is a proxy's, else the same again. None if that address has no permit left.
    pub fn for_client(&self, address: IpAddr) -> Option<Self> {
        let by_address = &self.held.0;
        if by_address.class.is_some() {
            return Some(self.clone());
        }
        let limits = &by_address.limits;
        let class = limits.addresses.class(address);
        let most = limits.bounds.connections_per_address;
        let taken = limits.open().by_address.take(&class, most);
        taken.then(|| limits.held(Some(class), None))
    }
}

impl Drop for InAll {
    fn drop(&mut self) {
        self.0.open().all -= 1;
    }
}

impl Drop for ByAddress {
    fn drop(&mut self) {
        if let Some(class) = &self.class {
            self.limits.open().by_address.give_back(class);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::tests::addresses;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn limits(connections: usize, connections_per_address: usize) -> Arc<ConnectionLimits> {
        let bounds = Bounds {
            connections,
            connections_per_address,
        };
        ConnectionLimits::new(bounds, addresses(&[])).0
    }

    #[test]
    fn an_address_has_so_many_connections_and_gets_their_places_back() {
        let (limits, there) = (limits(10, 2), address("192.0.2.1"));
        let first = limits.take(there, false).expect("a permit");
        let second = limits.take(there, false).expect("a permit");
        assert!(limits.take(there, false).is_none());
        assert!(limits.take(address("192.0.2.2"), false).is_some());
        drop(first.clone());
        assert!(limits.take(there, false).is_none(), "a clone holds it too");
        drop(first);
        assert!(limits.take(there, false).is_some());
        drop(second);
        assert_eq!(limits.open().all, 0);
        assert!(limits.open().by_address.is_empty());
    }

    #[test]
    fn a_websocket_straight_from_its_client_is_not_counted_twice() {
        let (limits, there) = (limits(10, 1), address("192.0.2.1"));
        let permit = limits.take(there, false).expect("a permit");
        let socket = permit.for_client(there).expect("the same permit");
        drop(permit);
        assert!(limits.take(there, false).is_none(), "the socket holds it");
        drop(socket);
        assert!(limits.take(there, false).is_some());
    }

    #[test]
    fn behind_a_proxy_sockets_are_counted_by_client_and_connections_only_in_all() {
        let (limits, proxy) = (limits(3, 1), address("10.0.0.1"));
        let pipes: Vec<ConnectionPermit> = (0..3)
            .map(|_| limits.take(proxy, true).expect("a permit"))
            .collect();
        assert!(limits.take(proxy, true).is_none(), "there are three in all");
        let lin = pipes[0].for_client(address("198.51.100.1"));
        assert!(lin.is_some());
        assert!(pipes[1].for_client(address("198.51.100.1")).is_none());
        assert!(pipes[1].for_client(address("198.51.100.2")).is_some());
        drop(lin);
        assert!(pipes[1].for_client(address("198.51.100.1")).is_some());
        drop(pipes);
        assert_eq!(limits.open().all, 0);
        assert!(limits.open().by_address.is_empty());
    }
}
