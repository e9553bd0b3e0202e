//! `/qr`: a text as a QR code, for clients that show a link to the camera of another device.

use std::fmt::Write as _;

use axum::extract::State;
use giog_protocol::rest::{QrCode, QrInput};
use giog_protocol::{ErrorCode, Problem};
use qrcode::{Color, EcLevel};

use super::extract::Json;
use crate::problem::RestError;
use crate::state::App;
use crate::workers::{JobNotDone, Workers};

/// The greatest length of the text in bytes: long enough for any link to a table, short enough for a phone to read the code from a
/// screen.
const MAX_TEXT_BYTES: usize = 512;

/// A QR code
///
/// The text is in the body, not in the address, because a link may be secret.
#[utoipa::path(
    post,
    path = "/api/v1/qr",
    tag = "server",
    request_body = ref("#/components/schemas/QrInput"),
    responses(
        (status = 200, description = "The code.", body = ref("#/components/schemas/QrCode")),
        (status = 400, description = "`bad_request`: the text is empty or longer than 512 bytes; `bad_json`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 503, description = "`busy`: the queue is full."),
    )
)]
pub async fn qr(
    State(app): State<App>,
    Json(QrInput { text }): Json<QrInput>,
) -> Result<Json<QrCode>, RestError> {
    if !(1..=MAX_TEXT_BYTES).contains(&text.len()) {
        let why = format!("`text` must have 1 to {MAX_TEXT_BYTES} bytes");
        return Err(Problem::new(ErrorCode::BadRequest, why).into());
    }
    Ok(Json(draw(&app.workers, text).await?))
}

/// Draws it on a worker thread.
async fn draw(workers: &Workers, text: String) -> Result<QrCode, JobNotDone> {
    workers.run(move || drawn(&text)).await
}

/// The QR code of a text that is not too long.
fn drawn(text: &str) -> QrCode {
    let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::M)
        .expect("a code of this level holds four times the longest text");
    let size = code.width();
    let colors = code.to_colors();
    let mut path = String::new();
    for (y, row) in colors.chunks(size).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let drawn = write!(path, "M{x} {y}h{0}v1h-{0}z", run.len());
                drawn.expect("a text takes what is written");
            }
            x += run.len();
        }
    }
    QrCode { size, path }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::FutureExt as _;

    use super::*;
    use crate::workers::tests::Blocked;

    #[tokio::test]
    async fn a_code_is_drawn_beside_the_threads_that_play() {
        let workers = Workers::start();
        let blocked = Blocked::threads_of(&workers).await;
        let mut drawing = pin!(draw(&workers, "A".to_owned()));
        let early = drawing.as_mut().now_or_never();
        assert!(early.is_none(), "it is drawn where it is asked for");
        drop(blocked);
        assert!(drawing.await.is_ok());
    }

    #[test]
    fn the_longest_text_of_any_kind_has_a_code() {
        for text in ["0", "A", "a", "\u{0}", "\u{7235}x"] {
            let text = text.repeat(MAX_TEXT_BYTES / text.len());
            let QrCode { size, path } = drawn(&text);
            assert!((21..=177).contains(&size), "{size}");
            // The finder pattern: a dark row of seven.
            assert!(path.starts_with("M0 0h7v1h-7z"), "{path:.40}");
        }
    }
}
