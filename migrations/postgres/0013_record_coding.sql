-- How the bytes of a record are kept: 0 as they are, 1 as a zlib stream. Records of before stay as they are.
ALTER TABLE match_records ADD COLUMN coding BIGINT NOT NULL DEFAULT 0;
