//! The ends of seasons: makes the final table of each ladder, signed with the key of the server, a day after its season is over.

use std::time::Duration;

use giog_protocol::rest::{FinalPlace, FinalTable};
use giog_ratings::{Pool, Season};
use giog_rules::Timestamp;
use giog_rules::fairness::{Signature, Signer};
use giog_store::{SeasonTable, StoreError};
use serde::{Deserialize, Serialize};
use tokio::time::{MissedTickBehavior, interval};

use crate::shown_ratings::{shown, shown_dan, shown_pace};
use crate::state::App;

/// The interval of this task.
const EVERY: Duration = Duration::from_hours(1);
/// How long after the end of a season its tables are made, in milliseconds: matches that ended in it may be stored later, when a database was
/// away.
const SETTLED_MS: i64 = 24 * 3_600 * 1_000;
/// How many seasons back tables are made that are missing, because the server was away: as long as ratings are usually kept.
const SEASONS_BACK: usize = 8;

/// A final table as it is stored, and as [`giog_store::SeasonTable::body`] has it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Signed {
    pub(crate) table: FinalTable,
    pub(crate) signature: Signature,
}

impl Signed {
    /// Reads a stored table.
    pub(crate) fn from_body(body: &str) -> Result<Self, StoreError> {
        serde_json::from_str(body).map_err(|_| StoreError::Corrupt("final table"))
    }
}

/// Makes final tables as long as the server runs. All nodes of a cluster do, with the same key; the first one that is stored stays.
pub(crate) async fn keep(app: App, signer: Signer) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = make_tables(&app, &signer).await {
            tracing::warn!(%error, "cannot make the final tables of seasons; retrying later");
        }
    }
}

/// Makes the final tables that are missing, as long as the date can be believed.
///
/// # Errors
/// The database does not answer, or has something that cannot be read.
pub async fn make_tables(app: &App, signer: &Signer) -> Result<(), StoreError> {
    let Some(now) = app.believed_date().await else {
        return Ok(());
    };
    let settled = Season::of(now.unix_ms() - SETTLED_MS).before();
    let seasons = std::iter::successors(Some(settled), |season| Some(season.before()));
    for season in seasons.take(SEASONS_BACK) {
        for pool in app.store.pools_without_table(season).await? {
            make_table(app, signer, pool, season).await?;
        }
    }
    Ok(())
}

async fn make_table(
    app: &App,
    signer: &Signer,
    pool: Pool,
    season: Season,
) -> Result<(), StoreError> {
    let places = app.store.final_places(&pool, season).await?;
    let places = places.iter().map(|place| FinalPlace {
        player: place.player,
        rating: shown(place.standing.rating),
        dan: shown_dan(place.standing.dan),
        matches: place.matches,
    });
    let table = FinalTable {
        season: season.to_string(),
        variant: pool.game.clone(),
        seats: pool.seats.to_string(),
        clock: shown_pace(pool.pace),
        ended_at: Timestamp::from_unix_ms(season.ends_at()),
        places: places.collect(),
        signer: signer.public_key(),
    };
    let signature = signer.sign_season(&table);
    let body = serde_json::to_string(&Signed { table, signature })
        .map_err(|_| StoreError::Corrupt("final table"))?;
    let table = SeasonTable { pool, season, body };
    if app.store.keep_season_table(&table).await? {
        tracing::info!(pool = %table.pool, season = %table.season, "the final table of a season is made");
    }
    Ok(())
}
