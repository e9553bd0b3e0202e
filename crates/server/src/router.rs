//! All routes on one page.

use axum::Router;
use axum::routing::any;

use crate::state::App;
use crate::{rest, ws};

/// Everything the server answers.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/ws", any(ws::upgrade))
        .merge(rest::router(&app.limits))
        .fallback(rest::nothing)
        .with_state(app)
}
