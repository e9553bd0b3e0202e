//! An answer that is the same for everybody, and is made anew only after a while.

use std::sync::Arc;

use giog_rooms::Now;
use tokio::sync::Mutex;

/// A value with the time until which it is used again.
#[derive(Debug)]
pub(crate) struct Cached<T> {
    /// How long it is used, in milliseconds.
    lasts_ms: u64,
    made: Mutex<Option<Made<T>>>,
}

#[derive(Debug)]
struct Made<T> {
    /// When it is made anew, on the monotonic clock.
    due_ms: u64,
    value: Arc<T>,
}

impl<T> Cached<T> {
    /// None yet; later it lasts so long.
    pub(crate) const fn for_ms(lasts_ms: u64) -> Self {
        Self {
            lasts_ms,
            made: Mutex::const_new(None),
        }
    }

    /// The value. Whoever asks first after it has lasted makes it, and others wait for that: it is never made twice at the same time. If that
    /// fails nothing is kept, and the next one tries again.
    pub(crate) async fn get<E>(
        &self,
        now: Now,
        compute: impl AsyncFnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut made = self.made.lock().await;
        if let Some(made) = made.as_ref().filter(|made| now.mono_ms < made.due_ms) {
            return Ok(Arc::clone(&made.value));
        }
        let value = Arc::new(compute().await?);
        *made = Some(Made {
            due_ms: now.mono_ms.saturating_add(self.lasts_ms),
            value: Arc::clone(&value),
        });
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::Timestamp;

    use super::*;

    fn at(mono_ms: u64) -> Now {
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(0),
        }
    }

    #[tokio::test]
    async fn a_value_is_made_once_until_it_has_lasted_and_not_kept_if_that_fails() {
        let cached = Cached::for_ms(1_000);
        let get = async |now, value: Result<u32, ()>| cached.get(now, async || value).await;
        assert_eq!(get(at(0), Err(())).await, Err(()));
        assert_eq!(get(at(1), Ok(1)).await.as_deref(), Ok(&1));
        assert_eq!(get(at(1_000), Ok(2)).await.as_deref(), Ok(&1));
        assert_eq!(get(at(1_001), Err(())).await, Err(()));
        assert_eq!(get(at(1_001), Ok(2)).await.as_deref(), Ok(&2));
    }
}
