-- Workers outside the server that compute reviews, by the hashes of their tokens. A revoked one stays until another needs its place.
CREATE TABLE reviewers (
    reviewer_id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    -- When it last asked for a job; null until then.
    seen_at INTEGER,
    revoked_at INTEGER,
    revoked_why TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX reviewers_by_token ON reviewers (token_hash);

-- Who computed a review; null for the server itself.
ALTER TABLE reviews ADD COLUMN reviewer_id BLOB;
CREATE INDEX reviews_by_reviewer ON reviews (reviewer_id, match_id, seat, engine, bytes) WHERE reviewer_id IS NOT NULL;

-- Reviews that wait for a worker, or are computed by one.
CREATE TABLE review_jobs (
    match_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    engine INTEGER NOT NULL,
    -- On how many lines each choice is played on.
    lines INTEGER NOT NULL,
    offered_at INTEGER NOT NULL,
    -- How often it was taken.
    taken INTEGER NOT NULL DEFAULT 0,
    -- Whose job it is until then; null while it waits.
    lease BLOB,
    reviewer_id BLOB,
    ends_at INTEGER,
    -- Whether its review has come, and is checked.
    checking INTEGER NOT NULL DEFAULT 0,
    -- How many decisions the worker has looked at, and how many there are.
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat, engine)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_jobs_by_offer ON review_jobs (engine, offered_at, match_id, seat);
CREATE UNIQUE INDEX review_jobs_by_lease ON review_jobs (lease) WHERE lease IS NOT NULL;
CREATE INDEX review_jobs_by_reviewer ON review_jobs (reviewer_id) WHERE reviewer_id IS NOT NULL;
