//! `/ladders/{variant}` and the final tables of its seasons, `/players/{player}/ratings`, and whether one hides one's ratings.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::{
    Anchor, Ladder, LadderList, LadderPlace, LadderTop, NamedPerson, Pace, PlayerRatings,
    PoolRating, ProblemCode, RatingInput, RatingPoint, SeasonTable,
};
use giog_protocol::{PlayerName, PlayerTag};
use giog_ratings::{Pool, Season, SeatGroup, anchors, seated_anchor};
use giog_rules::{PlayerId, Timestamp, Variant};
use giog_store::{Choice, Cursor, LadderPlace as StoredPlace, MAX_PAGE_MATCHES, StoreError};
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{Caller, Json, Path, Query, Token};
use super::matches::list::USUAL_PAGE;
use super::openapi::{pace_schema, variant_schema};
use super::parameters::page_cursor;
use crate::problem::RestError;
use crate::seasons::Signed;
use crate::shown_ratings::{shown, shown_dan, shown_pace, shown_past};
use crate::state::App;

/// The number of seats of most tables.
const USUAL_SEATS: u8 = 4;

/// Which matches of a game count together.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PoolQuery {
    /// The number of seats; default 4, or the nearest number that the game allows. Four and five count together.
    #[param(minimum = 2, maximum = 8)]
    seats: Option<u8>,
    /// How long people have; default `live`.
    #[param(schema_with = pace_schema, required = false)]
    clock: Option<Pace>,
}

/// Which page of a ladder.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LadderQuery {
    /// The `next` of the page before; empty for the first page.
    cursor: Option<String>,
    /// Places per page, 1 to 100; default 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// How many ladders are listed.
const MAX_LADDERS: usize = 3;
/// Of how many it is known how many people they have: a game of a later version is left out.
const MAX_POOLS: usize = 8;
/// How many places of a listed ladder are shown.
const TOP_PLACES: u32 = 5;
/// The most played ladders
///
/// Those of the season that is running with the most people, each with its first places.
#[utoipa::path(
    get,
    path = "/api/v1/ladders",
    tag = "players",
    responses((status = 200, description = "The ladders.", body = ref("#/components/schemas/LadderList")))
)]
pub async fn ladders(State(app): State<App>) -> Result<Json<LadderList>, RestError> {
    let now = app.clock.now();
    let count = async || {
        let season = Season::of(now.wall.unix_ms());
        let pools = app.store.ladders(season, MAX_POOLS).await?;
        Ok::<_, StoreError>((season, pools))
    };
    let counted = app.answers.most_played.get(now, count).await?;
    let (season, pools) = &*counted;
    let mut tops = Vec::new();
    for (pool, people) in pools {
        let Ok(variant) = pool.game.parse::<Variant>() else {
            continue;
        };
        if tops.len() == MAX_LADDERS {
            break;
        }
        // Names and places are those of now: people change and delete theirs.
        let page = app.store.ladder((pool, *season), None, TOP_PLACES).await?;
        tops.push(LadderTop {
            variant,
            seats: pool.seats.to_string(),
            clock: shown_pace(pool.pace),
            people: *people,
            places: places(&app, &page.items).await?,
        });
    }
    Ok(Json(LadderList {
        season: season.to_string(),
        season_ends_at: Timestamp::from_unix_ms(season.ends_at()),
        ladders: tops,
    }))
}

/// Places of a ladder with the present names.
async fn places(app: &App, of: &[StoredPlace]) -> Result<Vec<LadderPlace>, RestError> {
    let people: Vec<PlayerId> = of.iter().map(|place| place.player).collect();
    let names: HashMap<PlayerId, String> = names(app, &people).await?.collect();
    let places = of.iter().map(|place| LadderPlace {
        player: place.player,
        name: names
            .get(&place.player)
            .map(|name| PlayerName::restored(name)),
        tag: PlayerTag::of(place.player),
        rating: shown(place.standing.rating),
        dan: shown_dan(place.standing.dan),
        matches: place.matches,
        provisional: place.standing.rating.is_provisional(),
    });
    Ok(places.collect())
}

