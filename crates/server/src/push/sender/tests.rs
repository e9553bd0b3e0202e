//! Notifications are sent over sockets to services of the test.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc as threads;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use futures_util::FutureExt as _;
use giog_protocol::{DeviceId, RoomId};
use giog_rooms::{AwaitedFor, AwaitedPlayer};
use giog_rules::{PlayerId, Variant};
use giog_store::{NewDevice, PushSubscription};
use tokio::net::TcpListener;
use tokio::time::{Instant, timeout};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use uuid::Uuid;

use super::*;
use crate::push::encrypt::secret_key;
use crate::settings::PushSettings;
use crate::state::App;
use crate::state::tests::TestApp;
use crate::workers::THREADS;

/// Time limit for anything that is to happen at once: long enough for a busy machine, and shorter than the sum of all pauses that it must
/// not wait for.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many notifications are sent that cannot be delivered: more than three times as many as there are slots of any kind, so that
/// waiting for all their pauses would take longer than [`PATIENCE`].
const OFTEN: u128 = 200;

/// A server that sends notifications to a service of the test and to another one.
struct Fixture {
    app: App,
    push: Arc<Push>,
    /// The address of the test's service.
    service: SocketAddr,
    /// The paths of the requests that it received.
    came: mpsc::UnboundedReceiver<String>,
    _server: TestApp,
}

/// Answers busy or refused, if the path begins so.
async fn take(State(to): State<mpsc::UnboundedSender<String>>, uri: Uri) -> StatusCode {
    let path = uri.path();
    let status = if path.starts_with("/busy") {
        StatusCode::SERVICE_UNAVAILABLE
    } else if path.starts_with("/refused") {
        StatusCode::FORBIDDEN
    } else {
        StatusCode::CREATED
    };
    // The test may have ended.
    let _ = to.send(path.to_owned());
    status
}

/// Counts warnings in the log that are about notifications.
struct Warnings(Arc<AtomicU64>);

impl<S: Subscriber> Layer<S> for Warnings {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let of = event.metadata();
        if *of.level() == Level::WARN && of.target().starts_with("giog_server::push") {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Fixture {
    async fn new() -> Self {
        let (to, came) = mpsc::unbounded_channel();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let service = listener.local_addr().expect("an address");
        let router = Router::new().fallback(take).with_state(to);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let settings = Settings {
            push: PushSettings {
                enabled: true,
                hosts: vec!["silent.example.org".parse().expect("a host")],
                contact: "mailto:admin@example.org".to_owned(),
                test_port: service.port(),
            },
            ..Settings::default()
        };
        let server = TestApp::new(&settings).await;
        let app = server.app.clone();
        let push = app.push.clone().expect("notifications are sent");
        Self {
            app,
            push,
            service,
            came,
            _server: server,
        }
    }

    /// A person with a device whose subscription has this endpoint.
    async fn person(&self, number: u8, endpoint: String) -> PlayerId {
        let player = PlayerId(Uuid::from_u128(number.into()));
        let device = DeviceId(Uuid::from_u128(number.into()));
        let new = NewDevice {
            device,
            name: "a browser",
            token_hash: [number; 32],
        };
        let (store, now) = (&self.app.store, self.app.clock.now().wall);
        let created = store.create_guest(player, "Lin", new, now).await;
        created.expect("created");
        let key = secret_key(|| [7; 32]).public_key().to_sec1_bytes();
        let subscription = PushSubscription {
            endpoint,
            p256dh: (*key).try_into().expect("a key"),
            auth: [7; 16],
        };
        let set = store.set_push(player, device, &subscription, now).await;
        assert!(set.expect("an answer"));
        player
    }

    fn sources(&self) -> Sources {
        crate::run::sources(&self.app)
    }

    /// An endpoint at the service of the test.
    fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.service)
    }

    /// Notifies the first person often, and then the second one once, as long as the returned queue is kept.
    fn notify(&self, sender: Sender, first: PlayerId, second: PlayerId) -> mpsc::Sender<AwaitedAt> {
        let (to, wanted) = mpsc::channel(giog_rooms::WANTED_WAITING);
        for room in 0..OFTEN {
            to.try_send(at(room, first)).expect("there is room");
        }
        to.try_send(at(OFTEN, second)).expect("there is room");
        let (of, push) = (self.sources(), Arc::clone(&self.push));
        tokio::spawn(async move {
            let (_, invited) = mpsc::channel(1);
            notify_all(of, push, sender, Queues { wanted, invited }).await;
        });
        to
    }

    /// Waits until a request for this path is received.
    async fn comes(&mut self, path: &str) {
        let comes = async { while self.came.recv().await.expect("the service listens") != path {} };
        let came = timeout(PATIENCE, comes).await;
        came.unwrap_or_else(|_| panic!("nothing comes to {path}"));
    }

    async fn delivery(&self, player: PlayerId, ends: Duration) -> Arc<Delivery> {
        let devices = self.app.store.pushes(player).await.expect("an answer");
        let [device] = devices.try_into().expect("one device");
        let mut notice = Notice::new(at(1, player), self.app.clock.now().wall);
        notice.ends = Instant::now() + ends;
        let to = self.push.services.at(&device.subscription.endpoint);
        Arc::new(Delivery {
            notice: Arc::new(notice),
            to: to.expect("a known service"),
            device,
        })
    }

