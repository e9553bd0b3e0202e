//! Slots (*places*) for requests to push services. Each push service has its own, so that a slow one does not delay others.
//!
//! A slot is held for one request, never during a pause. Only a part of the slots may be used for repeated notifications, and only a part
//! for doubtful hosts: those that are not among the hosts that last accepted notifications. The same part of the waiting lists is for
//! doubtful hosts. The rest is for hosts that accept notifications, however many other hosts clients name.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_rooms::WANTED_WAITING;
use tokio::select;
use tokio::sync::{Notify, Semaphore, SemaphorePermit};

/// Simultaneous requests to all push services; each service has an equal share.
const REQUESTS_AT_ONCE: usize = 64;
/// Simultaneous requests to one push service. With answers in some tenths of a second these are about a hundred a second.
const REQUESTS_PER_SERVICE: usize = 16;
/// The least share of a service: with fewer slots, its doubtful hosts could use all of them.
const LEAST_REQUESTS_PER_SERVICE: usize = 2;
/// The fraction (1 / 4) of a service's slots that repeated notifications may use, the fraction that doubtful hosts may use (at least one
/// slot each), and the fraction of the waiting lists that doubtful hosts may use.
const DOUBTFUL_PART: usize = 4;
/// Notifications of one service that may wait for their first attempt: one device of everybody who may be in the queue of people to
/// notify.
const WAITING_PER_SERVICE: usize = WANTED_WAITING;
/// Notifications of one service that may wait for a further attempt.
const RETRIES_PER_SERVICE: usize = 1_024;
/// Hosts of one service that are remembered as accepting notifications, the latest ones: more than a service has.
const KNOWN_HOSTS: usize = 256;

/// The slots of all push services.
#[derive(Debug)]
pub(super) struct PushSlots(Vec<ServiceSlots>);

/// The slots of one push service, which may have many hosts.
#[derive(Debug)]
pub(super) struct ServiceSlots {
    requests: Semaphore,
    /// How many of the slots may be used for repeated notifications.
    retries: Semaphore,
    /// How many of the slots may be used for doubtful hosts.
    doubtful: Semaphore,
    waiting: List,
    waiting_again: List,
    /// Hosts that accepted a notification and have answered all requests since; the one that accepted one last is at the end.
    known: Mutex<VecDeque<String>>,
    /// Wakes those who wait for a doubtful host when a host becomes known.
    became_known: Notify,
}

impl PushSlots {
    /// The slots of so many services.
    pub fn new(services: usize) -> Self {
        let share = REQUESTS_AT_ONCE / services.max(1);
        let requests = share.clamp(LEAST_REQUESTS_PER_SERVICE, REQUESTS_PER_SERVICE);
        Self((0..services).map(|_| ServiceSlots::new(requests)).collect())
    }

    /// The slots of the service with this number; none if there is no such service.
    pub fn of(&self, service: usize) -> Option<&ServiceSlots> {
        self.0.get(service)
    }
}

impl ServiceSlots {
    fn new(requests: usize) -> Self {
        let part = (requests / DOUBTFUL_PART).max(1);
        Self {
            requests: Semaphore::new(requests),
            retries: Semaphore::new(part),
            doubtful: Semaphore::new(part),
            waiting: List::new(WAITING_PER_SERVICE),
            waiting_again: List::new(RETRIES_PER_SERVICE),
            known: Mutex::default(),
            became_known: Notify::new(),
        }
    }

    /// Puts a notification to this host into the list for first attempts; none if the list is full.
    pub fn wait<'a>(&'a self, host: &'a str) -> Option<Waiting<'a>> {
        let listed = self.waiting.enter(self.is_doubtful(host))?;
        Some(Waiting {
            service: self,
            host,
            listed,
            is_retry: false,
        })
    }