/// A ladder
///
/// The people with the best ratings in a game, for a group of seats and a kind of clock, in the season that is running. Who hides the rating
/// is not in it, nor who has not played a rated match in the season.
#[utoipa::path(
    get,
    path = "/api/v1/ladders/{variant}",
    tag = "players",
    params(("variant" = String, Path, description = "The game."), PoolQuery, LadderQuery),
    responses(
        (status = 200, description = "A page of it.", body = ref("#/components/schemas/Ladder")),
        (status = 400, description = "`bad_parameter`."),
        (status = 404, description = "`no_such_variant`: there is no such game."),
    )
)]
pub async fn ladder(
    State(app): State<App>,
    Path(variant): Path<String>,
    Query(pool): Query<PoolQuery>,
    Query(query): Query<LadderQuery>,
) -> Result<Json<Ladder>, RestError> {
    let cursor: Option<Cursor> = page_cursor(query.cursor.as_deref())?;
    let limit = query.limit.unwrap_or(USUAL_PAGE);
    if !(1..=MAX_PAGE_MATCHES).contains(&limit) {
        let text = "`limit` must be from 1 to 100".to_owned();
        return Err(RestError::BadParameter(text));
    }
    let (variant, pool) = chosen(&variant, &pool)?;
    let season = Season::of(app.clock.now().wall.unix_ms());
    let page = app.store.ladder((&pool, season), cursor, limit).await?;
    let seasons = app.store.seasons(&pool).await?;
    Ok(Json(Ladder {
        variant,
        seats: pool.seats.to_string(),
        clock: shown_pace(pool.pace),
        season: season.to_string(),
        season_ends_at: Timestamp::from_unix_ms(season.ends_at()),
        seasons: seasons.iter().map(Season::to_string).collect(),
        places: places(&app, &page.items).await?,
        next: page.next.map(|next| next.to_string()),
        anchors: anchors_of(&pool, app.about.limits.rated_bots_ms > 0),
    }))
}

/// The anchors of a pool, the strongest first; `some_play` is whether any take seats on this server.
fn anchors_of(pool: &Pool, some_play: bool) -> Vec<Anchor> {
    let seated = seated_anchor(pool).filter(|_| some_play);
    let anchors = anchors(pool).filter_map(|anchor| {
        let level = anchor.level.parse().ok()?;
        Some(Anchor {
            level,
            rating: shown(anchor.measured()),
            plays: seated == Some(anchor),
        })
    });
    let mut anchors: Vec<Anchor> = anchors.collect();
    anchors.reverse();
    anchors
}

/// The final table of a season
///
/// Of an earlier season (`seasons` of [a ladder](#tag/players/GET/api/v1/ladders/{variant})), signed with the key of the server. It is made a day after the end of the season, and
/// never changes: it keeps the ids of people whose data is deleted later.
#[utoipa::path(
    get,
    path = "/api/v1/ladders/{variant}/seasons/{season}",
    tag = "players",
    params(
        ("variant" = String, Path, description = "The game."),
        ("season" = String, Path, description = "The season: `2026-q4` and so on."),
        PoolQuery,
    ),
    responses(
        (status = 200, description = "The table.", body = ref("#/components/schemas/SeasonTable")),
        (status = 400, description = "`bad_parameter`."),
        (status = 404, description = "`no_such_variant`: there is no such game. `no_such_season`: there is no final table of this season."),
    )
)]
pub async fn season_table(
    State(app): State<App>,
    Path((variant, season)): Path<(String, String)>,
    Query(pool): Query<PoolQuery>,
) -> Result<Json<SeasonTable>, RestError> {
    let (_, pool) = chosen(&variant, &pool)?;
    let season: Season = season.parse().map_err(|_| ProblemCode::NoSuchSeason)?;
    let stored = app.store.season_table(&pool, season).await?;
    let stored = stored.ok_or(ProblemCode::NoSuchSeason)?;
    let Signed { table, signature } = Signed::from_body(&stored.body)?;
    let people: Vec<PlayerId> = table.places.iter().map(|place| place.player).collect();
    let known: HashMap<PlayerId, String> = names(&app, &people).await?.collect();
    // In the order of the table.
    let names = people.iter().filter_map(|player| {
        Some(NamedPerson {
            player: *player,
            name: PlayerName::restored(known.get(player)?),
            tag: PlayerTag::of(*player),
        })
    });
    Ok(Json(SeasonTable {
        names: names.collect(),
        table,
        signature,
    }))
}

