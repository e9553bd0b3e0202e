//! The module `giog_env._native` for Python. It only hands on what `giog_learning` does; the package around it is in `src/giog_env`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what Python passes is handed over"
)]

use std::sync::Arc;

use giog_arena::ArenaSeed;
use giog_learning::{Batch, ENCODING, Encoding, Env};
use giog_rules::{Seat, Variant};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A Python error with this text.
fn bad(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The ids of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    Variant::ALL.iter().map(|variant| variant.id()).collect()
}

/// The encoding of a game with its options and number of seats.
#[pyclass(frozen, module = "giog_env._native")]
struct Rules {
    encoding: Arc<Encoding>,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (game, seats=None, options="{}"))]
    fn new(game: &str, seats: Option<usize>, options: &str) -> PyResult<Self> {
        let encoding = Encoding::new(game, seats, options).map_err(bad)?;
        Ok(Self {
            encoding: Arc::new(encoding),
        })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.encoding.terms().variant().id()
    }

    #[getter]
    fn name(&self) -> String {
        let info = self.encoding.terms().variant().describe();
        info.name().to_owned()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.encoding.seats()
    }

    /// With what `pickle` and `copy` make the same rules again.
    fn __getnewargs__(&self) -> PyResult<(&'static str, usize, String)> {
        Ok((self.game(), self.seats(), self.options()?))
    }

    /// The options in force, as JSON.
    #[getter]
    fn options(&self) -> PyResult<String> {
        serde_json::to_string(&self.encoding.terms().options()).map_err(bad)
    }

    #[getter]
    fn actions(&self) -> u32 {
        self.encoding.actions()
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.encoding.observation_size()
    }

    /// What an observation consists of: name, offset and length of each field.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize, usize)> {
        let fields = self.encoding.fields().iter();
        fields
            .map(|field| (field.name, field.offset, field.length))
            .collect()
    }
}

/// A match whose decisions are all made by the caller.
#[pyclass(module = "giog_env._native")]
#[derive(Clone)]
struct Match {
    encoding: Arc<Encoding>,
    env: Env,
    observation: Vec<i32>,
    seed: String,
    deal: u32,
    history: bool,
    /// The actions that were taken, from which a pickled match is played again.
    actions: Vec<i64>,
}