    /// Notes that a host accepted a notification (true), or did not answer (false).
    pub fn heard(&self, host: &str, took: bool) {
        let became_known = {
            let mut known = self.known();
            let before = known.len();
            known.retain(|other| other != host);
            let was_known = known.len() < before;
            if took {
                if known.len() == KNOWN_HOSTS {
                    known.pop_front();
                }
                known.push_back(host.to_owned());
            }
            took && !was_known
        };
        if became_known {
            self.became_known.notify_waiters();
        }
    }

    fn is_doubtful(&self, host: &str) -> bool {
        self.known().iter().all(|other| other != host)
    }

    fn known(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot for doubtful hosts; none as soon as this host is not doubtful any more.
    async fn place_while_doubtful(&self, host: &str) -> Option<SemaphorePermit<'_>> {
        let mut place = pin!(acquire(&self.doubtful));
        loop {
            // Subscribed before the check, so that no change after it is missed.
            let became_known = self.became_known.notified();
            if !self.is_doubtful(host) {
                return None;
            }
            select! {
                place = &mut place => return Some(place),
                () = became_known => {}
            }
        }
    }
}

/// A list of notifications that wait for an attempt.
#[derive(Debug)]
struct List {
    all: Semaphore,
    /// How many entries may be to doubtful hosts.
    doubtful: Semaphore,
}

impl List {
    fn new(most: usize) -> Self {
        Self {
            all: Semaphore::new(most),
            doubtful: Semaphore::new(most / DOUBTFUL_PART),
        }
    }

    /// Takes an entry of the list; none if the list is full.
    fn enter(&self, is_doubtful: bool) -> Option<Listed<'_>> {
        let mut listed = Listed {
            list: self,
            doubtful: None,
            _among_all: self.all.try_acquire().ok()?,
        };
        listed.set_doubtful(is_doubtful).then_some(listed)
    }
}

/// An entry of a list. It is freed when this is dropped.
#[derive(Debug)]
struct Listed<'a> {
    list: &'a List,
    doubtful: Option<SemaphorePermit<'a>>,
    _among_all: SemaphorePermit<'a>,
}

impl Listed<'_> {
    /// Counts the entry as one to a doubtful host, or not, from now on. False if there are too many to doubtful hosts.
    fn set_doubtful(&mut self, is_doubtful: bool) -> bool {
        if !is_doubtful {
            self.doubtful = None;
        } else if self.doubtful.is_none() {
            self.doubtful = self.list.doubtful.try_acquire().ok();
            return self.doubtful.is_some();
        }
        true
    }
}

/// A notification that is being sent, or waits for that.
#[derive(Debug)]
pub(super) struct Waiting<'a> {
    service: &'a ServiceSlots,
    host: &'a str,
    listed: Listed<'a>,
    is_retry: bool,
}

/// A slot for one request. It is freed when this is dropped.
#[derive(Debug)]
pub(super) struct Place<'a> {
    _doubtful: Option<SemaphorePermit<'a>>,
    _retry: Option<SemaphorePermit<'a>>,
    _request: SemaphorePermit<'a>,
}

impl<'a> Waiting<'a> {
    /// Notes that its host accepted the notification (true), or did not answer (false).
    pub fn heard(&self, took: bool) {
        self.service.heard(self.host, took);
    }

    /// Moves to the list for further attempts, which frees the entry in the list for first attempts. False if that list is full.
    pub fn again(&mut self) -> bool {
        if !self.is_retry {
            let service = self.service;
            let is_doubtful = service.is_doubtful(self.host);
            let Some(listed) = service.waiting_again.enter(is_doubtful) else {
                return false;
            };
            self.listed = listed;
            self.is_retry = true;
        }
        true
    }

