//! Rate limits from the settings, which may be read again.

use std::sync::{Arc, PoisonError, RwLock};

use governor::Quota;

use crate::live::Live;
use crate::settings::ServerLimits;

/// A limiter whose rate may change. A change resets it: everybody has a full burst again.
pub(crate) struct LiveRate<L> {
    /// The settings, and the rate in them; none for a rate that never changes.
    source: Option<(Live<ServerLimits>, RateOf)>,
    make: fn(Quota) -> L,
    made: RwLock<(Quota, Arc<L>)>,
}

/// A rate in the settings.
pub(crate) type RateOf = fn(&ServerLimits) -> Quota;

impl<L> LiveRate<L> {
    /// A rate that never changes.
    pub fn fixed(quota: Quota, make: fn(Quota) -> L) -> Self {
        Self {
            source: None,
            make,
            made: RwLock::new((quota, Arc::new(make(quota)))),
        }
    }

    /// A rate in these settings.
    pub fn of(limits: &Live<ServerLimits>, rate: RateOf, make: fn(Quota) -> L) -> Self {
        Self {
            source: Some((limits.clone(), rate)),
            ..Self::fixed(rate(limits), make)
        }
    }

    /// The limiter with the current rate.
    pub fn limiter(&self) -> Arc<L> {
        let (quota, limiter) = {
            let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
            (made.0, Arc::clone(&made.1))
        };
        let now = self.source.as_ref().map(|(limits, rate)| rate(limits));
        let Some(now) = now.filter(|now| *now != quota) else {
            return limiter;
        };
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        if made.0 != now {
            *made = (now, Arc::new((self.make)(now)));
        }
        Arc::clone(&made.1)
    }
}
