-- Fills a stopped server's database with a million matches of four people each, of all games, to measure lists (docs/PERFORMANCE.md).
-- It takes minutes and two gigabytes. It is run in the root of the repository, where the folders of the games are.
CREATE TEMP TABLE people AS
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
    SELECT i, randomblob(16) AS id FROM n;
CREATE UNIQUE INDEX temp.people_by_number ON people (i);
INSERT INTO guests (player_id, name, created_at, seen_at) SELECT id, 'Guest ' || i, 0, 1790000000000 FROM people;
CREATE TEMP TABLE games AS
    SELECT row_number() OVER (ORDER BY variant <> 'giog', variant) - 1 AS i, variant
    FROM (SELECT replace(replace(name, 'crates/rules/tests/games/', ''), '/facts.json', '') AS variant
        FROM fsdir('crates/rules/tests/games') WHERE name LIKE '%/facts.json');
CREATE UNIQUE INDEX temp.games_by_number ON games (i);
-- More than half of the matches are of the first game.
CREATE TEMP TABLE played AS
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
    SELECT n.i, randomblob(16) AS match_id, variant, CASE WHEN n.i % 32 = 7 THEN 'abandoned' ELSE 'over' END AS status,
        n.i % 8 < 6 AS listed, 1790000000000 + n.i * 1000 AS ended_at, one.id AS one, two.id AS two, three.id AS three, four.id AS four
    FROM n JOIN games ON games.i = CASE WHEN n.i % 5 < 3 THEN 0 ELSE n.i / 5 % 20 END
        JOIN people one ON one.i = n.i * 7 % 5000 JOIN people two ON two.i = (n.i * 7 + 1009) % 5000
        JOIN people three ON three.i = (n.i * 7 + 2027) % 5000 JOIN people four ON four.i = (n.i * 7 + 3037) % 5000;
INSERT INTO matches (match_id, room_id, variant, seats, status, listed, started_at, ended_at, place, players, people)
    SELECT match_id, CAST('room ' || printf('%011d', i / 100) AS BLOB), variant, 4, status, listed, ended_at - 600000, ended_at, ended_at,
        '[{"seat":0,"player":"' || hex(one) || '","bot":null,"won":true,"score":7},{"seat":1,"player":"' || hex(two)
        || '","bot":null,"won":false,"score":5},{"seat":2,"player":"' || hex(three)
        || '","bot":null,"won":false,"score":3},{"seat":3,"player":"' || hex(four) || '","bot":null,"won":false,"score":1}]', 4
    FROM played;
INSERT INTO player_matches (player_id, variant, status, listed, won, place, match_id, room_id)
    SELECT player_id, variant, status, listed, won, ended_at, match_id, CAST('room ' || printf('%011d', i / 100) AS BLOB)
    FROM (SELECT *, one AS player_id, TRUE AS won FROM played UNION ALL SELECT *, two, FALSE FROM played
        UNION ALL SELECT *, three, FALSE FROM played UNION ALL SELECT *, four, FALSE FROM played);
