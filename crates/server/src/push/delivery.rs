//! The attempts to deliver one notification to one device: each when its push service has a slot, again after a pause, and not after the
//! notification's end.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::time::{Instant, sleep, timeout_at};

use super::not_sent::NotSent;
use super::slots::Waiting;
use crate::metrics::Notified;

/// The pauses after which a request is repeated, if the push service does not answer or is busy.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

/// The result of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tried {
    /// The push service accepted it.
    Sent,
    /// The push service says that the subscription has ended.
    Gone,
    /// The push service refused it with this status.
    Refused(StatusCode),
    /// The push service is overloaded, or has an internal error.
    Busy,
    /// The push service did not answer.
    Silent,
    /// This server is overloaded: nothing was sent.
    NotMade,
    /// The host has no public address: nothing was sent.
    NoAddress,
    /// It cannot be sent, now or later.
    Impossible,
}

impl Tried {
    /// The meaning of a push service's status.
    pub fn by(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => Self::Gone,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Self::Busy,
            status if status.is_success() => Self::Sent,
            status if status.is_server_error() => Self::Busy,
            status => Self::Refused(status),
        }
    }

    /// The outcome of the notification; none if another attempt may help.
    const fn outcome(self) -> Option<Result<Notified, NotSent>> {
        match self {
            Self::Sent => Some(Ok(Notified::Sent)),
            Self::Gone => Some(Ok(Notified::Gone)),
            Self::Refused(status) => Some(Err(NotSent::Refused(status))),
            Self::NoAddress => Some(Err(NotSent::NoAddress)),
            Self::Impossible => Some(Err(NotSent::Over)),
            Self::Busy | Self::Silent | Self::NotMade => None,
        }
    }

    /// Whether the host accepted it (true) or did not answer (false); none for other results. Any answer is not enough to trust a host: a
    /// name below an allowed one may belong to a machine that refuses everything.
    const fn is_taken(self) -> Option<bool> {
        match self {
            Self::Sent => Some(true),
            Self::Silent => Some(false),
            Self::Gone
            | Self::Refused(_)
            | Self::Busy
            | Self::NotMade
            | Self::NoAddress
            | Self::Impossible => None,
        }
    }
}

