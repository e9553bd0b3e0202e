//! The names of everything that is measured, and what they mean.

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusRecorder};

/// Bounds of what takes time, in seconds: from what memory takes to what nobody waits for.
const SECONDS: [f64; 13] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// Bounds of the rows in a commit, up to the largest group.
const ROWS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// What only grows.
const COUNTERS: [(&str, &str); 25] = [
    ("giog_sockets_opened_total", "Sockets that were opened."),
    (
        "giog_sockets_closed_total",
        "Sockets that were closed, by reason; too_slow: they did not keep up.",
    ),
    ("giog_frames_sent_total", "Frames written to sockets."),
    (
        "giog_sent_bytes_total",
        "Bytes of the frames written to sockets.",
    ),
    ("giog_frames_received_total", "Frames read from sockets."),
    (
        "giog_received_bytes_total",
        "Bytes of the frames read from sockets.",
    ),
    (
        "giog_requests_total",
        "Requests over sockets, by type; unreadable: frames that are no request.",
    ),
    (
        "giog_refusals_total",
        "Requests over sockets that were refused, by code; refused_by_the_game: by its rules.",
    ),
    (
        "giog_http_requests_total",
        "Requests over HTTP, by method, route and status.",
    ),
    ("giog_guests_made_total", "New guests."),
    ("giog_rooms_opened_total", "Rooms that were made."),
    ("giog_rooms_closed_total", "Rooms that were closed."),
    (
        "giog_starts_cancelled_total",
        "Starts that became no match.",
    ),
    ("giog_matches_started_total", "Matches that began, by game."),
    (
        "giog_matches_finished_total",
        "Matches that were played to their end, by game.",
    ),
    (
        "giog_matches_abandoned_total",
        "Matches that were abandoned, by game.",
    ),
    (
        "giog_matches_deleted_total",
        "Finished matches that were deleted because of their age.",
    ),
    (
        "giog_commits_total",
        "Transactions of the log that got through.",
    ),
    (
        "giog_commit_retries_total",
        "Tries to commit whose outcome was unknown, so that they were made again.",
    ),
    (
        "giog_commit_failed_rows_total",
        "Rows of the log that never will be durable.",
    ),
    (
        "giog_commit_busy_total",
        "Rows that had to be offered again, since too many were waiting.",
    ),
    (
        "giog_rollback_seen_total",
        "How often a client said that it has seen more of a room than the database has.",
    ),
    (
        "giog_lease_renewals_total",
        "Renewals of the lease on the database.",
    ),
    (
        "giog_lease_renewal_failures_total",
        "Renewals of the lease that failed, and were tried again.",
    ),
    (
        "process_cpu_seconds_total",
        "CPU time of the process, in seconds.",
    ),
];

/// What goes up and down.
const GAUGES: [(&str, &str); 23] = [
    ("giog_build_info", "The version of the program; always 1."),
    (
        "giog_uptime_seconds",
        "For how long this server has owned the rooms.",
    ),
    ("giog_sockets", "Sockets that are open."),
    ("giog_rooms", "Rooms, by phase."),
    (
        "giog_rooms_coming",
        "Rooms that are still to come back after a start.",
    ),
    (
        "giog_rooms_set_aside",
        "Rooms that were set aside, for a fault: the operator brings them back or closes them.",
    ),
    (
        "giog_matches_running",
        "Matches that are being played, by game.",
    ),
    (
        "giog_seats",
        "Seats of rooms, by who has them: person, bot or nobody.",
    ),
    ("giog_spectators", "People who are in rooms without a seat."),
    (
        "giog_room_waiting_inputs",
        "Inputs that wait for rooms, in all.",
    ),
    (
        "giog_room_waiting_inputs_max",
        "Inputs that wait for the room with the most.",
    ),
    (
        "giog_commit_waiting_rows",
        "Rows that wait to be committed.",
    ),
    (
        "giog_commit_waiting_bytes",
        "Bytes of the rows that wait to be committed or are being committed.",
    ),
    (
        "giog_storage_available",
        "Whether the log gets through to the database: 1 or 0.",
    ),
    (
        "giog_database_rolled_back",
        "Whether the database was older at the start than when it was served last: 1 or 0.",
    ),
    (
        "giog_disk_free_bytes",
        "Bytes that are free where the data folder is, and the database where it is a file; NaN where that is not known.",
    ),
    (
        "giog_disk_low",
        "Whether the disk is nearly full, so that no room is made: 1 or 0.",
    ),
    (
        "giog_lease_held",
        "Whether this server owns the rooms: 1, or 0 once it has lost them.",
    ),
    (
        "giog_lease_number",
        "The number of the lease; it grows with each take-over.",
    ),
    (
        "giog_lease_age_seconds",
        "Time since the lease was taken or renewed last.",
    ),
    (
        "process_resident_memory_bytes",
        "Memory that the process has in RAM.",
    ),
    (
        "process_open_fds",
        "Files and connections that the process has open.",
    ),
    (
        "process_start_time_seconds",
        "When the process began, in Unix time.",
    ),
];

/// What is told as a distribution.
const HISTOGRAMS: [(&str, &str, &[f64]); 4] = [
    (
        "giog_decision_seconds",
        "From the decoding of an action to its answer being on its way, its commit included.",
        &SECONDS,
    ),
    (
        "giog_commit_seconds",
        "How long a transaction of the log took, retries included.",
        &SECONDS,
    ),
    (
        "giog_commit_rows",
        "Rows of the log in a transaction.",
        &ROWS,
    ),
    (
        "giog_http_seconds",
        "How long a request over HTTP took, by route.",
        &SECONDS,
    ),
];

/// A recorder that knows the bounds of the distributions.
pub fn recorder() -> PrometheusRecorder {
    let builder =
        HISTOGRAMS
            .iter()
            .fold(PrometheusBuilder::new(), |builder, &(name, _, bounds)| {
                builder
                    .set_buckets_for_metric(Matcher::Full(name.to_owned()), bounds)
                    .expect("there are bounds")
            });
    builder.build_recorder()
}

/// Says what everything means, to the recorder of this thread.
pub fn describe() {
    for (name, help) in COUNTERS {
        describe_counter!(name, help);
    }
    for (name, help) in GAUGES {
        describe_gauge!(name, help);
    }
    for (name, help, _) in HISTOGRAMS {
        describe_histogram!(name, help);
    }
}
