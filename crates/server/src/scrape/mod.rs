//! Metrics that are read from the server's state when they are requested: rooms, queues, the lease, the process.

mod process;

use std::time::Duration;

use giog_protocol::operator::Readiness;
use giog_protocol::{Occupant, Phase};
use giog_rooms::{Load, Thinking};
use giog_rules::{Timestamp, Variant};
use giog_store::StoreError;
use metrics::{counter, gauge};

use tokio::time::timeout;

use self::process::Process;
use crate::cluster_counts::ClusterCounts;
use crate::health::Health;
use crate::state::{App, VERSION};

/// How long a number in the database is waited for: metrics are wanted also from a slow one.
const STORE_TIME: Duration = Duration::from_secs(1);

/// All metrics in the text format of Prometheus.
pub async fn scrape(app: &App) -> String {
    let health = app.health().await;
    let reports = asked(health, app.store.reports_waiting()).await;
    let review_bytes = asked(health, app.store.review_bytes()).await;
    let census = Census::of(app);
    app.metrics.with(|| {
        census.tell();
        measure_health(health);
        gauge!("giog_reports_waiting").set(reports);
        gauge!("giog_review_bytes").set(review_bytes);
        measure_reviews(app);
        measure_backup(app);
        measure_soundness(app);
        measure_log(app);
        measure_disk(app);
        let dropped = app.hub.wanted_dropped();
        counter!("giog_notifications_total", "outcome" => "dropped").absolute(dropped);
        measure_lease(app);
        measure_cluster(&app.cluster.counts);
        measure_process(app);
    });
    app.metrics.rendered()
}

/// A number in the database; not a number if it is not known.
async fn asked(health: Health, answer: impl Future<Output = Result<u64, StoreError>>) -> f64 {
    if !health.storage_available {
        return f64::NAN;
    }
    match timeout(STORE_TIME, answer).await {
        Ok(Ok(count)) => number(usize::try_from(count).unwrap_or(usize::MAX)),
        Ok(Err(_)) | Err(_) => f64::NAN,
    }
}

fn measure_reviews(app: &App) {
    let counts = app.reviews.counts();
    gauge!("giog_reviews_waiting").set(number(counts.waiting));
    for (outcome, count) in [
        ("made", counts.made),
        ("by_worker", counts.by_workers),
        ("refused", counts.refused),
        ("failed", counts.failed),
    ] {
        counter!("giog_reviews_total", "outcome" => outcome).absolute(count);
    }
    counter!("giog_reviewing_milliseconds_total").absolute(counts.took_ms);
}

/// The numbers of rooms.
#[derive(Debug, Default)]
struct Census {
    phases: [u32; 4],
    /// In the order of [`Variant::ALL`].
    running: [u32; Variant::ALL.len()],
    people: u32,
    bots: u32,
    free: u32,
    coming: usize,
    set_aside: usize,
    load: Load,
    thinking: Thinking,
}

impl Census {
    fn of(app: &App) -> Self {
        let mut census = Self::default();
        for room in app.hub.rooms_here() {
            census.phases[room.phase as usize] += 1;
            if room.phase == Phase::Playing {
                let index = Variant::ALL.iter().position(|&of| of == room.variant);
                census.running[index.expect("all are there")] += 1;
            }
            for seat in &room.seats {
                match seat {
                    Some(Occupant::Person(_)) => census.people += 1,
                    Some(Occupant::Bot { .. }) => census.bots += 1,
                    None => census.free += 1,
                }
            }
        }
        census.coming = app.hub.rooms_coming();
        census.set_aside = app.hub.set_aside_count();
        census.load = app.hub.load();
        census.thinking = app.hub.thinking();
        census
    }

    fn tell(&self) {
        for (phase, name) in [
            (Phase::Gathering, "gathering"),
            (Phase::Opening, "opening"),
            (Phase::Playing, "playing"),
        ] {
            gauge!("giog_rooms", "phase" => name).set(self.phases[phase as usize]);
        }
        gauge!("giog_rooms_coming").set(number(self.coming));
        gauge!("giog_rooms_set_aside").set(number(self.set_aside));
        for (variant, running) in Variant::ALL.iter().zip(self.running) {
            gauge!("giog_matches_running", "variant" => variant.id()).set(running);
        }
        for (by, seats) in [
            ("person", self.people),
            ("bot", self.bots),
            ("nobody", self.free),
        ] {
            gauge!("giog_seats", "by" => by).set(seats);
        }
        let spectators = u32::try_from(self.load.spectators).unwrap_or(u32::MAX);
        gauge!("giog_spectators").set(spectators);
        gauge!("giog_room_waiting_inputs").set(number(self.load.waiting_inputs));
        measure_thinking(self.thinking);
        gauge!("giog_room_waiting_inputs_max").set(number(self.load.most_waiting_inputs));
    }
}

fn measure_thinking(thinking: Thinking) {
    gauge!("giog_thoughts_waiting").set(number(thinking.waiting));
    counter!("giog_thoughts_total").absolute(thinking.done);
    counter!("giog_thoughts_given_up_total").absolute(thinking.given_up);
    counter!("giog_thinking_milliseconds_total").absolute(thinking.took_us / 1_000);
}

