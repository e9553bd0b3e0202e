-- Copies the finished public matches of a stopped server's database, with their records, until one person has 10,000 of them, to measure an
-- export (docs/PERFORMANCE.md). Ids are new; the records are the bytes of their originals.
CREATE TEMP TABLE originals AS
    SELECT match_id, ROW_NUMBER() OVER (ORDER BY place) - 1 AS number FROM player_matches
    WHERE listed AND player_id = (SELECT player_id FROM player_matches WHERE listed GROUP BY player_id ORDER BY COUNT(*) DESC LIMIT 1);
CREATE TEMP TABLE copies AS
    WITH RECURSIVE n (i) AS (SELECT (SELECT COUNT(*) FROM originals) UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    SELECT i, randomblob(16) AS copy, match_id FROM n JOIN originals ON number = i % (SELECT COUNT(*) FROM originals);
INSERT INTO matches (match_id, room_id, variant, seats, status, listed, started_at, ended_at, place, players, people, ending, clock)
    SELECT copy, room_id, variant, seats, status, listed, started_at, ended_at, place + i, players, people, ending, clock
    FROM copies JOIN matches USING (match_id);
INSERT INTO match_records (match_id, record, coding)
    SELECT copy, record, coding FROM copies JOIN match_records USING (match_id);
INSERT INTO player_matches (player_id, variant, status, listed, won, place, match_id, room_id)
    SELECT player_id, variant, status, listed, won, place + i, copy, room_id FROM copies JOIN player_matches USING (match_id);
SELECT hex(player_id), COUNT(*) FROM player_matches WHERE listed GROUP BY player_id ORDER BY COUNT(*) DESC LIMIT 1;
