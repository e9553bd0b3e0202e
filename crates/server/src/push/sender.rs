//! Sends notifications: to all devices of a person concurrently, each when its push service has a slot.

use std::sync::Arc;

use giog_rooms::{AwaitedAt, Clock, RandomSource};
use giog_store::{Archive, DevicePush};
use p256::PublicKey;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, ClientBuilder, Request};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use super::Push;
use super::delivery::{Tried, deliver};
use super::encrypt::{Once, encrypt};
use super::message::{FILLED_BYTES, FriendInvites, Notice, urgency};
use super::not_sent::{NotSent, NotSentLines};
use super::services::Destination;
use super::slots::PushSlots;
use crate::metrics::{Metrics, Notified};
use crate::settings::Settings;
use crate::workers::{JobNotDone, Workers};
use crate::{outage, outgoing};

/// People whose subscriptions are read at the same time. Others wait in the queue meanwhile, but nobody waits while notifications are
/// sent.
const PEOPLE_AT_ONCE: usize = 64;

/// The HTTP client for push services.
#[derive(Clone, Debug)]
pub(crate) struct Sender(Client);

impl Sender {
    /// According to the settings; none if notifications are turned off.
    pub fn of(settings: &Settings) -> Result<Option<Self>, reqwest::Error> {
        if !settings.push.enabled {
            return Ok(None);
        }
        let test = settings.push.test_port().is_some();
        Self::builder(test).build().map(Self).map(Some)
    }

    /// A client that connects only to public addresses, only over https, and without a proxy; in a test also to the test's service.
    fn builder(test: bool) -> ClientBuilder {
        outgoing::client(test, Vec::new())
    }
}

/// The parts of the server that notifications use.
#[derive(Clone)]
pub(crate) struct Sources {
    pub clock: Arc<dyn Clock>,
    pub random: RandomSource,
    pub store: Arc<Archive>,
    pub metrics: Arc<Metrics>,
    pub workers: Workers,
}

/// What is shared by all notifications.
struct Courier {
    of: Sources,
    push: Arc<Push>,
    client: Client,
    places: PushSlots,
    lines: NotSentLines,
}

/// A notification for one device.
struct Delivery {
    notice: Arc<Notice>,
    device: DevicePush,
    to: Destination,
}

/// Why a request could not be built.
enum NotMade {
    /// The worker threads are busy.
    Busy,
    /// The notification has ended, or its subscription cannot be used.
    Never,
}

/// The queues of people who are to be notified.
pub(crate) struct Queues {
    /// Those for whom tables wait.
    pub wanted: mpsc::Receiver<AwaitedAt>,
    /// Those whom friends invite.
    pub invited: mpsc::Receiver<FriendInvites>,
}

impl Queues {
    /// The next notification; none once both queues have ended.
    async fn next(&mut self, clock: &dyn Clock) -> Option<Notice> {
        let Self { wanted, invited } = self;
        tokio::select! {
            biased;
            Some(one) = wanted.recv() => Some(Notice::new(one, clock.now().wall)),
            Some(one) = invited.recv() => Some(Notice::invitation(one, clock.now().wall)),
            else => None,
        }
    }
}

/// Notifies the people from the queues as long as the server runs.
pub(crate) async fn notify_all(
    of: Sources,
    push: Arc<Push>,
    Sender(client): Sender,
    mut queues: Queues,
) {
    let places = PushSlots::new(push.services.count());
    let courier = Arc::new(Courier {
        of,
        push,
        client,
        places,
        lines: NotSentLines::default(),
    });
    let people = Arc::new(Semaphore::new(PEOPLE_AT_ONCE));
    let mut tasks = JoinSet::new();
    while let Some(notice) = queues.next(&*courier.of.clock).await {
        let Ok(reading) = Arc::clone(&people).acquire_owned().await else {
            return;
        };
        while tasks.try_join_next().is_some() {}
        let courier = Arc::clone(&courier);
        tasks.spawn(async move {
            let deliveries = courier.deliveries(notice).await;
            drop(reading);
            let tell = |delivery| tell(Arc::clone(&courier), delivery);
            let mut told: JoinSet<()> = deliveries.into_iter().map(tell).collect();
            while told.join_next().await.is_some() {}
        });
    }
}

