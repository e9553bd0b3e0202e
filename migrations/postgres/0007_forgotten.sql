-- People who had themselves forgotten, until nothing that is stored names them any more.
CREATE TABLE forgotten (
    player_id UUID PRIMARY KEY,
    forgotten_at BIGINT NOT NULL
);
