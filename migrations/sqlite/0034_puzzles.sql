-- Puzzles: decisions of finished public matches with a clear answer, each with what its seat saw. A puzzle goes with its match, and with the
-- person who decided.
CREATE TABLE puzzles (
    puzzle_id BLOB NOT NULL PRIMARY KEY,
    match_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    action INTEGER NOT NULL,
    -- Who decided; null for a bot.
    player_id BLOB REFERENCES guests ON DELETE CASCADE,
    puzzle BLOB NOT NULL,
    coding INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    -- Whether it was evaluated once more because of a report.
    settled INTEGER NOT NULL DEFAULT 0,
    -- The day since 1970 (UTC) whose puzzle it is or was last; null until then, -1 of what is none any more.
    day INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX puzzles_by_decision ON puzzles (match_id, seat, action);
CREATE INDEX puzzles_by_day ON puzzles (day, made_at, puzzle_id) WHERE day IS NOT NULL;
CREATE INDEX puzzles_without_day ON puzzles (made_at, puzzle_id) WHERE day IS NULL;
CREATE INDEX puzzles_by_player ON puzzles (player_id) WHERE player_id IS NOT NULL;
