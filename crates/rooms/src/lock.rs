//! Locks of tables that tasks share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a table even if a task has panicked while it had the lock: every change of these tables is atomic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
