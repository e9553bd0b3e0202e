//! The server: WebSocket and REST on one address, settings, start and stop.
//!
//! It transfers messages and identifies people. Rooms are in `giog-rooms`; the server knows nothing of the rules of games.

mod accept;
mod address;
mod ambient;
mod answers;
mod asset;
mod backups;
mod bans;
mod branches;
mod cacheable;
mod cached;
mod client;
mod cluster;
mod cluster_counts;
mod cluster_secret;
mod connection_limits;
mod content_coding;
mod cors;
mod cost;
mod damage_check;
mod database_mark;
mod date;
mod descriptors;
mod device;
mod devices;
mod disk;
mod erasing;
mod feed;
mod forgetting;
mod generated;
mod guests;
mod handover;
mod health;
mod hours;
mod idle_timeout;
mod incoming;
mod invitations;
mod key;
mod lease;
mod lease_holder;
mod limits;
mod listeners;
mod live;
mod log_throttle;
mod metrics;
mod node_standing;
mod once_signal;
mod openings;
mod operator;
mod outage;
mod outgoing;
mod page_paths;
mod pairs;
mod places;
mod practice;
mod private_file;
mod problem;
mod push;
mod records;
mod recovery;
mod reload;
mod report_limits;
mod rest;
mod retention;
mod reviews;
mod router;
mod run;
mod run_error;
mod scrape;
mod seasons;
mod secret_files;
mod security_txt;
mod settings;
mod shown_ratings;
mod signer;
mod slowly;
mod sockets;
mod state;
mod summaries;
mod web;
mod webhooks;
mod workers;
mod ws;

pub use address::Addresses;
pub use ambient::{OsRandom, SystemClock, os_random};
pub use backups::BackupMark;
pub use client::{ClientAddress, Proxies};
pub use cluster::BadCaFile;
pub use database_mark::{DatabaseMark, MarkError};
pub use date::date_doubt;
pub use descriptors::{
    RESERVED as RESERVED_DESCRIPTORS, fewer_connections, limit as descriptor_limit,
    raise as raise_descriptor_limit,
};
pub use disk::free_space;
pub use guests::{Guests, NewGuest, Rename};
pub use incoming::{PassedSockets, Peer};
pub use key::{KeyError, SigningKey};
pub use lease::{LeaseLook, LeaseWatch, keep as keep_lease};
pub use lease_holder::FolderLock;
pub use listeners::{Listeners, Ready};
pub use live::Live;
pub use operator::{OperatorHosts, OperatorToken, TOKEN_FILE, router as operator_router};
pub use private_file::make_private_folder;
pub use router::{router, routes};
pub use run::{Service, run, run_service};
pub use run_error::RunError;
pub use seasons::make_tables as make_season_tables;
pub use secret_files::readable_secrets;
pub use settings::{
    BadListen, BadPushHost, BadSettings, Cluster, DEFAULT_FILE, Fault, Faults, Listen, LogFormat,
    Operator, Overrides, ProxyHeader, PublicUrl, PushHost, PushSettings, Retention, ServerLimits,
    Settings, Site, Webhooks, settings_file, warn_of_settings_readers,
};
pub use state::{App, AppParts, app, room_context};
pub use ws::{Next, Session};
