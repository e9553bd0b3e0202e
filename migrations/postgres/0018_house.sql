-- What servers that share the rooms tell each other about people: what `stays` is for those who start later too, the rest for a short
-- time alone.
CREATE TABLE cluster_news (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node UUID NOT NULL,
    at BIGINT NOT NULL,
    stays BOOLEAN NOT NULL,
    news TEXT NOT NULL
);

-- Codes with which somebody comes on another device, whichever server they come to: hashes, as tokens are.
CREATE TABLE cluster_handovers (
    code BYTEA PRIMARY KEY,
    player_id UUID NOT NULL UNIQUE,
    token BYTEA NOT NULL,
    until BIGINT NOT NULL
);