fn measure_health(health: Health) {
    let is_ready = health.readiness == Readiness::Ready;
    gauge!("giog_ready").set(f64::from(u8::from(is_ready)));
    gauge!("giog_storage_available").set(f64::from(u8::from(health.storage_available)));
    let is_cut_off = health.readiness == Readiness::CutOff;
    gauge!("giog_cluster_cut_off").set(f64::from(u8::from(is_cut_off)));
}

fn measure_log(app: &App) {
    let (rows, bytes) = app.commit.waiting();
    gauge!("giog_commit_waiting_rows").set(number(rows));
    gauge!("giog_commit_waiting_bytes").set(number(bytes));
    gauge!("giog_database_rolled_back").set(f64::from(u8::from(app.condition.rolled_back)));
    counter!("giog_rollback_seen_total").absolute(app.hub.rollbacks_seen());
    counter!("giog_overloaded_milliseconds_total").absolute(app.costs.overloaded_ms());
    let counters = app.commit.counters();
    for (name, value) in [
        ("giog_commits_total", counters.commits()),
        ("giog_commit_retries_total", counters.retries()),
        ("giog_commit_failed_rows_total", counters.failed_rows()),
        ("giog_commit_busy_total", counters.busy()),
        ("giog_rating_faults_total", app.store.rating_faults()),
    ] {
        counter!(name).absolute(value);
    }
}

fn measure_backup(app: &App) {
    // 0 if there was none: so long ago that any alert fires.
    let made_at = app.condition.backups.last().unwrap_or_default();
    let seconds = made_at.as_secs_f64();
    gauge!("giog_last_backup_timestamp_seconds").set(seconds);
}

fn measure_soundness(app: &App) {
    let known = app.condition.damage_check.known();
    gauge!("giog_database_damage_found")
        .set(number(usize::try_from(known.damage).unwrap_or(usize::MAX)));
    let checked_ms = known.checked_at.map_or(0, Timestamp::unix_ms);
    let checked_at = Duration::from_millis(checked_ms.unsigned_abs());
    gauge!("giog_database_checked_timestamp_seconds").set(checked_at.as_secs_f64());
    counter!("giog_database_checked_rows_total").absolute(known.rows);
    counter!("giog_database_checked_bytes_total").absolute(known.bytes);
}

fn measure_disk(app: &App) {
    let free = app.condition.disk.found().free_bytes;
    let free = free.map_or(f64::NAN, |free| {
        number(usize::try_from(free).unwrap_or(usize::MAX))
    });
    gauge!("giog_disk_free_bytes").set(free);
    let low = app.hub.is_disk_low();
    gauge!("giog_disk_low").set(f64::from(u8::from(low)));
    let is_doubted = app.condition.date.doubted().is_some();
    gauge!("giog_date_doubted").set(f64::from(u8::from(is_doubted)));
}

fn measure_lease(app: &App) {
    let lease = app.condition.lease.look();
    gauge!("giog_lease_held").set(f64::from(u8::from(lease.held)));
    gauge!("giog_lease_number").set(number(usize::try_from(lease.number).unwrap_or(usize::MAX)));
    gauge!("giog_lease_age_seconds").set(lease.age.as_secs_f64());
    counter!("giog_lease_renewals_total").absolute(lease.renewals);
    counter!("giog_lease_renewal_failures_total").absolute(lease.failures);
}

fn measure_cluster(counts: &ClusterCounts) {
    for (name, count) in [
        ("giog_cluster_nodes", &counts.nodes),
        ("giog_cluster_shards", &counts.shards),
        ("giog_cluster_links", &counts.links),
        ("giog_cluster_waiting_bytes", &counts.waiting_bytes),
    ] {
        gauge!(name).set(number(usize::try_from(count.get()).unwrap_or(usize::MAX)));
    }
    for (name, count) in [
        ("giog_cluster_shards_left_total", &counts.shards_left),
        ("giog_cluster_take_overs_total", &counts.take_overs),
        ("giog_cluster_links_lost_total", &counts.links_lost),
        ("giog_cluster_forged_total", &counts.forged),
    ] {
        counter!(name).absolute(count.get());
    }
    for (direction, messages, bytes) in [
        ("sent", &counts.sent, &counts.sent_bytes),
        ("received", &counts.received, &counts.received_bytes),
    ] {
        counter!("giog_cluster_messages_total", "direction" => direction).absolute(messages.get());
        counter!("giog_cluster_bytes_total", "direction" => direction).absolute(bytes.get());
    }
}

fn measure_process(app: &App) {
    gauge!("giog_connections_limit").set(number(app.limits.connections));
    gauge!("giog_build_info", "version" => VERSION).set(1.0);
    gauge!("giog_uptime_seconds").set(app.uptime().as_secs_f64());
    if let Some(process) = Process::now() {
        gauge!("process_resident_memory_bytes").set(process.resident_bytes);
        gauge!("process_open_fds").set(process.open_fds);
        gauge!("process_max_fds").set(process.max_fds);
        gauge!("process_start_time_seconds").set(process.started_at_s);
        counter!("process_cpu_seconds_total").absolute(process.cpu_seconds);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a gauge shows magnitudes")]
fn number(n: usize) -> f64 {
    n as f64
}
