-- Whether the date can be believed: why it is doubted, null if it is not, and when the operator last said that it is right. Expired data is
-- deleted only while it is not doubted. All servers that share the rooms go by it.
CREATE TABLE date_trust (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    doubt TEXT,
    trusted_at BIGINT
);
INSERT INTO date_trust (only_row, doubt, trusted_at) VALUES (1, NULL, NULL);
