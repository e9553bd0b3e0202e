//! Whose turn it is to be sent: each push service has places of its own, so that no other one waits for it, whatever it does.
//!
//! A place is held for one request, never for a pause. Notifications that were tried before, and those to hosts that did not
//! answer last, have a part of the places at most: the others are for those that come newly to hosts that answer.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_rooms::WANTED_WAITING;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Requests to push services at a time, of which each service has the same share, and one at least.
const REQUESTS_AT_ONCE: usize = 64;
/// Requests to one push service at a time: it answers in some tenths of a second, so about a hundred a second.
const REQUESTS_PER_SERVICE: usize = 16;
/// One in so many places of a service may be taken by retries, and one in so many by requests to silent hosts.
const DOUBTFUL_PART: usize = 4;
/// Notifications of one service that wait for their first try: those of all who may wait to be notified, on a device each.
const WAITING_PER_SERVICE: usize = WANTED_WAITING;
/// Notifications of one service that wait for another try.
const RETRIES_PER_SERVICE: usize = 1_024;
/// Silent hosts of one service that are remembered, the latest ones: more than a service has hosts that answer.
const SILENT_HOSTS: usize = 256;

/// The places of all push services.
#[derive(Debug)]
pub(super) struct Places(Vec<ServicePlaces>);

/// Those of one push service, which may have many hosts.
#[derive(Debug)]
pub(super) struct ServicePlaces {
    requests: Semaphore,
    /// Which of these may be retries at a time.
    retries: Semaphore,
    /// Which of these may be to silent hosts at a time.
    doubtful: Semaphore,
    waiting: Semaphore,
    waiting_again: Semaphore,
    /// Hosts whose last request was not answered, the latest one last.
    silent: Mutex<VecDeque<String>>,
}

impl Places {
    /// For so many services.
    pub fn new(services: usize) -> Self {
        let share = REQUESTS_AT_ONCE / services.max(1);
        let requests = share.clamp(1, REQUESTS_PER_SERVICE);
        Self(
            (0..services)
                .map(|_| ServicePlaces::new(requests))
                .collect(),
        )
    }

    /// Those of the service with this number; none where there is no such service.
    pub fn of(&self, service: usize) -> Option<&ServicePlaces> {
        self.0.get(service)
    }
}

impl ServicePlaces {
    fn new(requests: usize) -> Self {
        let part = (requests / DOUBTFUL_PART).max(1);
        Self {
            requests: Semaphore::new(requests),
            retries: Semaphore::new(part),
            doubtful: Semaphore::new(part),
            waiting: Semaphore::new(WAITING_PER_SERVICE),
            waiting_again: Semaphore::new(RETRIES_PER_SERVICE),
            silent: Mutex::default(),
        }
    }

    /// Has a notification wait for its first try; none where too many do.
    pub fn wait(&self) -> Option<Waiting<'_>> {
        let listed = self.waiting.try_acquire().ok()?;
        Some(Waiting {
            service: self,
            listed,
            is_retry: false,
        })
    }

    /// A host answered, or did not.
    pub fn heard(&self, host: &str, answered: bool) {
        let mut silent = self.silent();
        silent.retain(|other| other != host);
        if !answered {
            if silent.len() == SILENT_HOSTS {
                silent.pop_front();
            }
            silent.push_back(host.to_owned());
        }
    }

    fn is_silent(&self, host: &str) -> bool {
        self.silent().iter().any(|other| other == host)
    }

    fn silent(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A notification that is being sent, or waits for that.
#[derive(Debug)]
pub(super) struct Waiting<'a> {
    service: &'a ServicePlaces,
    listed: SemaphorePermit<'a>,
    is_retry: bool,
}

/// A place for one request; free again when it is dropped.
#[derive(Debug)]
pub(super) struct Place<'a> {
    _doubtful: Option<SemaphorePermit<'a>>,
    _retry: Option<SemaphorePermit<'a>>,
    _request: SemaphorePermit<'a>,
}

impl<'a> Waiting<'a> {
    /// Waits for another try from now on, and leaves its place in the list to others that wait for their first; false where too many
    /// wait for another try already.
    pub fn again(&mut self) -> bool {
        if !self.is_retry {
            let Ok(listed) = self.service.waiting_again.try_acquire() else {
                return false;
            };
            self.listed = listed;
            self.is_retry = true;
        }
        true
    }

