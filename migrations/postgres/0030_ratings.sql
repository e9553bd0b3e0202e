-- Whether a guest's rating is in no list, graph and result that others see.
ALTER TABLE guests ADD COLUMN hides_rating BOOLEAN NOT NULL DEFAULT FALSE;

-- How strong each person is in each pool: estimate and uncertainty in millionths of a unit. `ladder` is the place in the pool's ladder, null for
-- those who are in none: who hides the rating, or has not played for long.
CREATE TABLE ratings (
    player_id UUID NOT NULL,
    pool TEXT NOT NULL,
    mu BIGINT NOT NULL,
    sigma BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    rated_at BIGINT NOT NULL,
    ladder BIGINT,
    PRIMARY KEY (player_id, pool)
);
CREATE INDEX ratings_ladder ON ratings (pool, ladder, player_id) WHERE ladder IS NOT NULL;
CREATE INDEX ratings_in_ladders_by_time ON ratings (rated_at, player_id, pool) WHERE ladder IS NOT NULL;
CREATE INDEX ratings_by_time ON ratings (rated_at, player_id, pool);

-- What each match changed. The number counts a person's rated matches of a pool.
CREATE TABLE rating_changes (
    player_id UUID NOT NULL,
    pool TEXT NOT NULL,
    number BIGINT NOT NULL,
    match_id UUID NOT NULL,
    seat BIGINT NOT NULL,
    rank BIGINT NOT NULL,
    rated_at BIGINT NOT NULL,
    mu_before BIGINT NOT NULL,
    sigma_before BIGINT NOT NULL,
    mu_after BIGINT NOT NULL,
    sigma_after BIGINT NOT NULL,
    PRIMARY KEY (player_id, pool, number)
);
CREATE UNIQUE INDEX rating_changes_by_match ON rating_changes (match_id, player_id);

-- The finished matches of rated tables, each once, and why one changed no rating.
CREATE TABLE rated_matches (
    match_id UUID PRIMARY KEY,
    pool TEXT NOT NULL,
    unrated TEXT
);
