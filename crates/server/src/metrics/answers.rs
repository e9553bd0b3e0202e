//! Metrics of HTTP answers. The handles are looked up by name only once for each route, method and status, because building the names
//! takes longer than counting.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use metrics::{Counter, Histogram, counter, histogram, with_local_recorder};
use metrics_exporter_prometheus::PrometheusRecorder;

/// The handles so far: one entry for each route, with one for each method and status.
#[derive(Default)]
pub(super) struct Answers(RwLock<HashMap<Box<str>, Route>>);

struct Route {
    seconds: Histogram,
    requests: Vec<(&'static str, u16, Counter)>,
}

impl Answers {
    /// Counts an answer.
    pub fn count(
        &self,
        recorder: &PrometheusRecorder,
        method: &'static str,
        route: &str,
        status: u16,
        took: Duration,
    ) {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(route) = known.get(route)
            && route.count(method, status, took)
        {
            return;
        }
        drop(known);
        let mut routes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let name = || route.to_owned();
        let known = routes.entry(route.into()).or_insert_with(|| Route {
            seconds: with_local_recorder(
                recorder,
                || histogram!("giog_http_seconds", "route" => name()),
            ),
            requests: Vec::new(),
        });
        if !known.count(method, status, took) {
            let labels = [
                ("method", method.to_owned()),
                ("route", name()),
                ("status", status.to_string()),
            ];
            let counter =
                with_local_recorder(recorder, || counter!("giog_http_requests_total", &labels));
            known.requests.push((method, status, counter));
            known.count(method, status, took);
        }
    }
}

impl Route {
    /// Counts an answer if its handle is known. Returns whether it is.
    fn count(&self, method: &str, status: u16, took: Duration) -> bool {
        let mut requests = self.requests.iter();
        let known = requests.find(|(m, s, _)| (*m, *s) == (method, status));
        if let Some((_, _, counter)) = known {
            self.seconds.record(took);
            counter.increment(1);
        }
        known.is_some()
    }
}
