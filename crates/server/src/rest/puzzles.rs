//! `/puzzles/daily`, `/puzzles/{puzzle}`, its answer, and reports of it.
//!
//! Until somebody has answered, nothing tells the answer, the match or who played; the id is drawn, and the view is that of one seat.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::PuzzleId;
use giog_protocol::rest::{DailyPuzzle, ProblemCode, Puzzle, PuzzleAnswer, PuzzleInput};
use giog_review::tricks::is_right;
use giog_rules::{Pieces, Seat, Variant};
use giog_store::StoredPuzzle;

use super::extract::{Json, Path};
use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::reviews::day_of;
use crate::state::App;

/// The puzzle of the day
///
/// The same for everybody from midnight to midnight in UTC. It stays when there are new ones; if its match is deleted, there is another one.
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/daily",
    tag = "puzzles",
    responses((status = 200, description = "The day and its puzzle.", body = ref("#/components/schemas/DailyPuzzle")))
)]
pub async fn daily_puzzle(State(app): State<App>) -> Result<Json<DailyPuzzle>, RestError> {
    let now = app.clock.now().wall;
    let found = app.store.puzzle_of_day(day_of(now)).await?;
    let puzzle = found.map(asked).transpose()?;
    let moment = now.to_string();
    let (day, _) = moment.split_once('T').unwrap_or((&moment, ""));
    Ok(Json(DailyPuzzle {
        day: day.to_owned(),
        puzzle: puzzle.map(Box::new),
    }))
}

/// A puzzle
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{puzzle}",
    tag = "puzzles",
    params(("puzzle" = uuid::Uuid, Path, description = "The puzzle.")),
    responses(
        (status = 200, description = "The puzzle.", body = ref("#/components/schemas/Puzzle")),
        (status = 404, description = "`no_such_puzzle`: there is none, or its match was deleted."),
    )
)]
pub async fn puzzle(
    State(app): State<App>,
    Path(id): Path<PuzzleId>,
) -> Result<Json<Puzzle>, RestError> {
    let stored = find(&app, id).await?;
    Ok(Json(asked(stored)?))
}

/// Answers a puzzle
///
/// What each choice would have won, what was laid, and the match. It may be asked as often as one likes; nothing is stored.
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{puzzle}/answer",
    tag = "puzzles",
    params(("puzzle" = uuid::Uuid, Path, description = "The puzzle.")),
    request_body = ref("#/components/schemas/PuzzleInput"),
    responses(
        (status = 200, description = "What the answer was worth.", body = ref("#/components/schemas/PuzzleAnswer")),
        (status = 400, description = "`bad_request`; `bad_parameter`: the play is none of the choices."),
        (status = 404, description = "`no_such_puzzle`: there is none, or its match was deleted."),
    )
)]
pub async fn answer_puzzle(
    State(app): State<App>,
    Path(id): Path<PuzzleId>,
    Json(input): Json<PuzzleInput>,
) -> Result<Json<PuzzleAnswer>, RestError> {
    let stored = find(&app, id).await?;
    let (match_id, seat) = (stored.match_id, Seat::new(stored.seat.into()));
    let puzzle = opened(stored)?;
    let mut plays = puzzle.choices.iter().map(|choice| choice.play);
    if !plays.any(|play| play == input.play) {
        let text = "`play` must be one of the puzzle's `choices`".to_owned();
        return Err(RestError::BadParameter(text));
    }
    Ok(Json(PuzzleAnswer {
        right: is_right(&puzzle.choices, input.play),
        choices: puzzle.choices,
        laid: puzzle.laid,
        match_id,
        seat,
        trick: puzzle.trick,
    }))
}

/// Reports a puzzle
///
/// Says that its answer is wrong or not clear. The server evaluates it once more with other seeds, and deletes it if the answer does not hold.
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{puzzle}/report",
    tag = "puzzles",
    params(("puzzle" = uuid::Uuid, Path, description = "The puzzle.")),
    responses(
        (status = 204, description = "It is evaluated once more, or was before."),
        (status = 404, description = "`no_such_puzzle`: there is none, or its match was deleted."),
        (status = 429, description = "`rate_limited`: the address has as many reviews made at a time, or in a day, as it may."),
        (status = 503, description = "`busy`: the queue is full."),
    )
)]
pub async fn report_puzzle(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(id): Path<PuzzleId>,
) -> Result<StatusCode, RestError> {
    let stored = find(&app, id).await?;
    app.reviews.doubt(&stored, address)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn find(app: &App, id: PuzzleId) -> Result<StoredPuzzle, RestError> {
    let found = app.store.puzzle(id).await?;
    found.ok_or_else(|| ProblemCode::NoSuchPuzzle.into())
}

fn opened(stored: StoredPuzzle) -> Result<giog_review::tricks::Puzzle, RestError> {
    let bytes = stored.content.open()?;
    serde_json::from_slice(&bytes).map_err(|error| {
        tracing::error!(puzzle = %stored.id.0, %error, "a puzzle cannot be read");
        ProblemCode::Internal.into()
    })
}

/// What is asked, without what tells the answer.
fn asked(stored: StoredPuzzle) -> Result<Puzzle, RestError> {
    let id = stored.id;
    let giog_review::tricks::Puzzle { view, choices, .. } = opened(stored)?;
    let mut choices: Vec<Pieces> = choices.into_iter().map(|choice| choice.play).collect();
    // By what they are: the order of worth would be the answer.
    choices.sort_by_key(Pieces::to_string);
    Ok(Puzzle {
        puzzle: id,
        variant: Variant::Tricks(view.variant),
        view: *view,
        choices,
    })
}
