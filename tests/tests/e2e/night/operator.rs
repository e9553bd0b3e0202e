//! The operator's view and actions: no rooms are left in the morning, and while the server is drained nothing new starts.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use giog_tests::{OPERATOR_TOKEN, PATIENCE, get, request};
use tokio::time::{Duration, Instant, sleep};

/// The gauges that are 0 while nobody is connected.
const NONE_LEFT: [&str; 7] = [
    "giog_sockets",
    "giog_rooms",
    "giog_matches_running",
    "giog_seats",
    "giog_room_waiting_inputs",
    "giog_commit_waiting_rows",
    "giog_commit_waiting_bytes",
];
/// The interval at which it is checked whether nothing is left.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The counters of matches since the start of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub started: u64,
    pub ended: u64,
}

/// Waits until nothing is left, and returns the counters.
///
/// # Panics
/// If something is left.
pub async fn nothing_left(operator: SocketAddr) -> Counted {
    let since = Instant::now();
    loop {
        let metrics = metrics(operator).await;
        let left: Vec<_> = NONE_LEFT
            .iter()
            .filter(|&&name| metrics[name] != 0)
            .collect();
        if left.is_empty() {
            let matches = |how: &str| metrics[&format!("giog_matches_{how}_total")];
            return Counted {
                started: matches("started"),
                ended: matches("finished") + matches("abandoned"),
            };
        }
        assert!(since.elapsed() < PATIENCE, "{left:?} are left: {metrics:?}");
        sleep(LOOK_EVERY).await;
    }
}

/// The sum of each metric over all its labels.
async fn metrics(operator: SocketAddr) -> BTreeMap<String, u64> {
    let answer = get(operator, "/metrics").await;
    assert_eq!(answer.status, 200, "{}", answer.head);
    let text = String::from_utf8(answer.body).expect("metrics are text");
    let mut metrics = BTreeMap::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (name, value) = line.rsplit_once(' ').expect("a name and a number");
        let name = name.split_once('{').map_or(name, |(name, _)| name);
        if let Ok(value) = value.parse::<u64>() {
            *metrics.entry(name.to_owned()).or_default() += value;
        }
    }
    metrics
}

/// Drains the server for a while.
pub async fn drain(operator: SocketAddr, time: Duration) {
    for method in ["PUT", "DELETE"] {
        let answer = request(operator, method, "/operator/v1/drain", Some(OPERATOR_TOKEN)).await;
        assert_eq!(answer.status, 200, "{}", answer.head);
        assert_eq!(answer.json()["draining"], method == "PUT");
        if method == "PUT" {
            sleep(time).await;
        }
    }
}