impl Courier {
    /// The notifications for all devices of a person that have a subscription.
    async fn deliveries(&self, notice: Notice) -> Vec<Delivery> {
        let notice = Arc::new(notice);
        let devices = match self.of.store.pushes(notice.player).await {
            Ok(devices) => devices,
            Err(error) => {
                outage::note(&error);
                self.of.metrics.notified(Notified::Failed);
                return Vec::new();
            }
        };
        let delivery = |device: DevicePush| {
            let to = self.push.services.at(&device.subscription.endpoint);
            let Some(to) = to else {
                // The operator does not allow this push service any more.
                self.of.metrics.notified(Notified::Failed);
                return None;
            };
            Some(Delivery {
                notice: Arc::clone(&notice),
                device,
                to,
            })
        };
        devices.into_iter().filter_map(delivery).collect()
    }

    /// Sends it, with as many attempts as are useful.
    async fn send(&self, delivery: &Arc<Delivery>) -> Result<Notified, NotSent> {
        let to = &delivery.to;
        let places = self.places.of(to.service);
        let waiting = places.and_then(|places| places.wait(to.host()));
        let mut waiting = waiting.ok_or(NotSent::TooManyWait)?;
        let attempt = || self.attempt(delivery);
        deliver(&mut waiting, delivery.notice.ends, attempt).await
    }

    /// One attempt to send it.
    async fn attempt(&self, delivery: &Arc<Delivery>) -> Tried {
        let request = match self.request(delivery).await {
            Ok(request) => request,
            Err(NotMade::Busy) => return Tried::NotMade,
            Err(NotMade::Never) => return Tried::Impossible,
        };
        let host = delivery.to.host();
        match self.client.execute(request).await {
            Ok(answer) => {
                let (status, tried) = (answer.status(), Tried::by(answer.status()));
                if tried == Tried::Busy {
                    tracing::debug!(host, %status, "a push service is busy");
                }
                tried
            }
            Err(error) if error.is_dns() => Tried::NoAddress,
            Err(error) => {
                let error = error.to_string();
                tracing::debug!(host, error, "a push service cannot be reached");
                Tried::Silent
            }
        }
    }

    /// Builds the request that notifies a device, on a worker thread.
    async fn request(&self, delivery: &Arc<Delivery>) -> Result<Request, NotMade> {
        let left = delivery.notice.time_to_live().ok_or(NotMade::Never)?;
        let (push, of) = (Arc::clone(&self.push), Arc::clone(delivery));
        let (random, now) = (Arc::clone(&self.of.random), self.of.clock.now().wall);
        let work = move || {
            let subscription = &of.device.subscription;
            let key = PublicKey::from_sec1_bytes(&subscription.p256dh).ok()?;
            let once = Once::new(&mut *random());
            let browser = (&key, &subscription.auth[..]);
            let body = encrypt(&of.notice.message, FILLED_BYTES, browser, &once);
            let service = of.to.url.origin().ascii_serialization();
            let authorization = push.vapid.authorization(&service, now);
            let topic = push.vapid.topic(of.notice.room, of.device.device);
            let authorization: HeaderValue = authorization.parse().ok()?;
            Some((body, authorization, topic.parse().ok()?))
        };
        let made = self.of.workers.run(work).await;
        let (body, authorization, topic) = match made {
            Ok(made) => made.ok_or(NotMade::Never)?,
            Err(JobNotDone::Busy) => return Err(NotMade::Busy),
            Err(JobNotDone::Failed) => return Err(NotMade::Never),
        };
        let mut request = Request::new(reqwest::Method::POST, delivery.to.url.clone());
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, authorization);
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
        let kind = HeaderValue::from_static("application/octet-stream");
        headers.insert(CONTENT_TYPE, kind);
        headers.insert("ttl", left.as_secs().into());
        headers.insert("urgency", HeaderValue::from_static(urgency(left)));
        headers.insert("topic", topic);
        *request.body_mut() = Some(body.into());
        Ok(request)
    }
}

/// Notifies one device, and notes the outcome.
async fn tell(courier: Arc<Courier>, delivery: Delivery) {
    let delivery = Arc::new(delivery);
    let of = &courier.of;
    let notified = courier.send(&delivery).await.unwrap_or_else(|why| {
        courier.lines.note(&delivery.to, why);
        Notified::Failed
    });
    if notified == Notified::Gone {
        let endpoint = &delivery.device.subscription.endpoint;
        if let Err(error) = of.store.end_push_at(endpoint).await {
            outage::note(&error);
        }
    }
    of.metrics.notified(notified);
}

#[cfg(test)]
mod tests;
