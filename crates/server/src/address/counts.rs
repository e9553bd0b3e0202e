//! Counts something (such as connections) by network.

use std::collections::HashMap;

use giog_store::AddressRange;

use super::AddressClass;

/// How many there are from each network.
#[derive(Debug, Default)]
pub(crate) struct AddressCounts(HashMap<AddressRange, usize>);

impl AddressCounts {
    /// Counts one more from an address, of which each may have `most`. Returns false, and counts nothing, if that is too many for the
    /// address or a wider network.
    pub fn take(&mut self, class: &AddressClass, most: usize) -> bool {
        self.take_within(class, most, usize::MAX)
    }

    /// The same, but no network may have more than `share`, unless one address in it may have that many.
    pub fn take_within(&mut self, class: &AddressClass, most: usize, share: usize) -> bool {
        let has_room = self.has_room(class, most, share);
        if has_room {
            self.take_one(class);
        }
        has_room
    }

    /// Whether one more may be counted, as [`take_within`](Self::take_within) does.
    pub fn has_room(&self, class: &AddressClass, most: usize, share: usize) -> bool {
        let of_times = |times: u32| most.saturating_mul(times as usize);
        let alone = class
            .networks()
            .next()
            .map_or(0, |(_, times)| of_times(times));
        let full = |(network, times): (AddressRange, u32)| {
            let most = of_times(times).min(share.max(alone));
            self.of(network) >= most
        };
        !class.networks().any(full)
    }

    /// Counts one more.
    pub fn take_one(&mut self, class: &AddressClass) {
        for (network, _) in class.networks() {
            *self.0.entry(network).or_default() += 1;
        }
    }

    /// How many there are from a network.
    pub fn of(&self, network: AddressRange) -> usize {
        self.0.get(&network).copied().unwrap_or(0)
    }

    /// Counts one less.
    pub fn give_back(&mut self, class: &AddressClass) {
        for (network, _) in class.networks() {
            if let Some(count) = self.0.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    self.0.remove(&network);
                }
            }
        }
    }

    /// Whether nothing is counted.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::addresses;
    use super::*;

    /// How many are accepted, one after another, from addresses of this form, of which each may have two.
    fn taken(shared: &[&str], form: impl Fn(usize) -> String, tried: usize) -> usize {
        let (addresses, mut counts) = (addresses(shared), AddressCounts::default());
        let classes = (0..tried).map(|n| addresses.class(form(n).parse().expect("an address")));
        let taken: Vec<_> = classes.filter(|class| counts.take(class, 2)).collect();
        for class in &taken {
            counts.give_back(class);
        }
        assert!(counts.is_empty(), "everything is given back");
        taken.len()
    }

    #[test]
    fn nobody_has_more_by_having_more_addresses_of_a_network() {
        assert_eq!(taken(&[], |_| "192.0.2.7".to_owned(), 50), 2);
        assert_eq!(taken(&[], |n| format!("192.0.2.{n}"), 250), 32);
        assert_eq!(taken(&[], |n| format!("2001:db8::{n:x}"), 50), 2);
        assert_eq!(taken(&[], |n| format!("2001:db8:0:{n:x}::1"), 200), 8);
        assert_eq!(taken(&[], |n| format!("2001:db8:0:{n:x}00::1"), 200), 32);
        assert_eq!(taken(&[], |n| format!("2001:db8:{n:x}::1"), 50), 50);
    }

    #[test]
    fn many_who_share_an_address_have_more_of_it() {
        assert_eq!(taken(&["192.0.2.7"], |_| "192.0.2.7".to_owned(), 50), 32);
    }
}
