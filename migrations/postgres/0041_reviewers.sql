-- Workers outside the server that compute reviews, by the hashes of their tokens. A revoked one stays until another needs its place.
CREATE TABLE reviewers (
    reviewer_id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    -- When it last asked for a job; null until then.
    seen_at BIGINT,
    revoked_at BIGINT,
    revoked_why TEXT
);
CREATE UNIQUE INDEX reviewers_by_token ON reviewers (token_hash);

-- Who computed a review; null for the server itself.
ALTER TABLE reviews ADD COLUMN reviewer_id UUID;
CREATE INDEX reviews_by_reviewer ON reviews (reviewer_id, match_id, seat, engine, bytes) WHERE reviewer_id IS NOT NULL;

-- Reviews that wait for a worker, or are computed by one.
CREATE TABLE review_jobs (
    match_id UUID NOT NULL,
    seat BIGINT NOT NULL,
    engine BIGINT NOT NULL,
    -- On how many lines each choice is played on.
    lines BIGINT NOT NULL,
    offered_at BIGINT NOT NULL,
    -- How often it was taken.
    taken BIGINT NOT NULL DEFAULT 0,
    -- Whose job it is until then; null while it waits.
    lease UUID,
    reviewer_id UUID,
    ends_at BIGINT,
    -- Whether its review has come, and is checked.
    checking BOOLEAN NOT NULL DEFAULT FALSE,
    -- How many decisions the worker has looked at, and how many there are.
    done BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat, engine)
);
CREATE INDEX review_jobs_by_offer ON review_jobs (engine, offered_at, match_id, seat);
CREATE UNIQUE INDEX review_jobs_by_lease ON review_jobs (lease) WHERE lease IS NOT NULL;
CREATE INDEX review_jobs_by_reviewer ON review_jobs (reviewer_id) WHERE reviewer_id IS NOT NULL;
