//! Limits of open connections, in all and from each address.
//!
//! A direct connection is counted for its address from the start. A connection from a trusted proxy names its clients only in its
//! requests, and several clients may share it: there, only WebSockets are counted, when they are opened; the connection itself counts
//! only in the total.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::address::{AddressClass, AddressCounts, Addresses};
use crate::live::Live;
use crate::settings::ServerLimits;

/// A network of any prefix length may have at most this fraction (1 / 5) of all connections, so that a few networks cannot use up all of
/// them: more than several clubs of fifty need. A single address may still have as many as the settings allow.
const SHARE_OF_NETWORK: usize = 5;

/// The last part (1 / 5) of all connections is kept for networks that have fewer than one address may have, so that a few networks together
/// cannot use up all of them either.
const KEPT_SHARE: usize = 5;

/// The limits of open connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// In all.
    pub connections: usize,
    /// From one address.
    pub connections_per_address: usize,
}

/// The open connections.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    bounds: BoundsNow,
    addresses: Addresses,
    open: Mutex<Open>,
    /// Exists as long as the connection.
    _alive: mpsc::Sender<()>,
}

/// The limits at any moment.
#[derive(Clone, Debug)]
pub(crate) enum BoundsNow {
    /// They never change.
    Fixed(Bounds),
    /// Those in the settings.
    Set(Live<ServerLimits>),
}

impl BoundsNow {
    fn now(&self) -> Bounds {
        match self {
            Self::Fixed(bounds) => *bounds,
            Self::Set(limits) => Bounds {
                connections: limits.connections,
                connections_per_address: limits.connections_per_address,
            },
        }
    }
}

impl Bounds {
    /// Counts one more from an address, if it may have one when there are so many in all.
    fn take(self, all: usize, counts: &mut AddressCounts, class: &AddressClass) -> bool {
        let share = self.connections / SHARE_OF_NETWORK;
        let is_kept = all >= self.connections - self.connections / KEPT_SHARE;
        // An address that many share may have as many as the operator gave it.
        let of_one = class
            .networks()
            .next()
            .map_or(1, |(_, times)| times as usize);
        let few = self.connections_per_address.saturating_mul(of_one);
        if is_kept
            && class
                .networks()
                .any(|(network, _)| counts.of(network) >= few)
        {
            return false;
        }
        counts.take_within(class, self.connections_per_address, share)
    }
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: AddressCounts,
}

/// The permit of a connection. It is returned when its last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionPermit {
    held: Arc<(ByAddress, Option<InAll>)>,
}

#[derive(Debug)]
struct InAll(Arc<ConnectionLimits>);

#[derive(Debug)]
struct ByAddress {
    limits: Arc<ConnectionLimits>,
    /// The address for which it is counted; none for a proxy.
    class: Option<AddressClass>,
}

impl ConnectionLimits {
    /// Limits for so many connections. The receiver is closed when all permits are returned and this is dropped.
    pub fn new(bounds: BoundsNow, addresses: Addresses) -> (Arc<Self>, mpsc::Receiver<()>) {
        let (alive, ended) = mpsc::channel(1);
        let limits = Self {
            bounds,
            addresses,
            open: Mutex::default(),
            _alive: alive,
        };
        (Arc::new(limits), ended)
    }

