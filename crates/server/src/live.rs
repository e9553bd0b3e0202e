//! Values that may be replaced while they are in use: settings that are read again.

use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

/// A value that may be replaced. Clones share it. A read returns the current value, and neither reads nor replacements wait long.
///
/// Replaced values stay in memory, because a reader may still use them: some hundred bytes for each change by the operator.
#[derive(Debug)]
pub struct Live<T: 'static>(Arc<RwLock<&'static T>>);

impl<T> Live<T> {
    /// The current value.
    pub fn now(&self) -> &'static T {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the value.
    pub fn replace(&self, value: T) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Box::leak(Box::new(value));
    }
}

impl<T> From<T> for Live<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(RwLock::new(Box::leak(Box::new(value)))))
    }
}

impl<T: Clone> From<Arc<T>> for Live<T> {
    fn from(value: Arc<T>) -> Self {
        Arc::unwrap_or_clone(value).into()
    }
}

impl<T> Clone for Live<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Live<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_who_share_a_value_have_the_new_one_and_who_reads_the_old_one_may_go_on() {
        let value = Live::from("old".to_owned());
        let (shared, read) = (value.clone(), value.now());
        value.replace("new".to_owned());
        assert_eq!((shared.as_str(), read.as_str()), ("new", "old"));
    }
}
