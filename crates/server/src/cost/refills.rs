//! The budgets that the settings give.

use std::num::NonZeroU32;

use super::{Rate, Refill};
use crate::settings::ServerLimits;

impl ServerLimits {
    /// What one connection may cost.
    pub(crate) fn connection_cost(&self) -> Refill {
        refill(self.connection_cost_per_second, self.connection_cost_burst)
    }

    /// What one person may cost.
    pub(crate) fn person_cost(&self) -> Refill {
        refill(self.person_cost_per_second, self.person_cost_burst)
    }

    /// What one address may cost.
    pub(crate) fn address_cost(&self) -> Refill {
        refill(self.address_cost_per_second, self.address_cost_burst)
    }

    /// The requests that may come over one connection.
    pub(crate) fn requests(&self) -> Rate {
        Rate::per_second(self.requests_per_second).allow_burst(self.requests_burst)
    }

    /// The bytes that may come over one connection.
    pub(crate) fn received_bytes(&self) -> Refill {
        refill(self.received_bytes_per_second, self.received_bytes_burst)
    }
}

fn refill(per_second: NonZeroU32, burst: NonZeroU32) -> Refill {
    Refill {
        per_second: per_second.get().into(),
        burst: burst.get().into(),
    }
}
