-- Reviews of finished matches, by match, seat, and the version of the engine that made them. Each follows from the record, and can be made again.
CREATE TABLE reviews (
    match_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    engine INTEGER NOT NULL,
    review BLOB NOT NULL,
    coding INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, engine)
) STRICT, WITHOUT ROWID;
CREATE INDEX reviews_by_reading ON reviews (read_at, match_id, seat, engine, bytes);

-- The sum of their bytes. Whoever stores or deletes reviews locks this row first.
CREATE TABLE review_space (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    bytes INTEGER NOT NULL
) STRICT;
INSERT INTO review_space (only_row, bytes) VALUES (1, 0);
