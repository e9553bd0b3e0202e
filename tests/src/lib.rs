//! Helpers of the end-to-end tests.
//!
//! The tests themselves are in `tests/e2e`: one program, a module for each subject. They run a server in the same
//! process ([`Server`]) or as a process of its own that can be killed ([`ServerProcess`]), on SQLite or Postgres
//! ([`Database`]), and speak to it over real sockets. [`Socket`] knows JSON and nothing of the project's types, so that a
//! mistake in these does not hide itself; [`Player`] plays over one and remembers everything that it saw.
//! [`Terminal`] is `giog play` or its like with a person before it.
//!
//! | variable | what it does |
//! |---|---|
//! | `GIOG_TEST_POSTGRES` | the address of a Postgres user who may create databases; `tests/run` sets it |
//! | `GIOG_TEST_POSTGRES_PROGRAMS`, `GIOG_TEST_POSTGRES_USER` | where the programs of Postgres are, and as whom they run; `tests/run` sets them where it starts Postgres. Without them nothing is tested that needs servers of its own |
//! | `GIOG_TEST_SEED` | the seed of the players' choices and of the moments of killing; 1 if unset |
//! | `GIOG_TEST_MAHJONG` | how long a match of mahjong is in tests of kills: `hand` if unset, `round` or `full` |
//! | `GIOG_TEST_TABLES`, `GIOG_TEST_THINK_MS` | how many tables there are on three servers of which some are killed, and how long people think there; 6 and 100 if unset |
//! | `GIOG_TEST_OLD_PROGRAM` | the binary `giog` of an earlier build, that is to share rooms with this one in a test that is ignored otherwise |
//! | `GIOG_TEST_KILLS` | how often the server is killed in each of the tests that do; by default some dozens in all; many take `tests/run --profile long` |
//! | `GIOG_TEST_CONNECTIONS` | how many connections are opened and closed again; 2,000 if unset |
//! | `GIOG_TEST_NIGHT_PEOPLE` | how many people come in a night in fast motion; 150 if unset |
//! | `GIOG_TEST_NIGHT_SECONDS` | how long its two nights take together, without the mornings; 15 if unset |
//! | `GIOG_TEST_UPDATE` | set to anything: the session in `docs/PROTOCOL.md` is written anew |

mod chance;
mod choice;
mod database;
mod disk;
mod failover;
mod forge;
mod http;
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
pub use forge::forge;
pub use http::{HttpAnswer, all_rooms_are_back, ask, get, get_as, get_with, request, send};
pub use nats::Nats;
pub use patience::{PATIENCE, number_from_env, patiently, seed};
pub use player::{Finished, Habits, Player};
pub use ports::free_port;
pub use process::{OPERATOR_TOKEN, ServerProcess, program};
pub use proof::{
    Proven, assert_proven, check_kept_record, check_record, check_record_against, failures, told,
};
pub use proxy::Proxy;
pub use push::{Browser, PushService, Pushed};
pub use server::{Server, quick};
pub use socket::{Gone, Socket};
pub use table::{Seated, Table};
pub use terminal::{Terminal, giog};
