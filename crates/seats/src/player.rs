//! Whatever decides for the seats of a runner: a program with lines of JSON, an engine with UCI, or a model.

use giog_client::{Incoming, Refusal};
use giog_protocol::bot::{Place, Turn};
use giog_rules::{Action, MatchId, Options, Outcome, Variant};
use tokio::time::Instant;

/// What was decided for a turn.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The match and seat.
    pub place: Place,
    /// The turn.
    pub turn: u32,
    /// The action; none if nothing is to be sent, so that the clock decides.
    pub action: Option<Action>,
    /// What is sent instead if the server refuses it.
    pub fallback: Option<Action>,
}

/// Decides for the seats. Only [`Player::answer`] may be dropped while it waits; then nothing is lost.
#[expect(
    async_fn_in_trait,
    reason = "tables await their player where they are; neither goes to another thread"
)]
pub trait Player {
    /// Whether it plays this game.
    fn plays(&self, variant: Variant) -> bool;

    /// A match has begun, or it takes over a seat in it.
    async fn begin(&mut self, place: Place, options: Options) -> anyhow::Result<()>;

    /// Asks for an action, to be answered by this time.
    async fn ask(&mut self, turn: Turn, by: Option<Instant>) -> anyhow::Result<()>;

    /// The next action; waits for ever if nothing is asked.
    async fn answer(&mut self) -> anyhow::Result<Answered>;

    /// Goes on to the next question, after an answer.
    async fn go_on(&mut self) -> anyhow::Result<()>;

    /// The server has refused an action. Returns what to send instead, if anything.
    async fn refused(
        &mut self,
        answered: &Answered,
        refusal: &Refusal,
    ) -> anyhow::Result<Option<Action>>;

    /// The answer came too late, or somebody else was faster: nothing was taken. If the decision is still open, it is asked again.
    fn late(&mut self, _answered: &Answered) {}

    /// A message of the server, before anything else follows from it.
    fn notice(&mut self, _incoming: &Incoming) {}

    /// A question of this match needs no answer any more.
    async fn withdraw(&mut self, match_id: MatchId) -> anyhow::Result<()>;

    /// A match is over.
    async fn end(
        &mut self,
        place: Place,
        outcome: Option<Outcome>,
        record: Option<String>,
    ) -> anyhow::Result<()>;
}