/// The game and the pool that a request names.
fn chosen(variant: &str, query: &PoolQuery) -> Result<(Variant, Pool), RestError> {
    let variant: Variant = variant.parse().map_err(|_| ProblemCode::NoSuchVariant)?;
    let (least, most) = variant.players().into_inner();
    let seats = usize::from(query.seats.unwrap_or(USUAL_SEATS));
    if query.seats.is_some() && !(least..=most).contains(&seats) {
        let text = format!("`seats` must be from {least} to {most} in this game");
        return Err(RestError::BadParameter(text));
    }
    let seats = u8::try_from(seats.clamp(least, most)).unwrap_or(USUAL_SEATS);
    let pool = Pool {
        game: variant.id().to_owned(),
        seats: SeatGroup::of(seats),
        pace: match query.clock.unwrap_or_default() {
            Pace::Live => giog_ratings::Pace::Live,
            Pace::Days => giog_ratings::Pace::Days,
        },
    };
    Ok((variant, pool))
}

/// The names of people who have one still.
async fn names(
    app: &App,
    people: &[PlayerId],
) -> Result<impl Iterator<Item = (PlayerId, String)>, RestError> {
    let named = if people.is_empty() {
        Vec::new()
    } else {
        app.store.names(people).await?
    };
    Ok(named.into_iter().map(|named| (named.player, named.name)))
}

/// Which ratings of a player.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RatingsQuery {
    /// Only those of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
}

/// A player's ratings
///
/// With what the latest matches made of each, for a graph. If the player hides them, only the player sees any.
#[utoipa::path(
    get,
    path = "/api/v1/players/{player}/ratings",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The player."), RatingsQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The ratings; none for somebody without rated matches.", body = ref("#/components/schemas/PlayerRatings")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn player_ratings(
    State(app): State<App>,
    Path(player): Path<PlayerId>,
    caller: Caller,
    Query(query): Query<RatingsQuery>,
) -> Result<Json<PlayerRatings>, RestError> {
    let stored = app.store.ratings(player).await?;
    let shows = !stored.hidden || caller.player() == Some(player);
    let season = Season::of(app.clock.now().wall.unix_ms());
    let mut ratings = Vec::new();
    for one in stored.ratings.into_iter().filter(|_| shows) {
        // A game of a later version is left out.
        let Ok(variant) = one.pool.game.parse::<Variant>() else {
            continue;
        };
        if query.variant.is_some_and(|wanted| wanted != variant) {
            continue;
        }
        let changes = app.store.rating_changes(player, &one.pool).await?;
        let changes = changes.iter().map(|change| RatingPoint {
            match_id: change.match_id,
            ended_at: change.at,
            rank: change.rank,
            rating: shown(change.after),
        });
        let standing = one.standing_in(season);
        let past = stored.past.iter().filter(|past| past.pool == one.pool);
        ratings.push(PoolRating {
            variant,
            seats: one.pool.seats.to_string(),
            clock: shown_pace(one.pool.pace),
            rating: shown(standing.rating),
            dan: shown_dan(standing.dan),
            season: one.season.to_string(),
            matches: one.matches,
            provisional: standing.rating.is_provisional(),
            rated_at: one.rated_at,
            changes: changes.collect(),
            past: past.map(shown_past).collect(),
        });
    }
    Ok(Json(PlayerRatings {
        player,
        hidden: stored.hidden,
        ratings,
    }))
}

/// Hide your ratings
///
/// Hidden, they are in no ladder, at no match and not on your page, also those of earlier matches; rated matches change them as before.
#[utoipa::path(
    put,
    path = "/api/v1/guests/me/rating",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/RatingInput"),
    responses(
        (status = 204, description = "It is so."),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
    )
)]
pub async fn hide_ratings(
    State(app): State<App>,
    Token(token): Token,
    Json(RatingInput { hidden }): Json<RatingInput>,
) -> Result<StatusCode, RestError> {
    let choice = Choice {
        hides_ratings: Some(hidden),
        ..Choice::default()
    };
    app.guests.choose(&token, choice).await?;
    Ok(StatusCode::NO_CONTENT)
}