/// Makes attempts until one succeeds, no further one can help, or the notification has ended.
pub(super) async fn deliver<F: Future<Output = Tried>>(
    waiting: &mut Waiting<'_>,
    ends: Instant,
    attempt: impl Fn() -> F,
) -> Result<Notified, NotSent> {
    let mut pauses = PAUSES.into_iter();
    loop {
        let place = timeout_at(ends, waiting.place()).await;
        let place = place.map_err(|_| NotSent::Over)?;
        let place = place.ok_or(NotSent::TooManyDoubtful)?;
        let tried = attempt().await;
        if let Some(taken) = tried.is_taken() {
            waiting.heard(taken);
        }
        drop(place);
        if let Some(outcome) = tried.outcome() {
            return outcome;
        }
        let next = pauses.next().map(|pause| (pause, Instant::now() + pause));
        let next = next.filter(|&(_, at)| at < ends && waiting.again());
        let (pause, _) = next.ok_or(NotSent::Unanswered)?;
        sleep(pause).await;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::future::join_all;

    use super::super::slots::{PushSlots, ServiceSlots};
    use super::*;

    const LONG: Duration = Duration::from_hours(1);
    /// How long the services of these tests take when they do not answer.
    const HANGS: Duration = Duration::from_secs(15);

    /// The outcome, the moments of the attempts, and the end, all since the start.
    struct Delivered(Notified, Vec<Duration>, Duration);

    /// Sends a notification that ends after this time, to a host whose attempts have this result after this duration.
    async fn send(
        places: &ServiceSlots,
        host: &str,
        over: Duration,
        (tried, after): (Tried, Duration),
    ) -> Delivered {
        let begin = Instant::now();
        let moments = Cell::new(Vec::new());
        let attempt = || async {
            let mut all = moments.take();
            all.push(begin.elapsed());
            moments.set(all);
            sleep(after).await;
            tried
        };
        let mut waiting = places.wait(host).expect("a place in the list");
        let delivered = deliver(&mut waiting, begin + over, attempt).await;
        let notified = delivered.unwrap_or(Notified::Failed);
        Delivered(notified, moments.take(), begin.elapsed())
    }

    /// Sends so many.
    async fn send_many(
        number: usize,
        places: &ServiceSlots,
        host: &str,
        what: (Tried, Duration),
    ) -> Vec<Delivered> {
        join_all((0..number).map(|_| send(places, host, LONG, what))).await
    }

    const GOOD: (Tried, Duration) = (Tried::Sent, Duration::ZERO);
    const BUSY: (Tried, Duration) = (Tried::Busy, Duration::ZERO);
    const REFUSED: Tried = Tried::Refused(StatusCode::FORBIDDEN);
    const HANGING: (Tried, Duration) = (Tried::Silent, HANGS);

    #[tokio::test(start_paused = true)]
    async fn it_is_tried_again_where_that_may_help() {
        let places = PushSlots::new(1);
        let places = places.of(0).expect("one");
        let [none, first, second] = [0, 2, 22].map(Duration::from_secs);
        for (tried, outcome, moments) in [
            (Tried::Sent, Notified::Sent, vec![none]),
            (Tried::Gone, Notified::Gone, vec![none]),
            (REFUSED, Notified::Failed, vec![none]),
            (Tried::NoAddress, Notified::Failed, vec![none]),
            (Tried::Impossible, Notified::Failed, vec![none]),
            (Tried::Busy, Notified::Failed, vec![none, first, second]),
            (Tried::Silent, Notified::Failed, vec![none, first, second]),
            (Tried::NotMade, Notified::Failed, vec![none, first, second]),
        ] {
            let Delivered(notified, at, _) = send(places, "a", LONG, (tried, Duration::ZERO)).await;
            assert_eq!((notified, at), (outcome, moments), "{tried:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_over_is_not_sent_and_not_waited_for() {
        let places = PushSlots::new(1);
        let places = places.of(0).expect("one");
        places.heard("a", true);
        let over = Duration::from_secs(10);
        let Delivered(_, at, end) = send(places, "a", over, BUSY).await;
        assert_eq!(at.len(), 2, "the third would come too late");
        assert_eq!(end, Duration::from_secs(2));
        let hanging = send_many(16, places, "a", HANGING);
        let (_, Delivered(notified, at, end)) =
            tokio::join!(hanging, send(places, "b", over, GOOD));
        assert_eq!((notified, at, end), (Notified::Failed, vec![], over));
    }

    #[tokio::test(start_paused = true)]
    async fn a_delivery_that_waits_for_a_retry_delays_no_others() {
        let places = PushSlots::new(1);
        let places = places.of(0).expect("one");
        places.heard("a", true);
        let busy = send_many(500, places, "a", BUSY);
        let (busy, Delivered(notified, _, end)) = tokio::join!(busy, send(places, "a", LONG, GOOD));
        assert_eq!((notified, end), (Notified::Sent, Duration::ZERO));
        assert!(busy.iter().all(|Delivered(_, at, _)| at.len() == 3));
    }

    #[tokio::test(start_paused = true)]
    async fn those_that_wait_for_another_try_are_so_many_and_others_are_over() {
        let places = PushSlots::new(1);
        let places = places.of(0).expect("one");
        places.heard("a", true);
        let busy = send_many(1_100, places, "a", BUSY).await;
        let once = busy.iter().filter(|Delivered(_, at, _)| at.len() == 1);
        assert_eq!(once.count(), 1_100 - 1_024);
        assert!(
            busy.iter()
                .all(|&Delivered(notified, ..)| notified == Notified::Failed)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_does_not_answer_delays_no_other_one() {
        let places = PushSlots::new(2);
        let [hangs, good] = [0, 1].map(|service| places.of(service).expect("two"));
        let hanging = send_many(500, hangs, "a", HANGING);
        let (_, Delivered(notified, _, end)) = tokio::join!(hanging, send(good, "b", LONG, GOOD));
        assert_eq!((notified, end), (Notified::Sent, Duration::ZERO));
    }

    #[tokio::test(start_paused = true)]
    async fn hosts_that_are_known_to_be_silent_do_not_delay_another_one_of_their_service() {
        let places = PushSlots::new(1);
        let places = places.of(0).expect("one");
        assert_eq!(send(places, "good", LONG, GOOD).await.0, Notified::Sent);
        // More than [`PushSlots`] remembers.
        let hosts: Vec<String> = (0..300).map(|host| host.to_string()).collect();
        let hanging = join_all(hosts.iter().map(|host| send_many(3, places, host, HANGING)));
        let answers = async {
            // While the first ones wait for their answers, and after most have them.
            for _ in 0..200 {
                sleep(Duration::from_secs(4)).await;
                let good = send_many(100, places, "good", GOOD).await;
                assert!(
                    good.iter()
                        .all(|&Delivered(_, _, end)| end == Duration::ZERO)
                );
            }
        };
        tokio::join!(hanging, answers);
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_is_known_when_it_took_a_notification_until_it_does_not_answer() {
        let places = PushSlots::new(1);
        let places = places.of(0).expect("one");
        for (tried, listed) in [
            (Tried::Gone, 1_024),
            (REFUSED, 1_024),
            (Tried::Busy, 1_024),
            (Tried::Sent, 4_096),
            (Tried::Gone, 4_096),
            (REFUSED, 4_096),
            (Tried::Busy, 4_096),
            (Tried::NotMade, 4_096),
            (Tried::Impossible, 4_096),
            (Tried::Silent, 1_024),
        ] {
            send(places, "a", LONG, (tried, Duration::ZERO)).await;
            let list: Vec<_> = std::iter::from_fn(|| places.wait("a")).collect();
            assert_eq!(list.len(), listed, "{tried:?}");
        }
    }
}