impl Match {
    fn check(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.env.encoding().seats() {
            return Ok(Seat::new(seat));
        }
        Err(PyIndexError::new_err(format!("there is no seat {seat}")))
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (rules, seed="0", deal=0, history=false))]
    fn new(rules: &Rules, seed: &str, deal: u32, history: bool) -> Self {
        let encoding = &rules.encoding;
        Self {
            encoding: Arc::clone(encoding),
            env: Env::new(encoding, &ArenaSeed::named(seed), deal, history),
            observation: vec![0; encoding.observation_size()],
            seed: seed.to_owned(),
            deal,
            history,
            actions: Vec::new(),
        }
    }

    /// The seat that decides now; none if the match is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.env.seat().map(Seat::index)
    }

    /// The seats that decide at the same time, the one that decides now first.
    #[getter]
    fn deciding(&self) -> Vec<usize> {
        self.env.deciding().into_iter().map(Seat::index).collect()
    }

    /// The number of actions that have been taken.
    #[getter]
    fn taken(&self) -> usize {
        self.env.course().taken()
    }

    /// The legal actions of a seat, ascending.
    fn legal(&self, seat: usize) -> PyResult<Vec<u32>> {
        Ok(self.env.legal(self.check(seat)?))
    }

    /// Writes what a seat observes into an array of `int32`, and returns its legal actions: none if it has nothing to decide.
    fn observe(
        &mut self,
        py: Python<'_>,
        seat: usize,
        observation: PyBuffer<i32>,
    ) -> PyResult<Vec<u32>> {
        let seat = self.check(seat)?;
        let mut legal = Vec::new();
        self.env.observe(seat, &mut self.observation, &mut legal);
        observation.copy_from_slice(py, &self.observation)?;
        Ok(legal)
    }

    /// Takes the action with this index for the seat that decides now.
    fn step(&mut self, action: i64) -> PyResult<()> {
        self.env.step(action).map_err(bad)?;
        self.actions.push(action);
        Ok(())
    }

    /// What each seat has gained; none before the match is over.
    fn returns(&self) -> Option<Vec<f64>> {
        self.env.returns()
    }

    /// The points of each seat; none before the match is over, and in games without scores.
    fn points(&self) -> Option<Vec<i64>> {
        self.env.points()
    }

    /// Everything that a seat has seen, and what it decides now, as lines of JSON; empty without `history`.
    fn history(&self, seat: usize) -> PyResult<String> {
        Ok(self.env.history(self.check(seat)?))
    }

    /// The seat's view of the match, as JSON.
    fn view(&self, seat: usize) -> PyResult<String> {
        let view = self.env.course().view(self.check(seat)?);
        serde_json::to_string(&view).map_err(bad)
    }

    /// The action with this index for a seat that has something to decide, as JSON; none if there is none.
    fn action(&self, seat: usize, index: u32) -> PyResult<Option<String>> {
        let action = self.env.action(self.check(seat)?, index);
        action
            .map(|action| serde_json::to_string(&action).map_err(bad))
            .transpose()
    }

    /// With what `pickle` makes the same match as it began.
    fn __getnewargs__(&self) -> (Rules, &str, u32, bool) {
        let encoding = Arc::clone(&self.encoding);
        (Rules { encoding }, &self.seed, self.deal, self.history)
    }

    /// What `pickle` keeps of its course: the actions that were taken.
    fn __getstate__(&self) -> Vec<i64> {
        self.actions.clone()
    }

    /// Takes these actions in a match that has just begun.
    fn __setstate__(&mut self, actions: Vec<i64>) -> PyResult<()> {
        actions.into_iter().try_for_each(|action| self.step(action))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.clone()
    }
}

/// Many matches at once.
#[pyclass(name = "Batch", module = "giog_env._native")]
struct Matches {
    batch: Batch,
}

#[pymethods]
impl Matches {
    #[new]
    fn new(rules: &Rules, matches: u32, seed: &str, mask: bool) -> Self {
        let encoding = Arc::clone(&rules.encoding);
        Self {
            batch: Batch::new(encoding, matches, ArenaSeed::named(seed), mask),
        }
    }

    /// Takes an action in each match.
    fn step(&mut self, py: Python<'_>, actions: PyBuffer<i32>) -> PyResult<()> {
        let actions = actions.to_vec(py)?;
        py.detach(|| self.batch.step(&actions)).map_err(bad)
    }

    /// Fills arrays with what is to be decided and what the last step has brought. Returns the legal actions of all matches.
    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn look<'py>(
        &self,
        py: Python<'py>,
        observations: PyBuffer<i32>,
        seats: PyBuffer<i32>,
        offsets: PyBuffer<i32>,
        done: PyBuffer<u8>,
        returns: PyBuffer<f32>,
        mask: Option<PyBuffer<u8>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        observations.copy_from_slice(py, self.batch.observations())?;
        seats.copy_from_slice(py, self.batch.seats())?;
        offsets.copy_from_slice(py, self.batch.offsets())?;
        done.copy_from_slice(py, self.batch.done())?;
        returns.copy_from_slice(py, self.batch.returns())?;
        if let Some(mask) = mask {
            mask.copy_from_slice(py, self.batch.mask())?;
        }
        let legal = self.batch.legal().iter();
        let bytes: Vec<u8> = legal.flat_map(|action| action.to_ne_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }
}

/// The module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ENCODING", ENCODING)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_class::<Rules>()?;
    module.add_class::<Match>()?;
    module.add_class::<Matches>()
}
