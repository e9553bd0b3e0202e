-- Several servers share the rooms on Postgres alone: here nothing changes.
SELECT 1;