    /// Waits for a slot for a request. None if the host has become doubtful and too many wait for such hosts.
    pub async fn place(&mut self) -> Option<Place<'a>> {
        let (service, host) = (self.service, self.host);
        loop {
            let is_doubtful = service.is_doubtful(host);
            if !self.listed.set_doubtful(is_doubtful) {
                return None;
            }
            let mut doubtful = None;
            if is_doubtful {
                doubtful = service.place_while_doubtful(host).await;
                if doubtful.is_none() {
                    continue;
                }
            }
            let retry = acquire_if(self.is_retry, &service.retries).await;
            let request = acquire(&service.requests).await;
            // The host may have become doubtful while this waited.
            if doubtful.is_some() || !service.is_doubtful(host) {
                return Some(Place {
                    _doubtful: doubtful,
                    _retry: retry,
                    _request: request,
                });
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
    use futures_util::future::BoxFuture;

    use super::*;

    /// A service with so many slots, and hosts that are known to accept notifications.
    fn service(requests: usize, known: &[&str]) -> ServiceSlots {
        let service = ServiceSlots::new(requests);
        for host in known {
            service.heard(host, true);
        }
        service
    }

    /// Takes slots for this host as long as there are some.
    fn fill<'a>(service: &'a ServiceSlots, host: &'a str) -> Vec<Place<'a>> {
        fill_for(&mut service.wait(host).expect("a place in the list"))
    }

    fn fill_for<'a>(waiting: &mut Waiting<'a>) -> Vec<Place<'a>> {
        std::iter::from_fn(|| waiting.place().now_or_never().flatten()).collect()
    }

    /// Takes entries of the list as long as there are some.
    fn fill_list<'a>(service: &'a ServiceSlots, host: &'a str) -> Vec<Waiting<'a>> {
        std::iter::from_fn(|| service.wait(host)).collect()
    }