    fn courier(&self) -> Courier {
        Courier {
            of: self.sources(),
            push: Arc::clone(&self.push),
            client: Sender::builder(true).build().expect("a client"),
            places: PushSlots::new(self.push.services.count()),
            lines: NotSentLines::default(),
        }
    }
}

fn at(room: u128, player: PlayerId) -> AwaitedAt {
    AwaitedAt {
        room: RoomId(Uuid::from_u128(room)),
        wanted: AwaitedPlayer {
            player,
            to: AwaitedFor::Decide,
            variant: Variant::ALL[0],
            left_ms: 600_000,
        },
    }
}

#[tokio::test]
async fn notifications_that_a_busy_service_refused_delay_nobody() {
    let mut fixture = Fixture::new().await;
    let busy = fixture.person(1, fixture.at("/busy")).await;
    let other = fixture.person(2, fixture.at("/other")).await;
    let sender = Sender::builder(true).build().map(Sender);
    let _queue = fixture.notify(sender.expect("a client"), busy, other);
    fixture.comes("/other").await;
}

#[tokio::test]
async fn notifications_to_a_service_that_never_answers_delay_nobody_elsewhere() {
    let mut fixture = Fixture::new().await;
    let silent = "https://silent.example.org/a".to_owned();
    let silent = fixture.person(1, silent).await;
    let other = fixture.person(2, fixture.at("/other")).await;
    // Connections to this address are never accepted.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let client = Sender::builder(true).resolve("silent.example.org", address);
    let sender = client.build().map(Sender).expect("a client");
    let _queue = fixture.notify(sender, silent, other);
    fixture.comes("/other").await;
}

#[tokio::test]
async fn what_cannot_be_made_now_is_made_later_and_what_is_over_is_not() {
    let fixture = Fixture::new().await;
    let player = fixture.person(1, fixture.at("/a")).await;
    let courier = fixture.courier();
    let soon = fixture.delivery(player, Duration::from_millis(900)).await;
    assert_eq!(courier.attempt(&soon).await, Tried::Impossible);
    let late = fixture.delivery(player, PATIENCE).await;
    // The worker threads are busy, and their queue is full.
    let (go_on, wait) = threads::channel::<()>();
    let wait = Arc::new(std::sync::Mutex::new(wait));
    let (begins, mut has_begun) = mpsc::unbounded_channel();
    let job = || {
        let (workers, wait) = (fixture.app.workers.clone(), Arc::clone(&wait));
        let begins = begins.clone();
        Box::pin(async move {
            let work = move || {
                // Nobody receives the start of the jobs in the queue.
                let _ = begins.send(());
                wait.lock().expect("nobody panics").recv().is_ok()
            };
            workers.run(work).await
        })
    };
    let mut jobs = JoinSet::new();
    for _ in 0..THREADS {
        jobs.spawn(job());
        has_begun.recv().await.expect("a thread takes it");
    }
    loop {
        let mut next = job();
        match (&mut next).now_or_never() {
            None => drop(jobs.spawn(next)),
            Some(done) => break assert_eq!(done, Err(JobNotDone::Busy)),
        }
    }
    assert_eq!(courier.attempt(&late).await, Tried::NotMade);
    drop(go_on);
    while jobs.join_next().await.is_some() {}
    assert_eq!(courier.attempt(&late).await, Tried::Sent);
}

#[tokio::test]
async fn a_name_that_leads_to_this_machine_is_not_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let client = Sender::builder(false).build().expect("a client");
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

#[tokio::test]
async fn a_name_without_a_public_address_is_not_tried_again() {
    let fixture = Fixture::new().await;
    let player = fixture.person(1, fixture.at("/a")).await;
    let delivery = fixture.delivery(player, PATIENCE).await;
    let mut delivery = Arc::into_inner(delivery).expect("nobody else has it");
    delivery.to.url = "https://localhost/".parse().expect("a URL");
    let tried = fixture.courier().attempt(&Arc::new(delivery)).await;
    assert_eq!(tried, Tried::NoAddress);
}

#[tokio::test]
async fn notifications_that_are_refused_leave_a_line_a_minute_in_the_log() {
    let fixture = Fixture::new().await;
    let player = fixture.person(1, fixture.at("/refused")).await;
    let (courier, warned) = (Arc::new(fixture.courier()), Arc::default());
    let log = tracing_subscriber::registry().with(Warnings(Arc::clone(&warned)));
    let _log = tracing::subscriber::set_default(log);
    let begin = Instant::now();
    for _ in 0..OFTEN {
        let delivery = fixture.delivery(player, PATIENCE).await;
        let delivery = Arc::into_inner(delivery).expect("nobody else has it");
        tell(Arc::clone(&courier), delivery).await;
    }
    let (lines, minutes) = (
        warned.load(Ordering::Relaxed),
        begin.elapsed().as_secs() / 60,
    );
    assert!((1..=1 + minutes).contains(&lines), "{lines} lines");
}
