-- Reviews of finished matches, by match, seat, and the version of the engine that made them. Each follows from the record, and can be made again.
CREATE TABLE reviews (
    match_id UUID NOT NULL,
    seat BIGINT NOT NULL,
    engine BIGINT NOT NULL,
    review BYTEA NOT NULL,
    coding BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat, engine)
);
CREATE INDEX reviews_by_reading ON reviews (read_at, match_id, seat, engine, bytes);

-- The sum of their bytes. Whoever stores or deletes reviews locks this row first.
CREATE TABLE review_space (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    bytes BIGINT NOT NULL
);
INSERT INTO review_space (only_row, bytes) VALUES (1, 0);
