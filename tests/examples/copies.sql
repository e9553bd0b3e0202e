-- Copies the rooms of a stopped server's database until there are 10,000, to measure a start (docs/PERFORMANCE.md). The copies have
-- the people of their originals. Rows are in the order in which fifty rooms at a time would have written them.
CREATE TEMP TABLE originals AS SELECT room_id, opened_at, ROW_NUMBER() OVER () - 1 AS number FROM rooms WHERE closed_at IS NULL;
CREATE TEMP TABLE copies AS
    WITH RECURSIVE n (i) AS (SELECT (SELECT COUNT(*) FROM originals) UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    SELECT i, randomblob(16) AS copy, room_id, opened_at
    FROM n JOIN originals ON number = i % (SELECT COUNT(*) FROM originals);
INSERT INTO rooms (room_id, opened_at) SELECT copy, opened_at + i FROM copies;
INSERT INTO room_floors (room_id, below, body)
    SELECT copy, below, body FROM copies JOIN room_floors USING (room_id);
INSERT INTO room_log (row_id, room_id, idx, body)
    SELECT (SELECT MAX(row_id) FROM room_log) + ROW_NUMBER() OVER (ORDER BY i / 50, idx, i), copy, idx, body
    FROM copies JOIN room_log USING (room_id)
    WHERE idx >= COALESCE((SELECT below FROM room_floors AS floor WHERE floor.room_id = copies.room_id), 0);
