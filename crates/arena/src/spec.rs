//! Which engines play: how each is made for a seat.

use std::fmt;
use std::sync::Arc;

use giog_rules::{Seat, Terms};

use crate::builtin::Builtin;
use crate::engine::Engine;
use crate::error::ArenaError;
use crate::program::{Limits, Program};

type Make = dyn Fn(&Terms, Seat) -> Result<Box<dyn Engine>, ArenaError> + Send + Sync;

/// An engine that takes part.
#[derive(Clone)]
pub struct EngineSpec {
    name: String,
    make: Arc<Make>,
}

impl EngineSpec {
    /// An engine that is made by a function, once for each seat and job.
    pub fn made(
        name: impl Into<String>,
        make: impl Fn(&Terms, Seat) -> Result<Box<dyn Engine>, ArenaError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            make: Arc::new(make),
        }
    }

    /// An engine that is built in.
    pub fn builtin(builtin: &'static Builtin) -> Self {
        Self::made(format!("builtin:{}", builtin.name), |terms, _| {
            let made = builtin.make(terms);
            made.ok_or(ArenaError::NotPlayed {
                name: builtin.name,
                game: terms.variant(),
                seats: terms.seats(),
            })
        })
    }

    /// A program: its command and arguments. One process plays one seat, so that none sees two hands of a match.
    pub fn program(name: impl Into<String>, command: Vec<String>, limits: Limits) -> Self {
        let name = name.into();
        let own = name.clone();
        Self::made(name, move |_, _| {
            let program = Program::start(command.clone(), limits);
            let program = program.map_err(|error| ArenaError::Program {
                name: own.clone(),
                error,
            })?;
            Ok(Box::new(program))
        })
    }

    /// The same engine under another name.
    #[must_use]
    pub fn renamed(mut self, name: String) -> Self {
        self.name = name;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Makes one for a seat.
    pub(crate) fn make(&self, terms: &Terms, seat: Seat) -> Result<Box<dyn Engine>, ArenaError> {
        (self.make)(terms, seat)
    }
}

impl fmt::Debug for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineSpec").field(&self.name).finish()
    }
}