    /// A place for a request to this host.
    pub async fn place(&self, host: &str) -> Place<'a> {
        let service = self.service;
        loop {
            let doubtful = acquire_if(service.is_silent(host), &service.doubtful).await;
            let retry = acquire_if(self.is_retry, &service.retries).await;
            let request = acquire(&service.requests).await;
            // It may have fallen silent while others were before this one.
            if doubtful.is_some() || !service.is_silent(host) {
                return Place {
                    _doubtful: doubtful,
                    _retry: retry,
                    _request: request,
                };
            }
        }
    }
}

async fn acquire_if(needed: bool, semaphore: &Semaphore) -> Option<SemaphorePermit<'_>> {
    if needed {
        Some(acquire(semaphore).await)
    } else {
        None
    }
}

async fn acquire(semaphore: &Semaphore) -> SemaphorePermit<'_> {
    semaphore.acquire().await.expect("it is never closed")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    /// How many requests to this host find a place at once, which they keep.
    fn fill<'a>(waiting: &Waiting<'a>, host: &str) -> Vec<Place<'a>> {
        std::iter::from_fn(|| waiting.place(host).now_or_never()).collect()
    }

    #[test]
    fn all_services_together_have_their_places_and_none_has_those_of_another() {
        for (services, each) in [(1, 16), (4, 16), (5, 12), (64, 1), (100, 1)] {
            let places = Places::new(services);
            let taken: Vec<_> = places
                .0
                .iter()
                .map(|service| fill(&service.wait().expect("a place in the list"), "a"))
                .collect();
            assert!(taken.iter().all(|taken| taken.len() == each), "{services}");
            assert!(places.of(services).is_none());
        }
    }

    #[test]
    fn retries_have_a_part_of_the_places_and_first_tries_all_others() {
        let service = ServicePlaces::new(16);
        let (first, mut again) = (service.wait().expect("one"), service.wait().expect("two"));
        assert!(again.again() && again.again());
        let retries = fill(&again, "a");
        assert_eq!(retries.len(), 4);
        assert_eq!(fill(&first, "a").len(), 12);
    }

    #[test]
    fn hosts_that_do_not_answer_leave_most_places_to_those_that_do() {
        let service = ServicePlaces::new(16);
        let waiting = service.wait().expect("one");
        for host in ["b", "c", "d"] {
            service.heard(host, false);
        }
        let silent = ["b", "c", "d"].map(|host| fill(&waiting, host));
        assert_eq!(silent.iter().map(Vec::len).sum::<usize>(), 4);
        assert_eq!(fill(&waiting, "a").len(), 12);
        // It answers to one of those.
        service.heard("c", true);
        assert_eq!(fill(&waiting, "c").len(), 12);
        assert_eq!(fill(&waiting, "b").len(), 0);
    }

    #[tokio::test]
    async fn who_waited_when_a_host_fell_silent_takes_no_more_places_than_who_comes_later() {
        let service = ServicePlaces::new(4);
        let waiting = service.wait().expect("one");
        let taken = fill(&waiting, "a");
        assert_eq!(taken.len(), 4);
        let mut next: Vec<_> = (0..3).map(|_| Box::pin(waiting.place("a"))).collect();
        for one in &mut next {
            assert!(one.now_or_never().is_none());
        }
        service.heard("a", false);
        drop(taken);
        let kept: Vec<_> = next
            .iter_mut()
            .filter_map(FutureExt::now_or_never)
            .collect();
        assert_eq!(kept.len(), 1);
        assert_eq!(fill(&waiting, "b").len(), 3);
    }

    #[test]
    fn what_waits_and_what_is_remembered_is_bounded() {
        let service = ServicePlaces::new(16);
        let mut all: Vec<_> = std::iter::from_fn(|| service.wait()).collect();
        assert_eq!(all.len(), WAITING_PER_SERVICE);
        let again = all.iter_mut().filter_map(|one| one.again().then_some(()));
        assert_eq!(again.count(), RETRIES_PER_SERVICE);
        // Those are not in the way of new ones.
        let new: Vec<_> = std::iter::from_fn(|| service.wait()).collect();
        assert_eq!(new.len(), RETRIES_PER_SERVICE);
        for number in 0..2 * SILENT_HOSTS {
            service.heard(&number.to_string(), false);
        }
        assert_eq!(service.silent().len(), SILENT_HOSTS);
        assert!(!service.is_silent("0"));
        let last = 2 * SILENT_HOSTS - 1;
        assert!(service.is_silent(&last.to_string()));
    }
}
