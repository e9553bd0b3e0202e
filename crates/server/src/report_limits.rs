//! How many reports strangers may write: each is kept for months, with the chat of its room.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::cost::{AddressRate, Costs, OverallRate, Rate};

/// Reports from one address per hour, also as a burst: enough for a club of fifty where everybody is angry, and a list that the operator
/// can still read.
const PER_HOUR: NonZeroU32 = NonZeroU32::new(60).expect("not zero");
/// Reports from one address per hour, also as a burst, that count as its first few: those of one person at a table. They are taken as long
/// as there is capacity for anybody.
const FIRST_PER_HOUR: NonZeroU32 = NonZeroU32::new(5).expect("not zero");
/// Reports from all addresses per hour, also as a burst: a hundred tables at which something happens. With all the chat that a report can
/// have, they are about 10 MiB.
const ALL_PER_HOUR: NonZeroU32 = NonZeroU32::new(300).expect("not zero");
/// Beyond their first few, all addresses together get half of these; the other half is reserved for first few ones of other addresses.
const MORE_PER_HOUR: NonZeroU32 = NonZeroU32::new(ALL_PER_HOUR.get() / 2).expect("not zero");

/// The rate limits of reports: by address, because guests can be created freely, and in all.
#[derive(Debug)]
pub(crate) struct ReportLimits {
    by_address: AddressRate,
    first: AddressRate,
    more: OverallRate,
    all: OverallRate,
}

/// Why there may be no report now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooMany {
    /// This address made too many; it may make another one after this time.
    Here(Duration),
    /// All addresses together did.
    Everywhere(Duration),
}

impl ReportLimits {
    /// Limits without any report.
    pub fn new(costs: &Costs) -> Self {
        Self {
            by_address: AddressRate::by_address(costs, |_| Rate::per_hour(PER_HOUR)),
            first: AddressRate::by_address(costs, |_| Rate::per_hour(FIRST_PER_HOUR)),
            more: OverallRate::of_all(costs, |_| Rate::per_hour(MORE_PER_HOUR)),
            all: OverallRate::of_all(costs, |_| Rate::per_hour(ALL_PER_HOUR)),
        }
    }

    /// Counts a report from this address.
    pub fn admit(&self, address: IpAddr) -> Result<(), TooMany> {
        self.by_address.admit(address).map_err(TooMany::Here)?;
        self.all.take().map_err(TooMany::Everywhere)?;
        if self.first.admit(address).is_ok() {
            return Ok(());
        }
        let more = self.more.take().inspect_err(|_| self.all.give_back());
        more.map_err(TooMany::Everywhere)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::meter::tests::costs;
    use crate::settings::ServerLimits;

    /// Limits on the paused clock of the test's runtime.
    fn limits() -> ReportLimits {
        ReportLimits::new(&costs(ServerLimits::default()))
    }

    /// How many of these many reports are taken from each of these addresses, one address after the other.
    fn taken(limits: &ReportLimits, addresses: std::ops::Range<u8>, tried: usize) -> Vec<usize> {
        let of_one = |number| {
            // Each in a network of its own.
            let address = IpAddr::from([10, number, 0, 1]);
            (0..tried).filter(|_| limits.admit(address).is_ok()).count()
        };
        addresses.map(of_one).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn ten_addresses_that_report_without_end_leave_others_theirs() {
        let limits = limits();
        let by_ten: usize = taken(&limits, 0..10, 100).into_iter().sum();
        // Their first few, and half of all; the machine may be so slow that one more is due.
        assert!((200..=210).contains(&by_ten), "{by_ten}");
        assert_eq!(taken(&limits, 10..20, 5), [5; 10], "others have theirs");
        let by_all: usize = taken(&limits, 20..250, 60).into_iter().sum();
        assert!(by_ten + 50 + by_all <= 310, "{by_all} more");
    }

    #[tokio::test(start_paused = true)]
    async fn a_report_that_is_refused_because_of_all_others_uses_up_no_first_one() {
        let limits = limits();
        taken(&limits, 0..100, 20);
        let late = IpAddr::from([10, 200, 0, 1]);
        // The machine may be so slow that some are due.
        let refused = (0..20).filter(|_| limits.admit(late).is_err()).count();
        assert!(refused > 10, "{refused}");
        let first = FIRST_PER_HOUR.get() as usize;
        let left = (0..first).filter(|_| limits.first.admit(late).is_ok());
        assert!(left.count() + 20 - refused >= first);
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_has_sixty_an_hour_and_is_told_how_long_to_wait() {
        let limits = limits();
        let taken = taken(&limits, 0..1, 60);
        assert_eq!(taken, [60]);
        let refused = limits.admit(IpAddr::from([10, 0, 0, 1]));
        assert!(
            matches!(refused, Err(TooMany::Here(wait)) if wait <= Duration::from_mins(1)),
            "{refused:?}"
        );
    }
}
