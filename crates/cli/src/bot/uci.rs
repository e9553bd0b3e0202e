//! `giog bot uci`: an engine that speaks UCI or UCCI decides for a seat of xiangqi.

use giog_client::Refusal;
use giog_protocol::bot::{Place, Turn};
use giog_rules::boards::{BoardAction, BoardVariant, BoardView, GameFields, Ply, SeenFields};
use giog_rules::{Action, MatchId, Options, Outcome, Variant};
use giog_seats::{Answered, Player};
use tokio::time::Instant;

use super::engine::Engine;
use super::pipe::EngineError;

/// An engine at a table. Any error of it ends the program.
#[derive(Debug)]
pub struct Uci {
    engine: Engine,
    asked: Option<Turn>,
}

impl Uci {
    /// For a running engine.
    pub const fn new(engine: Engine) -> Self {
        Self {
            engine,
            asked: None,
        }
    }
}

impl Player for Uci {
    fn plays(&self, variant: Variant) -> bool {
        variant == Variant::Board(BoardVariant::Xiangqi)
    }

    async fn begin(&mut self, _place: Place, _options: Options) -> anyhow::Result<()> {
        Ok(())
    }

    async fn ask(&mut self, turn: Turn, _by: Option<Instant>) -> anyhow::Result<()> {
        let moves = turn.view.board().map(moves_of).unwrap_or_default();
        self.engine.think(&moves).await?;
        self.asked = Some(turn);
        Ok(())
    }

    async fn answer(&mut self) -> anyhow::Result<Answered> {
        let points = self.engine.answer().await?;
        let Some(turn) = self.asked.take() else {
            return std::future::pending().await;
        };
        let action = Action::Board(BoardAction::Move {
            points: points.clone(),
        });
        // Players in games with hidden pieces are not told the legal moves: there the server checks.
        let listed = turn.decision.actions();
        if listed.is_some_and(|legal| !legal.contains(&action)) {
            return Err(EngineError::Illegal(points).into());
        }
        Ok(Answered {
            place: turn.place,
            turn: turn.turn,
            action: Some(action),
            fallback: None,
        })
    }

    async fn go_on(&mut self) -> anyhow::Result<()> {
        Ok(())
    }

    async fn refused(
        &mut self,
        answered: &Answered,
        _refusal: &Refusal,
    ) -> anyhow::Result<Option<Action>> {
        let text = match &answered.action {
            Some(Action::Board(action)) => action.typed(),
            _ => String::new(),
        };
        Err(EngineError::Illegal(text).into())
    }

    async fn withdraw(&mut self, _match_id: MatchId) -> anyhow::Result<()> {
        self.asked = None;
        Ok(self.engine.stop().await?)
    }

    async fn end(
        &mut self,
        place: Place,
        _outcome: Option<Outcome>,
        _record: Option<String>,
    ) -> anyhow::Result<()> {
        self.withdraw(place.match_id).await
    }
}

/// The moves of the match so far.
fn moves_of(view: &BoardView) -> Vec<String> {
    let (SeenFields::Open(GameFields::Chess { notation, .. })
    | SeenFields::Blindfold { notation, .. }) = &view.position.fields
    else {
        return Vec::new();
    };
    let text = |ply: &Ply| {
        let (Ply::Noted(_, text, ..) | Ply::Plain(_, text)) = ply;
        text.clone()
    };
    notation.iter().map(text).collect()
}
