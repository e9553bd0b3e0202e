//! The names and descriptions of all metrics.

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusRecorder};

/// Buckets of durations, in seconds: from access to memory to what no client waits for.
const SECONDS: [f64; 13] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// Buckets of the rows in a commit, up to the largest group.
const ROWS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Counters: they only increase.
const COUNTERS: [(&str, &str); 41] = [
    ("giog_sockets_opened_total", "Opened sockets."),
    (
        "giog_sockets_closed_total",
        "Closed sockets, by reason; too_slow: the client did not keep up.",
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
        "Requests over sockets, by type; unreadable: frames that are not requests.",
    ),
    (
        "giog_refusals_total",
        "Refused requests over sockets, by code; refused_by_the_game: by the rules of the game.",
    ),
    (
        "giog_http_requests_total",
        "Requests over HTTP, by method, route and status.",
    ),
    ("giog_guests_made_total", "New guests."),
    (
        "giog_rooms_opened_total",
        "Created rooms, and rooms that slept and were opened again.",
    ),
    ("giog_rooms_closed_total", "Closed rooms."),
    ("giog_starts_cancelled_total", "Cancelled starts."),
    ("giog_matches_started_total", "Started matches, by game."),
    ("giog_matches_finished_total", "Finished matches, by game."),
    (
        "giog_matches_abandoned_total",
        "Abandoned matches, by game.",
    ),
    (
        "giog_matches_deleted_total",
        "Finished matches deleted because of their age.",
    ),
    (
        "giog_notifications_total",
        "Notifications of devices (Web Push), by outcome: sent, failed, gone (the subscription has ended) or dropped (of people for whom the queue was full).",
    ),
    ("giog_commits_total", "Committed transactions of the log."),
    (
        "giog_commit_retries_total",
        "Commits with an unknown outcome, which were retried.",
    ),
    (
        "giog_commit_failed_rows_total",
        "Rows of the log that cannot be stored.",
    ),
    (
        "giog_rating_faults_total",
        "Matches of rated tables that were stored as unrated because their ratings could not be computed or stored.",
    ),
    (
        "giog_commit_busy_total",
        "Rows that had to wait because the queue was full.",
    ),
    (
        "giog_rollback_seen_total",
        "How often a client had seen more of a room than the database has.",
    ),
    (
        "giog_database_checked_rows_total",
        "Rows and entries of indexes that were read to find damage.",
    ),
    ("giog_database_checked_bytes_total", "Their bytes."),
    (
        "giog_overloaded_milliseconds_total",
        "For how long the server was overloaded, so that everything but plays had to wait.",
    ),
    (
        "giog_lease_renewals_total",
        "Renewals of the lease on the database.",
    ),
    (
        "giog_lease_renewal_failures_total",
        "Failed renewals of the lease, which were retried.",
    ),
    (
        "giog_thoughts_total",
        "Decisions of computer players that were thought over.",
    ),
    (
        "giog_thoughts_given_up_total",
        "Decisions of computer players that were not thought over: the queue was full, or a fault.",
    ),
    (
        "giog_thinking_milliseconds_total",
        "How long computer players have thought, on all threads together.",
    ),
    (
        "giog_reviews_total",
        "Reviews of finished matches, by outcome: made, by_worker (a worker outside made it), refused (a worker's was false) or failed.",
    ),
    (
        "giog_reviewing_milliseconds_total",
        "How long reviews of finished matches took, one after another.",
    ),
    (
        "giog_cluster_shards_left_total",
        "Shards of this server that went to another one.",
    ),
    (
        "giog_cluster_take_overs_total",
        "Servers that this one took for gone and fenced.",
    ),
    (
        "giog_cluster_links_lost_total",
        "Links to other servers that broke.",
    ),
    (
        "giog_cluster_messages_total",
        "Messages over NATS, by direction: sent or received.",
    ),
    (
        "giog_cluster_bytes_total",
        "Bytes of the messages over NATS, by direction: sent or received.",
    ),
    (
        "giog_cluster_forged_total",
        "Messages over NATS that were not what the other server sent.",
    ),
    (
        "process_cpu_seconds_total",
        "CPU time of the process, in seconds.",
    ),
];

