//! Sends notifications: from a bounded queue, a bounded number at a time, and no longer than what they say is true.

use std::sync::Arc;
use std::time::Duration;

use giog_rooms::{WANTED_WAITING, WantedAt};
use giog_store::DevicePush;
use p256::PublicKey;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Request, StatusCode};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Push;
use super::addresses::PublicAddresses;
use super::encrypt::{Once, encrypt};
use super::message::{FILLED_BYTES, Notice, urgency};
use crate::metrics::Notified;
use crate::settings::Settings;
use crate::state::App;

/// People who are notified at a time: a push service answers in some tenths of a second, so some hundred people a second.
const PEOPLE_AT_ONCE: usize = 64;
/// How long a connection to a push service may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long an answer of a push service may take, with the connection.
const TIMEOUT: Duration = Duration::from_secs(15);
/// After which pauses it is tried again where a push service does not answer, or is busy.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];
/// Connections to a push service that stay open for the next notification.
const IDLE_CONNECTIONS: usize = 4;

// Whoever comes when all of these are being notified waits in the queue.
const _: () = assert!(PEOPLE_AT_ONCE < WANTED_WAITING);

/// What speaks to push services.
#[derive(Clone, Debug)]
pub(crate) struct Sender(Client);

impl Sender {
    /// As the settings have it; nothing where no notifications are sent.
    pub fn of(settings: &Settings) -> Result<Option<Self>, reqwest::Error> {
        if !settings.push.enabled {
            return Ok(None);
        }
        Self::new(settings.push.test_port().is_some()).map(Some)
    }

    /// One that goes nowhere but to public addresses over https, and to nobody's proxy; in a test also to where that is.
    fn new(test: bool) -> Result<Self, reqwest::Error> {
        // Fails only where the process has chosen its cryptography before, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .https_only(!test)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(Arc::new(PublicAddresses))
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            .build()?;
        Ok(Self(client))
    }
}

/// Notifies people for as long as the server runs.
pub(crate) async fn keep(app: App, sender: Sender) {
    let (Some(push), Some(mut wanted)) = (app.push.clone(), app.hub.wanted()) else {
        return;
    };
    let places = Arc::new(Semaphore::new(PEOPLE_AT_ONCE));
    let mut tasks = JoinSet::new();
    while let Some(one) = wanted.recv().await {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        while tasks.try_join_next().is_some() {}
        let (app, push, sender) = (app.clone(), Arc::clone(&push), sender.clone());
        tasks.spawn(async move {
            notify(&app, &push, &sender, one).await;
            drop(place);
        });
    }
}

/// Notifies all devices of somebody that want to be.
async fn notify(app: &App, push: &Arc<Push>, sender: &Sender, wanted: WantedAt) {
    let notice = Notice::new(wanted, app.clock.now().wall);
    let devices = match app.store.pushes(wanted.wanted.player).await {
        Ok(devices) => devices,
        Err(error) => {
            tracing::warn!(%error, "cannot read whom to notify");
            app.metrics.notified(Notified::Failed);
            return;
        }
    };
    for device in devices {
        let notified = tell(app, push, sender, (wanted, &notice), &device).await;
        if notified == Notified::Gone
            && let Err(error) = app.store.end_push_at(&device.subscription.endpoint).await
        {
            tracing::warn!(%error, "cannot delete a push subscription that has ended");
        }
        app.metrics.notified(notified);
    }
}

/// Notifies a device; tries again where that may help.
async fn tell(
    app: &App,
    push: &Arc<Push>,
    sender: &Sender,
    (wanted, notice): (WantedAt, &Notice),
    device: &DevicePush,
) -> Notified {
    let mut pauses = PAUSES.into_iter();
    loop {
        let Some(request) = made(app, push, (wanted, notice), device).await else {
            return Notified::Failed;
        };
        let host = request.url().host_str().unwrap_or_default().to_owned();
        let answer = sender.0.execute(request).await;
        match answer.as_ref().map(reqwest::Response::status) {
            Ok(status) if status.is_success() => return Notified::Sent,
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => return Notified::Gone,
            Ok(status) if !may_pass(status) => {
                tracing::warn!(host, %status, "a push service refused a notification");
                return Notified::Failed;
            }
            Ok(status) => tracing::debug!(host, %status, "a push service is busy"),
            Err(error) => {
                let error = error.to_string();
                tracing::debug!(host, error, "a push service cannot be reached");
            }
        }
        let Some(pause) = pauses.next() else {
            tracing::warn!(host, "a notification could not be sent");
            return Notified::Failed;
        };
        sleep(pause).await;
    }
}

/// Whether it may be another answer in a moment.
fn may_pass(status: StatusCode) -> bool {
    status.is_server_error()
        || matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
        )
}

/// The request that notifies a device; nothing where it cannot be made, or its time is over. It is made beside the threads that
/// play.
async fn made(
    app: &App,
    push: &Arc<Push>,
    (wanted, notice): (WantedAt, &Notice),
    device: &DevicePush,
) -> Option<Request> {
    let left = notice.time_to_live()?;
    let (push, message, device) = (Arc::clone(push), notice.message.clone(), device.clone());
    let (random, now) = (Arc::clone(&app.random), app.clock.now().wall);
    let work = move || {
        let subscription = &device.subscription;
        let url = push.services.at(&subscription.endpoint)?;
        let key = PublicKey::from_sec1_bytes(&subscription.p256dh).ok()?;
        let once = Once::new(&mut *random());
        let browser = (&key, &subscription.auth[..]);
        let body = encrypt(&message, FILLED_BYTES, browser, &once);
        let service = url.origin().ascii_serialization();
        let authorization = push.vapid.authorization(&service, now);
        let topic = push.vapid.topic(wanted.room, device.device);
        Some((url, body, authorization, topic))
    };
    let (url, body, authorization, topic) = app.workers.run(work).await.ok()??;
    let mut request = Request::new(reqwest::Method::POST, url);
    let headers = request.headers_mut();
    headers.insert(AUTHORIZATION, authorization.parse().ok()?);
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
    let kind = HeaderValue::from_static("application/octet-stream");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert("ttl", left.as_secs().into());
    headers.insert("urgency", HeaderValue::from_static(urgency(left)));
    headers.insert("topic", topic.parse().ok()?);
    *request.body_mut() = Some(body.into());
    Some(request)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let Sender(client) = Sender::new(false).expect("a client");
        for url in ["localhost", "127.0.0.1"].map(|host| format!("http://{host}:{port}/")) {
            assert!(client.post(url).send().await.is_err(), "https alone");
        }
        let url = format!("https://localhost:{port}/");
        let error = client.post(url).send().await.expect_err("it is refused");
        assert!(error.is_connect(), "{error:?}");
        assert!(format!("{error:?}").contains("NotPublic"), "{error:?}");
        assert!(
            listener.accept().now_or_never().is_none(),
            "nobody connects"
        );
    }
}
