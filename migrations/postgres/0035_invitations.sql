-- Who may invite a person to a table, and whether friends' invitations reach the devices on which they are notified.
ALTER TABLE guests ADD COLUMN may_invite TEXT NOT NULL DEFAULT 'friends' CHECK (may_invite IN ('friends', 'recent', 'nobody'));
ALTER TABLE guests ADD COLUMN push_invitations BOOLEAN NOT NULL DEFAULT FALSE;
