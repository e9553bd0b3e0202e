-- Where a device is notified by Web Push, if its person wants that: what its browser gave. It is gone with the device, and so with its
-- token. Backups leave it out: pages give it again.
CREATE TABLE push_subscriptions (
    device_id BLOB PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);
