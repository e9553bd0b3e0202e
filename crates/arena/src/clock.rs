//! A clock, as a parameter: nothing but the times that are shown depends on it.

use std::fmt::Debug;
use std::time::Duration;

/// Measures how long engines take.
pub trait Clock: Debug + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}
