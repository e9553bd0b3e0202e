-- Whether a guest's rating is in no list, graph and result that others see.
ALTER TABLE guests ADD COLUMN hides_rating INTEGER NOT NULL DEFAULT 0;

-- How strong each person is in each pool: estimate and uncertainty in millionths of a unit. `ladder` is the place in the pool's ladder, null for
-- those who are in none: who hides the rating, or has not played for long.
CREATE TABLE ratings (
    player_id BLOB NOT NULL,
    pool TEXT NOT NULL,
    mu INTEGER NOT NULL,
    sigma INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    ladder INTEGER,
    PRIMARY KEY (player_id, pool)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_ladder ON ratings (pool, ladder, player_id) WHERE ladder IS NOT NULL;
CREATE INDEX ratings_in_ladders_by_time ON ratings (rated_at, player_id, pool) WHERE ladder IS NOT NULL;
CREATE INDEX ratings_by_time ON ratings (rated_at, player_id, pool);

-- What each match changed. The number counts a person's rated matches of a pool.
CREATE TABLE rating_changes (
    player_id BLOB NOT NULL,
    pool TEXT NOT NULL,
    number INTEGER NOT NULL,
    match_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    mu_before INTEGER NOT NULL,
    sigma_before INTEGER NOT NULL,
    mu_after INTEGER NOT NULL,
    sigma_after INTEGER NOT NULL,
    PRIMARY KEY (player_id, pool, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX rating_changes_by_match ON rating_changes (match_id, player_id);

-- The finished matches of rated tables, each once, and why one changed no rating.
CREATE TABLE rated_matches (
    match_id BLOB PRIMARY KEY,
    pool TEXT NOT NULL,
    unrated TEXT
) STRICT, WITHOUT ROWID;
