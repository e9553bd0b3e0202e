-- What people in rooms reported about others. `chat` is JSON, the last lines before it.
CREATE TABLE reports (
    report_id UUID PRIMARY KEY,
    room_id UUID NOT NULL,
    match_id UUID,
    seat BIGINT,
    reporter_id UUID NOT NULL,
    reporter_name TEXT NOT NULL,
    reported_id UUID NOT NULL,
    reported_name TEXT NOT NULL,
    reason TEXT NOT NULL,
    chat TEXT NOT NULL,
    reported_at BIGINT NOT NULL,
    settled_at BIGINT,
    note TEXT,
    CHECK ((settled_at IS NULL) = (note IS NULL))
);
CREATE INDEX reports_by_time ON reports (reported_at, report_id);
CREATE INDEX reports_open ON reports (reported_at, report_id) WHERE settled_at IS NULL;

-- Who may not come. Either a person or a range of addresses in canonical CIDR notation.
CREATE TABLE bans (
    ban_id UUID PRIMARY KEY,
    player_id UUID,
    addresses TEXT,
    reason TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    ends_at BIGINT,
    CHECK ((player_id IS NULL) <> (addresses IS NULL))
);
CREATE INDEX bans_by_time ON bans (made_at, ban_id);
CREATE INDEX bans_by_end ON bans (ends_at) WHERE ends_at IS NOT NULL;

-- Who won, so that a person's wins are a list of their own.
ALTER TABLE player_matches DISABLE TRIGGER player_matches_are_final;
ALTER TABLE player_matches ADD COLUMN won BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE player_matches p SET won = TRUE FROM matches m, jsonb_array_elements(m.players::JSONB) seat
    WHERE m.match_id = p.match_id AND (seat ->> 'won')::BOOLEAN AND (seat ->> 'player')::UUID = p.player_id;
ALTER TABLE player_matches ENABLE TRIGGER player_matches_are_final;
CREATE INDEX player_wins ON player_matches (player_id, won, ended_at, match_id, listed);
