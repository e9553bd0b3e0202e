//! REST.

use axum::Router;

use crate::state::App;

/// All REST routes.
pub fn router() -> Router<App> {
    Router::new()
}
