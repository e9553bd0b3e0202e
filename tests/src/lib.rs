//! Helpers for the end-to-end tests.
//!
//! The tests themselves are in `tests/e2e`: one program with a module per subject. They run a server in the same process ([`Server`]) or
//! in a process of its own that can be killed ([`ServerProcess`]), on SQLite or Postgres ([`Database`]), and use real sockets. [`Socket`]
//! uses JSON without the project's types, so that a mistake in these types is not hidden; [`Player`] plays over one and remembers
//! everything that it has seen. [`Terminal`] runs `giog play` or similar commands, as a person would.
//!
//! | variable | what it does |
//! |---|---|
//! | `GIOG_TEST_POSTGRES` | the address of a Postgres user who may create databases; `tests/run` sets it |
//! | `GIOG_TEST_POSTGRES_PROGRAMS`, `GIOG_TEST_POSTGRES_USER` | the folder of Postgres' programs, and the user who runs them; `tests/run` sets them if it starts Postgres. Without them, tests that need Postgres servers of their own are skipped |
//! | `GIOG_TEST_SEED` | the seed of the players' choices and of the times of kills; 1 if unset |
//! | `GIOG_TEST_MAHJONG` | the length of mahjong matches in tests with kills: `hand` if unset, `round` or `full` |
//! | `GIOG_TEST_TABLES`, `GIOG_TEST_THINK_MS` | the number of tables on three servers of which some are killed, and how long players think there, in milliseconds; 6 and 100 if unset |
//! | `GIOG_TEST_OLD_PROGRAM` | the binary `giog` of an earlier build, for an otherwise ignored test in which it shares rooms with this build |
//! | `GIOG_TEST_KILLS` | how often the server is killed in each test that does so; if unset, some dozens in all. For many kills use `tests/run --profile long` |
//! | `GIOG_TEST_CONNECTIONS` | the number of connections that are opened and closed again; 2,000 if unset |
//! | `GIOG_TEST_NIGHT_PEOPLE` | the number of people in the simulated night; 150 if unset |
//! | `GIOG_TEST_NIGHT_SECONDS` | the duration of its two nights together, without the mornings, in seconds; 15 if unset |
//! | `GIOG_TEST_UPDATE` | if set, the session in `docs/PROTOCOL.md` is rewritten |

mod chance;
mod choice;
mod database;
mod disk;
mod failover;
mod feed;
mod forge;
mod http;
mod limits;
mod nats;
mod patience;
mod player;
mod ports;
mod process;
mod proof;
mod proxy;
mod push;
mod server;
mod socket;
mod table;
mod terminal;

pub use chance::Chance;
pub use choice::choose;
pub use database::{Database, Held};
pub use disk::BadDisk;
pub use failover::Failover;
pub use feed::{FeedClient, FeedEvent};
pub use forge::forge;
pub use http::{HttpAnswer, all_rooms_are_back, ask, get, get_as, get_with, request, send};
pub use limits::lifted;
pub use nats::Nats;
pub use patience::{PATIENCE, number_from_env, patiently, seed};
pub use player::{Finished, Habits, Player};
pub use ports::free_port;
pub use process::{OPERATOR_TOKEN, ServerProcess, peak_kib, program};
pub use proof::{
    Proven, assert_proven, check_kept_record, check_record, check_record_against, failures, told,
};
pub use proxy::Proxy;
pub use push::{Browser, PushService, Pushed};
pub use server::{Server, quick};
pub use socket::{Gone, Socket};
pub use table::{Seated, Table};
pub use terminal::{Terminal, giog};