    /// A permit for a connection from this address. A proxy's is not counted for an address. None if there is none left.
    pub fn take(self: &Arc<Self>, address: IpAddr, is_proxy: bool) -> Option<ConnectionPermit> {
        let counted = (!is_proxy).then(|| self.addresses.class(address));
        let bounds = self.bounds.now();
        let mut open = self.open();
        if open.all >= bounds.connections {
            return None;
        }
        if let Some(class) = &counted {
            let all = open.all;
            let taken = self.bounds.now().take(all, &mut open.by_address, class);
            taken.then_some(())?;
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
    /// A permit for a WebSocket of this client, to be kept in addition to the connection's own. If the connection is a proxy's, it is
    /// counted for the client's address; otherwise it is a clone. None if that address has no permit left.
    pub fn for_client(&self, address: IpAddr) -> Option<Self> {
        let by_address = &self.held.0;
        if by_address.class.is_some() {
            return Some(self.clone());
        }
        let limits = &by_address.limits;
        let class = limits.addresses.class(address);
        let mut open = limits.open();
        // The connection itself is counted already.
        let others = open.all - 1;
        let taken = limits
            .bounds
            .now()
            .take(others, &mut open.by_address, &class);
        drop(open);
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
        let bounds = BoundsNow::Fixed(Bounds {
            connections,
            connections_per_address,
        });
        ConnectionLimits::new(bounds, addresses(&["198.51.100.7"])).0
    }

    /// How many permits there are for connections, one after another, from addresses of this form.
    fn permits(limits: &Arc<ConnectionLimits>, form: impl Fn(usize) -> String) -> usize {
        let take = |n| limits.take(address(&form(n)), false);
        let permits: Vec<_> = (0..250).map_while(take).collect();
        permits.len()
    }

    #[test]
    fn no_network_has_more_than_a_share_of_all_connections() {
        let limits = limits(100, 10);
        assert_eq!(permits(&limits, |_| "192.0.2.1".to_owned()), 10);
        assert_eq!(permits(&limits, |n| format!("192.0.2.{n}")), 20);
        let narrow = |n| format!("2001:db8:0:{n:x}::1");
        assert_eq!(permits(&limits, narrow), 20, "a /56");
        let wide = |n| format!("2001:db8:0:{n:x}00::1");
        assert_eq!(permits(&limits, wide), 20, "a /48");
        let proxy = limits.take(address("10.0.0.1"), true);
        let proxy = proxy.expect("a permit");
        let socket = |n| proxy.for_client(address(&format!("192.0.2.{n}")));
        let sockets: Vec<_> = (0..250).map_while(socket).collect();
        assert_eq!(sockets.len(), 20, "sockets behind a proxy");
    }

    #[test]
    fn a_few_networks_together_leave_connections_to_others() {
        let limits = limits(1_000, 20);
        let mut held = Vec::new();
        // Networks with as many addresses as they like take what they can.
        for network in 0..10 {
            let of_it = |n| limits.take(address(&format!("198.18.{network}.{n}")), false);
            held.extend((0..250).filter_map(|n| of_it(n % 250)));
        }
        assert!(held.len() < 1_000, "nothing is left");
        let newcomer = |n: usize| format!("203.0.{n}.1");
        for n in 0..5 {
            assert_eq!(permits(&limits, |_| newcomer(n)), 20, "of one address");
        }
        let proxy = limits.take(address("10.0.0.1"), true);
        let proxy = proxy.expect("a permit");
        assert!(proxy.for_client(address("203.0.113.7")).is_some());
        assert!(proxy.for_client(address("198.18.0.7")).is_none());
    }

    #[test]
    fn one_address_has_as_many_connections_as_the_settings_say() {
        let one = |limits| permits(&limits, |_| "192.0.2.1".to_owned());
        assert_eq!(one(limits(100, 50)), 50);
        assert_eq!(one(limits(100, 1_000)), 100);
        let network = permits(&limits(100, 50), |n| format!("192.0.2.{n}"));
        assert_eq!(network, 50, "as many as one address of it");
        let shared = permits(&limits(100, 5), |_| "198.51.100.7".to_owned());
        assert_eq!(shared, 80, "the operator says that many share it");
    }

    #[test]
    fn an_address_has_so_many_connections_and_gets_their_places_back() {
        let (limits, there) = (limits(100, 2), address("192.0.2.1"));
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
        assert!(pipes[1].for_client(address("203.0.113.1")).is_some());
        drop(lin);
        assert!(pipes[1].for_client(address("198.51.100.1")).is_some());
        drop(pipes);
        assert_eq!(limits.open().all, 0);
        assert!(limits.open().by_address.is_empty());
    }
}
