//! `/rooms/{room}/cancelled-starts`.

use axum::extract::State;
use giog_protocol::rest::{CancelledStart, CancelledStarts, ProblemCode};
use giog_protocol::server::CancelReason;
use giog_protocol::{Access, ErrorCode, RoomId};
use giog_rules::fairness::{Digest, Entropy, EntropyCommitment};
use giog_rules::{BySeat, PlayerId, Seat};
use giog_store::MatchFilter;
use serde::Deserialize;

use super::one::look_at;
use crate::problem::RestError;
use crate::rest::extract::{Caller, Json, Path};
use crate::state::App;

/// How many of a person's latest matches in a room are checked.
const MATCHES_LOOKED_AT: u32 = 100;

/// A room's cancelled starts
///
/// For an open room: those of times when it was as open as now, or more, for everybody who may read the room. For a closed
/// room: those from public times for everybody, and all of them for people who finished an unlisted match in it.
#[utoipa::path(
    get,
    path = "/api/v1/rooms/{room}/cancelled-starts",
    tag = "rooms",
    params(("room" = uuid::Uuid, Path, description = "The room.")),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The starts, the latest first.", body = ref("#/components/schemas/CancelledStarts")),
        (status = 403, description = "`wrong_password`: the room has a password, and the caller is not in the room."),
        (status = 404, description = "`no_such_room`: there is no such room, or it was closed and has no cancelled starts to show."),
    )
)]
pub async fn cancelled_starts(
    State(app): State<App>,
    Path(room): Path<RoomId>,
    caller: Caller,
) -> Result<Json<CancelledStarts>, RestError> {
    let starts = match look_at(&app, room, &caller).await {
        Ok(shown) => starts(&app, room, shown.state.settings.access).await?,
        Err(error) if error.code() == ErrorCode::NoSuchRoom.into() => {
            starts_of_closed(&app, room, &caller).await?
        }
        Err(error) => return Err(error),
    };
    Ok(Json(CancelledStarts {
        room,
        cancelled_starts: starts,
    }))
}

async fn starts_of_closed(
    app: &App,
    room: RoomId,
    caller: &Caller,
) -> Result<Vec<CancelledStart>, RestError> {
    if let Some(player) = caller.player()
        && has_match(app, room, Some(player)).await?
    {
        return starts(app, room, Access::Password).await;
    }
    let listed = starts(app, room, Access::Public).await?;
    if listed.is_empty() && !has_match(app, room, None).await? {
        return Err(ErrorCode::NoSuchRoom.into());
    }
    Ok(listed)
}

/// Whether this person finished an unlisted match in the room, among their latest; without a person, whether the room has a public match.
async fn has_match(app: &App, room: RoomId, player: Option<PlayerId>) -> Result<bool, RestError> {
    let filter = MatchFilter {
        room: Some(room),
        player,
        include_unlisted_of: player,
        ..MatchFilter::default()
    };
    let page = app.store.matches(&filter, None, MATCHES_LOOKED_AT).await?;
    let mut matches = page.items.iter();
    Ok(matches.any(|finished| player.is_none() || !finished.listed))
}

/// The cancelled starts from times when the room's access was as open as this, or more: people who may enter later see nothing of what
/// was private before.
async fn starts(app: &App, room: RoomId, access: Access) -> Result<Vec<CancelledStart>, RestError> {
    let stored = app.store.cancelled_starts(room).await?;
    let mut starts = Vec::with_capacity(stored.len());
    for start in stored {
        let (details, start) = read(start).ok_or_else(|| {
            tracing::error!(%room, "cannot read a cancelled start");
            RestError::from(ProblemCode::Internal)
        })?;
        if details.access() <= access {
            starts.push(start);
        }
    }
    Ok(starts)
}

/// The details of a cancelled start that are not in its columns.
#[derive(Deserialize)]
struct Details {
    /// Whether the room was public then.
    #[serde(default)]
    listed: bool,
    /// The access at that time; earlier versions stored only `listed`.
    access: Option<Access>,
    seed_commitment: Digest,
    entropy_commitments: BySeat<EntropyCommitment>,
    entropy: BySeat<Entropy>,
}

impl Details {
    fn access(&self) -> Access {
        let unlisted = if self.listed {
            Access::Public
        } else {
            Access::Password
        };
        self.access.unwrap_or(unlisted)
    }
}

fn read(stored: giog_store::CancelledStart) -> Option<(Details, CancelledStart)> {
    let details: Details = serde_json::from_str(&stored.details).ok()?;
    let reason: CancelReason = serde_json::from_value(stored.reason.into()).ok()?;
    let start = CancelledStart {
        match_id: stored.match_id,
        at: stored.at,
        reason,
        seat: stored.seat.map(Seat::try_from).transpose().ok()?,
        server_seed: stored.server_seed_hex.parse().ok()?,
        seed_commitment: details.seed_commitment,
        entropy_commitments: details.entropy_commitments,
        entropy: details.entropy.clone(),
    };
    Some((details, start))
}
