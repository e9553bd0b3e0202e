//! Buckets by key, and by the networks that an address is in.

use std::collections::HashMap;
use std::hash::Hash;

use giog_store::AddressRange;

use super::{Bucket, Refill};
use crate::address::{AddressClass, MAX_WIDTHS, TIMES};

/// The least number of keys at which those with full buckets are removed.
const KEYS: usize = 4_096;

/// `N` buckets for each key.
#[derive(Debug)]
pub(crate) struct Buckets<K, const N: usize> {
    /// How they refill at this moment.
    pub refills: [Refill; N],
    by_key: HashMap<K, [Bucket; N]>,
    /// The number of keys at which those with full buckets are removed.
    forget_at: usize,
}

impl<K: Eq + Hash, const N: usize> Buckets<K, N> {
    pub fn new(refills: [Refill; N]) -> Self {
        Self {
            refills,
            by_key: HashMap::new(),
            forget_at: KEYS,
        }
    }

    /// The buckets of a key; full ones if it has none.
    pub fn of(&mut self, key: K, now_ms: u64) -> &mut [Bucket; N] {
        let refills = self.refills;
        if self.by_key.len() >= self.forget_at {
            self.by_key.retain(|_, buckets| {
                let mut all = buckets.iter_mut().zip(refills);
                !all.all(|(bucket, refill)| bucket.is_full(refill, now_ms))
            });
            // Searching all of them again is worthwhile only when their number has doubled.
            self.forget_at = KEYS.max(self.by_key.len() * 2);
        }
        let full = || refills.map(|refill| Bucket::full(refill, now_ms));
        self.by_key.entry(key).or_insert_with(full)
    }
}

/// `N` buckets for each network: some with those of one address, wider ones with a multiple of them.
#[derive(Debug)]
pub(crate) struct NetworkBuckets<const N: usize>([Buckets<AddressRange, N>; MAX_WIDTHS]);

/// The buckets of each network of one address, and how they refill; the narrowest network first.
pub(super) type Found<'a, const N: usize> =
    [Option<([Refill; N], &'a mut [Bucket; N])>; MAX_WIDTHS];

impl<const N: usize> NetworkBuckets<N> {
    /// With these refills for one address.
    pub fn new(refills: [Refill; N]) -> Self {
        Self(TIMES.map(|times| Buckets::new(refills.map(|refill| refill.multiplied(times)))))
    }

    /// From now on they refill like this.
    pub fn set_refills(&mut self, refills: [Refill; N]) {
        for (buckets, times) in self.0.iter_mut().zip(TIMES) {
            buckets.refills = refills.map(|refill| refill.multiplied(times));
        }
    }

    /// Those of these networks; each is looked up once.
    pub fn find(&mut self, class: AddressClass, now_ms: u64) -> Found<'_, N> {
        let mut by_times = self.0.iter_mut().zip(TIMES);
        std::array::from_fn(|_| {
            let (buckets, times) = by_times.next()?;
            let refills = buckets.refills;
            Some((refills, buckets.of(class.of_times(times)?, now_ms)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_have_been_quiet_are_forgotten() {
        let refill = Refill {
            per_second: 1_000,
            burst: 1_000,
        };
        let mut buckets = Buckets::new([refill]);
        for n in 0..u64::from(u32::try_from(KEYS * 4).expect("a few thousand")) {
            // One key comes each millisecond, and its bucket is full in the next.
            let [bucket] = buckets.of(n, n);
            bucket.charge(refill, 1, n);
            assert!(buckets.by_key.len() <= KEYS);
        }
    }
}
