-- Where a device is notified by Web Push, if its person wants that: what its browser gave. It is gone with the device, and so with its
-- token. Backups leave it out: pages give it again.
CREATE TABLE push_subscriptions (
    device_id UUID PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);
