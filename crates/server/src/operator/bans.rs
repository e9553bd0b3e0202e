//! `/bans`: people and addresses that may not connect.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::operator::{BanInfo, BanInput, BanList};
use giog_protocol::rest::ProblemCode;
use giog_protocol::{ErrorCode, Problem};
use giog_rooms::random_uuid;
use giog_rules::Timestamp;
use giog_store::{AddressRange, Ban, BanId, BanTarget, Rejection, StoreError};
use uuid::Uuid;

use super::read_text;
use crate::problem::RestError;
use crate::rest::{Json, Path};
use crate::state::App;

/// An IPv4 range with fewer bits than this is banned only if it is confirmed: nobody has more than a /8.
const LEAST_BITS_V4: u8 = 8;
/// The same for IPv6: the largest networks of providers are a /19.
const LEAST_BITS_V6: u8 = 16;

/// Active bans
#[utoipa::path(
    get,
    path = "/bans",
    tag = "bans",
    responses((status = 200, description = "The bans.", body = ref("#/components/schemas/BanList")))
)]
pub async fn list_bans(State(app): State<App>) -> Json<BanList> {
    let bans = app.guests.bans.in_force(app.clock.now().wall);
    Json(BanList {
        bans: bans.into_iter().map(info).collect(),
    })
}

/// Ban a person or addresses
///
/// Closes their connections and refuses them with `banned` until the ban ends or is lifted. A seated person keeps the
/// seat, and a stand-in plays it; to free it, remove the person from the room.
#[utoipa::path(
    post,
    path = "/bans",
    tag = "bans",
    request_body = ref("#/components/schemas/BanInput"),
    responses(
        (status = 201, description = "The ban.", body = ref("#/components/schemas/BanInfo")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 409, description = "`too_many_bans`; `confirm_wanted`: these are addresses of a trusted proxy, or more than anybody has (an IPv4 range wider than a /8, IPv6: /16), and `anyway` is not true."),
    )
)]
pub async fn ban(
    State(app): State<App>,
    Json(input): Json<BanInput>,
) -> Result<(StatusCode, Json<BanInfo>), RestError> {
    let now = app.clock.now().wall;
    let target = target(&input)?;
    if let BanTarget::Addresses(range) = target
        && !input.anyway
    {
        check_few(&app, &range)?;
    }
    let ban = Ban {
        ban_id: BanId(random_uuid(&mut *(app.random)())),
        target,
        reason: read_text("reason", &input.reason)?,
        made_at: now,
        ends_at: input.lasts_s.map(|lasts_s| after(now, lasts_s)),
    };
    app.store.add_ban(&ban).await.map_err(|error| match error {
        StoreError::Rejected(Rejection::TooMany { .. }) => ProblemCode::TooManyBans.into(),
        error => RestError::from(error),
    })?;
    app.guests.bans.add(ban.clone());
    let sockets = app.sockets.disconnect(|address, player| match ban.target {
        BanTarget::Player(banned) => player == Some(banned),
        BanTarget::Addresses(range) => range.contains(address),
    });
    let info = info(ban);
    tracing::info!(
        target: "audit",
        ban_id = %info.ban_id,
        player = info.player.map(tracing::field::display),
        addresses = info.addresses,
        reason = info.reason,
        lasts_s = input.lasts_s,
        sockets,
        "the operator bans"
    );
    Ok((StatusCode::CREATED, Json(info)))
}

/// Lift a ban
#[utoipa::path(
    delete,
    path = "/bans/{ban}",
    tag = "bans",
    params(("ban" = uuid::Uuid, Path, description = "The ban.")),
    responses(
        (status = 204, description = "The ban is lifted."),
        (status = 404, description = "`no_such_ban`."),
    )
)]
pub async fn lift_ban(
    State(app): State<App>,
    Path(ban): Path<Uuid>,
) -> Result<StatusCode, RestError> {
    let is_lifted = app.store.lift_ban(BanId(ban)).await?;
    // Also if the store has no such ban any more, so that it has no effect here either.
    app.guests.bans.lift(BanId(ban));
    if !is_lifted {
        return Err(ProblemCode::NoSuchBan.into());
    }
    tracing::info!(target: "audit", ban_id = %ban, "the operator lifts a ban");
    Ok(StatusCode::NO_CONTENT)
}

fn target(input: &BanInput) -> Result<BanTarget, RestError> {
    let bad = |detail: String| RestError::from(Problem::new(ErrorCode::BadRequest, detail));
    match (input.player, &input.addresses) {
        (Some(player), None) => Ok(BanTarget::Player(player)),
        (None, Some(range)) => {
            let range: AddressRange = range
                .parse()
                .map_err(|error| bad(format!("`addresses`: {error}")))?;
            Ok(BanTarget::Addresses(range))
        }
        _ => Err(bad("one of `player` and `addresses` is wanted".to_owned())),
    }
}

/// Refuses a range that is more than the operator may have meant.
fn check_few(app: &App, range: &AddressRange) -> Result<(), RestError> {
    let least_bits = if range.is_v4() {
        LEAST_BITS_V4
    } else {
        LEAST_BITS_V6
    };
    let proxies = app.ingress.proxies.now();
    let mut proxies = proxies.trusted.iter();
    let why = if let Some(proxy) = proxies.find(|proxy| proxy.overlaps(range)) {
        format!("{range} has addresses of the trusted proxy {proxy}, through which people come")
    } else if range.prefix_bits() < least_bits {
        format!("{range} is wider than a /{least_bits}: it may be most of the internet")
    } else {
        return Ok(());
    };
    let detail = format!("{why}; nobody is banned. To do it all the same, say `anyway`");
    Err(RestError::Explained(ProblemCode::ConfirmWanted, detail))
}

/// The moment so many seconds later.
fn after(now: Timestamp, seconds: u64) -> Timestamp {
    let ms = i64::try_from(seconds.saturating_mul(1_000)).unwrap_or(i64::MAX);
    Timestamp::from_unix_ms(now.unix_ms().saturating_add(ms))
}

fn info(ban: Ban) -> BanInfo {
    let (player, addresses) = match ban.target {
        BanTarget::Player(player) => (Some(player), None),
        BanTarget::Addresses(range) => (None, Some(range.to_string())),
    };
    BanInfo {
        ban_id: ban.ban_id.0,
        player,
        addresses,
        reason: ban.reason,
        made_at: ban.made_at,
        ends_at: ban.ends_at,
    }
}