/// Gauges.
const GAUGES: [(&str, &str); 39] = [
    ("giog_build_info", "The version of the program; always 1."),
    (
        "giog_uptime_seconds",
        "Time for which this server has owned the rooms, in seconds.",
    ),
    ("giog_sockets", "Open sockets."),
    (
        "giog_connections_limit",
        "How many connections may be open, by the setting `limits.connections`.",
    ),
    (
        "giog_reports_waiting",
        "Reports that are not settled, up to 10,000; NaN while the database is unreachable.",
    ),
    (
        "giog_last_backup_timestamp_seconds",
        "When `giog backup` last made a complete backup with this data folder, in Unix seconds; 0 for never.",
    ),
    ("giog_rooms", "Rooms, by phase."),
    (
        "giog_rooms_coming",
        "Rooms still to be restored after a start.",
    ),
    (
        "giog_rooms_set_aside",
        "Rooms set aside after a fault; the operator can restore or close them.",
    ),
    ("giog_matches_running", "Running matches, by game."),
    (
        "giog_seats",
        "Seats of rooms, by occupant: person, bot or nobody.",
    ),
    ("giog_spectators", "People in rooms without a seat."),
    ("giog_room_waiting_inputs", "Waiting inputs of all rooms."),
    (
        "giog_room_waiting_inputs_max",
        "Waiting inputs of the room with the most.",
    ),
    (
        "giog_thoughts_waiting",
        "Decisions of computer players that wait for a thread or are thought over.",
    ),
    (
        "giog_reviews_waiting",
        "Reviews of finished matches that are made or wait for it.",
    ),
    (
        "giog_review_bytes",
        "Bytes of the reviews that the database keeps; NaN while it is unreachable.",
    ),
    ("giog_commit_waiting_rows", "Rows waiting to be committed."),
    (
        "giog_commit_waiting_bytes",
        "Bytes of rows waiting to be committed or being committed.",
    ),
    (
        "giog_ready",
        "Whether this server is ready for people, as `/readyz` says: 1 or 0.",
    ),
    (
        "giog_storage_available",
        "Whether the database accepts writes, which is tried if nobody plays: 1 or 0.",
    ),
    (
        "giog_database_rolled_back",
        "Whether the database was older at the start than at the last run: 1 or 0.",
    ),
    (
        "giog_database_damage_found",
        "How often damage was found in the database, at the start or since; 0 after a complete check that finds none.",
    ),
    (
        "giog_database_checked_timestamp_seconds",
        "When the database was last checked completely, in Unix seconds; 0 for not since the start.",
    ),
    (
        "giog_disk_free_bytes",
        "Free bytes on the disk of the data folder, or of the SQLite file if that is less; NaN if unknown.",
    ),
    (
        "giog_disk_low",
        "Whether the disk is nearly full, so that nothing new is begun: 1 or 0.",
    ),
    (
        "giog_date_doubted",
        "Whether the date of the machine jumped, so that expired data is not deleted: 1 or 0.",
    ),
    (
        "giog_lease_held",
        "Whether this server owns the rooms: 1, or 0 after it has lost them.",
    ),
    (
        "giog_lease_number",
        "The number of the lease; it grows with each takeover.",
    ),
    (
        "giog_lease_age_seconds",
        "Time since the lease was last taken or renewed.",
    ),
    (
        "giog_cluster_nodes",
        "Servers that share the rooms, this one included; 0 if it has all rooms.",
    ),
    (
        "giog_cluster_shards",
        "Shards that this server has, of 256; 0 if it shares the rooms with nobody.",
    ),
    (
        "giog_cluster_links",
        "Open links to other servers: two for each, one in each direction.",
    ),
    (
        "giog_cluster_cut_off",
        "Whether this server is not ready because others are better off: 1 or 0.",
    ),
    (
        "giog_cluster_waiting_bytes",
        "Bytes that wait for a place on a link: over 48 MiB joins are refused, over 64 it breaks.",
    ),
    (
        "process_resident_memory_bytes",
        "Resident memory of the process, in bytes.",
    ),
    (
        "process_open_fds",
        "Open files and connections of the process.",
    ),
    (
        "process_max_fds",
        "Files and connections that the process may have open.",
    ),
    (
        "process_start_time_seconds",
        "Start time of the process, in Unix seconds.",
    ),
];

/// Histograms, with their buckets.
const HISTOGRAMS: [(&str, &str, &[f64]); 4] = [
    (
        "giog_decision_seconds",
        "Time from decoding an action to sending its answer, including the commit.",
        &SECONDS,
    ),
    (
        "giog_commit_seconds",
        "Duration of a transaction of the log, including retries.",
        &SECONDS,
    ),
    (
        "giog_commit_rows",
        "Rows per transaction of the log.",
        &ROWS,
    ),
    (
        "giog_http_seconds",
        "Duration of HTTP requests, by route.",
        &SECONDS,
    ),
];

/// A recorder with these buckets.
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

/// Registers all descriptions with the recorder of this thread.
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
