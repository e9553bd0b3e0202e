-- Whether the date can be believed: why it is doubted, null if it is not, and when the operator last said that it is right. Expired data is
-- deleted only while it is not doubted.
CREATE TABLE date_trust (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    doubt TEXT,
    trusted_at INTEGER
) STRICT;
INSERT INTO date_trust (only_row, doubt, trusted_at) VALUES (1, NULL, NULL);
