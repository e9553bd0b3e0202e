-- The season in which a rating counts (quarters since the year 0), how many of its matches were in it, and the person's dan. The rating of another
-- season has a row of its own, below. Ladders are those of one season, so that nobody need be taken out of them.
ALTER TABLE ratings ADD COLUMN season INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN season_matches INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN dan INTEGER NOT NULL DEFAULT 1;
ALTER TABLE ratings ADD COLUMN dan_points INTEGER NOT NULL DEFAULT 0;
UPDATE ratings SET season_matches = matches,
    season = CAST(strftime('%Y', rated_at / 1000, 'unixepoch') AS INTEGER) * 4 + (CAST(strftime('%m', rated_at / 1000, 'unixepoch') AS INTEGER) - 1) / 3;
DROP INDEX ratings_ladder;
DROP INDEX ratings_in_ladders_by_time;
CREATE INDEX ratings_ladder ON ratings (season, pool, ladder, player_id) WHERE ladder IS NOT NULL;

-- What a match made of the dan; null of matches before there was one.
ALTER TABLE rating_changes ADD COLUMN dan_before INTEGER;
ALTER TABLE rating_changes ADD COLUMN dan_points_before INTEGER;
ALTER TABLE rating_changes ADD COLUMN dan_after INTEGER;
ALTER TABLE rating_changes ADD COLUMN dan_points_after INTEGER;

-- What people had at the end of a season in which they played, from their first match of a later one on.
CREATE TABLE past_ratings (
    player_id BLOB NOT NULL,
    pool TEXT NOT NULL,
    season INTEGER NOT NULL,
    mu INTEGER NOT NULL,
    sigma INTEGER NOT NULL,
    dan INTEGER NOT NULL,
    dan_points INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    ladder INTEGER,
    PRIMARY KEY (player_id, pool, season)
) STRICT, WITHOUT ROWID;
CREATE INDEX past_ratings_ladder ON past_ratings (season, pool, ladder, player_id) WHERE ladder IS NOT NULL;
CREATE INDEX past_ratings_by_time ON past_ratings (rated_at, player_id, pool, season);

-- The final tables of seasons, as they were signed; kept for ever.
CREATE TABLE season_tables (
    pool TEXT NOT NULL,
    season INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (pool, season)
) STRICT, WITHOUT ROWID;