    /// Futures for slots of these notifications, none of which has one yet.
    fn places_to_come<'w, 'a>(
        waiting: &'w mut [Waiting<'a>],
    ) -> Vec<BoxFuture<'w, Option<Place<'a>>>> {
        let mut next: Vec<_> = waiting.iter_mut().map(|one| one.place().boxed()).collect();
        for one in &mut next {
            assert!(one.now_or_never().is_none());
        }
        next
    }

    #[test]
    fn all_services_together_have_their_places_and_none_has_those_of_another() {
        for (services, each) in [(1, 16), (4, 16), (5, 12), (32, 2), (100, 2)] {
            let places = PushSlots::new(services);
            let taken: Vec<_> = places
                .0
                .iter()
                .map(|service| {
                    service.heard("a", true);
                    fill(service, "a")
                })
                .collect();
            assert!(taken.iter().all(|taken| taken.len() == each), "{services}");
            assert!(places.of(services).is_none());
        }
    }

    #[test]
    fn retries_have_a_part_of_the_places_and_first_tries_all_others() {
        let service = service(16, &["a"]);
        let mut again = service.wait("a").expect("one");
        assert!(again.again() && again.again());
        let retries = fill_for(&mut again);
        assert_eq!(retries.len(), 4);
        assert_eq!(fill(&service, "a").len(), 12);
    }

    #[test]
    fn hosts_that_are_not_known_to_take_notifications_leave_most_places_to_those_that_are() {
        let service = service(16, &["a", "b"]);
        for host in ["b", "c"] {
            service.heard(host, false);
        }
        let doubtful = ["b", "c", "new"].map(|host| fill(&service, host));
        assert_eq!(doubtful.iter().map(Vec::len).sum::<usize>(), 4);
        assert_eq!(fill(&service, "a").len(), 12);
        // It takes one of those slots.
        service.heard("c", true);
        assert_eq!(fill(&service, "c").len(), 12);
        assert_eq!(fill(&service, "b").len(), 0);
    }

    #[test]
    fn hosts_that_do_not_answer_cannot_have_all_places_of_the_smallest_service() {
        let places = PushSlots::new(1_000);
        let service = places.of(999).expect("the last one");
        service.heard("good", true);
        let _silent = fill(service, "silent");
        assert_eq!(fill(service, "good").len(), 1);
    }

    #[test]
    fn hosts_that_do_not_answer_leave_most_of_the_lists_to_those_that_do() {
        let service = service(16, &["good"]);
        service.heard("silent", false);
        let mut silent = fill_list(&service, "silent");
        assert_eq!(silent.len(), WAITING_PER_SERVICE / 4);
        let mut good = service.wait("good").expect("a place in the list");
        let again = silent
            .iter_mut()
            .filter_map(|one| one.again().then_some(()));
        assert_eq!(again.count(), RETRIES_PER_SERVICE / 4);
        assert!(good.again());
    }

    #[test]
    fn who_is_listed_when_a_host_falls_silent_counts_among_the_doubtful_or_is_over() {
        let service = service(16, &["a"]);
        let mut listed = fill_list(&service, "a");
        assert_eq!(listed.len(), WAITING_PER_SERVICE);
        service.heard("a", false);
        let mut next: Vec<_> = listed.iter_mut().map(|one| Box::pin(one.place())).collect();
        let places: Vec<_> = next.iter_mut().map(FutureExt::now_or_never).collect();
        let over = places.iter().filter(|place| matches!(place, Some(None)));
        assert_eq!(over.count(), WAITING_PER_SERVICE * 3 / 4);
        let have_one = places.iter().filter(|place| matches!(place, Some(Some(_))));
        assert_eq!(have_one.count(), 4);
    }

    #[test]
    fn who_waited_when_a_host_fell_silent_takes_no_more_places_than_who_comes_later() {
        let service = service(4, &["a", "b"]);
        let taken = fill(&service, "a");
        assert_eq!(taken.len(), 4);
        let mut waiting = [(); 3].map(|()| service.wait("a").expect("a place in the list"));
        let mut next = places_to_come(&mut waiting);
        service.heard("a", false);
        drop(taken);
        let kept: Vec<_> = next
            .iter_mut()
            .filter_map(FutureExt::now_or_never)
            .collect();
        assert!(matches!(kept[..], [Some(_)]), "{kept:?}");
        assert_eq!(fill(&service, "b").len(), 3);
    }

    #[test]
    fn who_waits_for_a_doubtful_host_waits_for_no_other_one_once_it_took_a_notification() {
        let service = service(16, &[]);
        let silent = fill(&service, "silent");
        assert_eq!(silent.len(), 4);
        let mut waiting = [(); 5].map(|()| service.wait("new").expect("a place in the list"));
        let mut next = places_to_come(&mut waiting);
        service.heard("new", true);
        let mut places = next.iter_mut().map(FutureExt::now_or_never);
        assert!(places.all(|place| matches!(place, Some(Some(_)))));
        drop(next);
        // Its entries do not count as doubtful any more.
        assert_eq!(fill_list(&service, "silent").len(), WAITING_PER_SERVICE / 4);
    }

    #[test]
    fn what_waits_and_what_is_remembered_is_bounded() {
        let service = service(16, &["a"]);
        let mut all = fill_list(&service, "a");
        assert_eq!(all.len(), WAITING_PER_SERVICE);
        let again = all.iter_mut().filter_map(|one| one.again().then_some(()));
        assert_eq!(again.count(), RETRIES_PER_SERVICE);
        // Entries for further attempts do not use up the list for first attempts.
        assert_eq!(fill_list(&service, "a").len(), RETRIES_PER_SERVICE);
        for number in 0..2 * KNOWN_HOSTS {
            service.heard(&number.to_string(), false);
        }
        assert!(!service.is_doubtful("a"), "none of those is remembered");
        for number in 1..2 * KNOWN_HOSTS {
            service.heard(&number.to_string(), true);
            service.heard("a", true);
        }
        assert!(!service.is_doubtful("a"), "it took the last one");
        assert_eq!(service.known().len(), KNOWN_HOSTS);
        assert!(service.is_doubtful("1"));
        let last = 2 * KNOWN_HOSTS - 1;
        assert!(!service.is_doubtful(&last.to_string()));
    }
}
