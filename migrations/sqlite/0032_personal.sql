-- What is stored of a person is found by their id.
CREATE INDEX reports_by_reporter ON reports (reporter_id, reported_at, report_id);
CREATE INDEX reports_by_reported ON reports (reported_id);
CREATE INDEX bans_by_player ON bans (player_id) WHERE player_id IS NOT NULL;
