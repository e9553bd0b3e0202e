//! `/rooms/featured`.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use giog_protocol::rest::{Featured, FeaturedTable};
use giog_protocol::{RoomId, RoomSummary};
use giog_ratings::{Pool, Rating, SeatGroup};
use giog_rooms::{RoomAnswer, RoomQuery};
use giog_rules::{Observer, PlayerId};
use tokio::time::timeout;

use crate::cacheable::{CachePolicy, ClientTags, cacheable_json};
use crate::problem::RestError;
use crate::state::App;

/// How many tables are compared by the ratings of their people, and then asked until one has a match to show.
const MAX_CANDIDATES: usize = 4;
/// How long a room may take to answer.
const LONGEST_ASK: Duration = Duration::from_millis(500);

/// The table to watch
///
/// The public table that is best to watch, with its running match as spectators see it: the same for everybody. A rated table goes before
/// others, of rated ones that whose people have the highest ratings, then that with the most people, then the oldest. It is
/// looked at again after two seconds.
#[utoipa::path(
    get,
    path = "/api/v1/rooms/featured",
    tag = "rooms",
    responses(
        (status = 200, description = "The table.", body = ref("#/components/schemas/FeaturedTable")),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn featured_table(
    State(app): State<App>,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let look = async || {
        let featured = look(&app).await?;
        Ok::<_, RestError>(FeaturedTable { featured })
    };
    let table = app.answers.featured.get(app.clock.now(), look).await?;
    Ok(cacheable_json(
        &client_tags,
        CachePolicy::PublicAsking,
        &*table,
    ))
}

/// The first of the best tables that has a match to show.
async fn look(app: &App) -> Result<Option<Featured>, RestError> {
    let mut tables = app.hub.best_to_watch(MAX_CANDIDATES);
    order(app, &mut tables).await?;
    for table in tables {
        let room = table.room;
        let Some(RoomAnswer::Room {
            match_id: Some(match_id),
            ..
        }) = ask(app, room, RoomQuery::Room).await
        else {
            continue;
        };
        let query = RoomQuery::Match {
            match_id,
            seen_as: Some(Observer::Spectator),
            alone: true,
        };
        let Some(RoomAnswer::Match(answer)) = ask(app, room, query).await else {
            continue;
        };
        // Home is also looked at by its players.
        let Some(shown) = answer.snapshot.game.filter(|_| !answer.hides_from_players) else {
            continue;
        };
        return Ok(Some(Featured {
            table,
            match_id,
            view: shown.view,
        }));
    }
    Ok(None)
}

/// Asks a room. None if the match has ended, if the room is on its way to another node, or if it takes long: others are waiting.
async fn ask(app: &App, room: RoomId, query: RoomQuery) -> Option<RoomAnswer> {
    let answer = timeout(LONGEST_ASK, app.hub.ask(room, None, query)).await;
    answer.ok()?.ok()
}

/// Puts the rated tables in front whose people have the highest ratings, as far as they do not hide them.
async fn order(app: &App, tables: &mut [RoomSummary]) -> Result<(), RestError> {
    if tables.iter().filter(|table| table.rated).count() < 2 {
        return Ok(());
    }
    let mut worth: HashMap<_, i64> = HashMap::new();
    for table in tables.iter().filter(|table| table.rated) {
        let seats = u8::try_from(table.seats.len()).unwrap_or(u8::MAX);
        let pool = Pool {
            game: table.variant.id().to_owned(),
            seats: SeatGroup::of(seats),
            pace: giog_ratings::Pace::Live,
        };
        let mut sum = 0;
        for player in people(table) {
            let stored = app.store.ratings(player).await?;
            let shown = stored.ratings.iter().filter(|_| !stored.hidden);
            let rating = shown
                .filter(|one| one.pool == pool)
                .map(|one| one.standing.rating);
            sum += rating.map(Rating::ladder).sum::<i64>();
        }
        worth.insert(table.room, sum / i64::from(seats.max(1)));
    }
    // Stable, so that all else stays in its order.
    tables.sort_by_key(|table| std::cmp::Reverse(worth.get(&table.room).copied()));
    Ok(())
}

fn people(table: &RoomSummary) -> impl Iterator<Item = PlayerId> {
    let seats = table.seats.iter().flatten();
    seats
        .filter_map(|occupant| occupant.person())
        .map(|person| person.player)
}
