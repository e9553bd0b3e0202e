-- The season in which a rating counts (quarters since the year 0), how many of its matches were in it, and the person's dan. The rating of another
-- season has a row of its own, below. Ladders are those of one season, so that nobody need be taken out of them.
ALTER TABLE ratings ADD COLUMN season BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN season_matches BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN dan BIGINT NOT NULL DEFAULT 1;
ALTER TABLE ratings ADD COLUMN dan_points BIGINT NOT NULL DEFAULT 0;
UPDATE ratings SET season_matches = matches,
    season = (extract(year FROM to_timestamp(rated_at / 1000) AT TIME ZONE 'UTC') * 4
        + extract(quarter FROM to_timestamp(rated_at / 1000) AT TIME ZONE 'UTC') - 1)::BIGINT;
DROP INDEX ratings_ladder;
DROP INDEX ratings_in_ladders_by_time;
CREATE INDEX ratings_ladder ON ratings (season, pool, ladder, player_id) WHERE ladder IS NOT NULL;

-- What a match made of the dan; null of matches before there was one.
ALTER TABLE rating_changes ADD COLUMN dan_before BIGINT;
ALTER TABLE rating_changes ADD COLUMN dan_points_before BIGINT;
ALTER TABLE rating_changes ADD COLUMN dan_after BIGINT;
ALTER TABLE rating_changes ADD COLUMN dan_points_after BIGINT;

-- What people had at the end of a season in which they played, from their first match of a later one on.
CREATE TABLE past_ratings (
    player_id UUID NOT NULL,
    pool TEXT NOT NULL,
    season BIGINT NOT NULL,
    mu BIGINT NOT NULL,
    sigma BIGINT NOT NULL,
    dan BIGINT NOT NULL,
    dan_points BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    rated_at BIGINT NOT NULL,
    ladder BIGINT,
    PRIMARY KEY (player_id, pool, season)
);
CREATE INDEX past_ratings_ladder ON past_ratings (season, pool, ladder, player_id) WHERE ladder IS NOT NULL;
CREATE INDEX past_ratings_by_time ON past_ratings (rated_at, player_id, pool, season);

-- The final tables of seasons, as they were signed; kept for ever.
CREATE TABLE season_tables (
    pool TEXT NOT NULL,
    season BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (pool, season)
);
