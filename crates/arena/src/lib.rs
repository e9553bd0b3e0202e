//! The arena: engines against each other in one process, without a server and a database (`docs/ARENA.md`).
//!
//! A [`Contest`] says what is played, [`EngineSpec`]s by whom; a [`Run`] plays it on several threads and gives a [`Report`]. A match
//! takes its [`Course`] decision by decision, also where nobody but a caller decides (`giog-learning`). An [`Engine`] is told what its seat sees and nothing else. Everything follows from a named seed: the same run gives the same matches,
//! records and numbers, whatever the number of threads.

mod builtin;
mod clock;
mod contest;
mod course;
mod engine;
mod error;
mod play;
pub mod process;
mod program;
mod records;
mod report;
mod run;
mod seating;
mod seeds;
mod spec;
pub mod statistics;
mod tally;

pub use builtin::{BUILTINS, Builtin, OPEN_HANDED, judged};
pub use clock::Clock;
pub use contest::{Contest, Pairing};
pub use course::{Course, Kept};
pub use engine::{Asked, Choice, Engine, Fault, Over, Start};
pub use error::ArenaError;
pub use program::Limits;
pub use records::Before;
pub use report::{EngineReport, Faults, PairingReport, Report, Times};
pub use run::{Progress, Run, Stopped, USUAL_RESTARTS};
pub use seating::{Contestant, Seating, Seatings};
pub use seeds::ArenaSeed;
pub use spec::EngineSpec;
