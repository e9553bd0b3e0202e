-- What open rooms replay: a log under a growing key that the one server chooses, so that rows of many rooms share pages
-- and no index is written beside them. Which keys are a room's, the server keeps in memory.
ALTER TABLE room_log RENAME TO room_log_until_now;
CREATE TABLE room_log (
    row_id INTEGER PRIMARY KEY,
    room_id BLOB NOT NULL,
    idx INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- The rows of closed rooms, until they are deleted: nothing at a start reads over them.
CREATE TABLE closed_log (
    room_id BLOB NOT NULL,
    idx INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room_id, idx)
) STRICT, WITHOUT ROWID;

INSERT INTO room_log (room_id, idx, body)
    SELECT room_id, idx, body FROM room_log_until_now
    WHERE room_id NOT IN (SELECT room_id FROM rooms WHERE closed_at IS NOT NULL) ORDER BY room_id, idx;
INSERT INTO closed_log (room_id, idx, body)
    SELECT room_id, idx, body FROM room_log_until_now
    WHERE room_id IN (SELECT room_id FROM rooms WHERE closed_at IS NOT NULL) ORDER BY room_id, idx;
DROP TABLE room_log_until_now;

-- All of them, as they are backed up.
CREATE VIEW all_log AS
    SELECT room_id, idx, body FROM room_log UNION ALL SELECT room_id, idx, body FROM closed_log;

-- What a room was at some row of its log: it is replayed from there, and rows below are gone. As secret as the log.
CREATE TABLE room_floors (
    room_id BLOB PRIMARY KEY,
    below INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
