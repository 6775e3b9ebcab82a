-- The demo's SQL, the same in SQLite and PostgreSQL: one filter for each package.
CREATE TABLE part AS
  SELECT package, count(*) AS keys, bloom_agg(path) AS filter FROM owns GROUP BY package;

-- Every 1/200 of the paths, and as many that no package owns.
CREATE TABLE probe AS
  SELECT path FROM (SELECT path, row_number() OVER (ORDER BY path) AS n, count(*) OVER () AS total
                    FROM (SELECT DISTINCT path FROM owns) d) o
  WHERE n % (total / 200 + 1) = 0;
INSERT INTO probe SELECT path || '.absent' FROM probe;

CREATE TABLE truth (path text, package text);
CREATE TABLE candidate (path text, package text);
CREATE TABLE answer (path text, package text);
