-- First steps: build by GROUP BY, store, probe, merge, update.
.load ./bloomfilter
CREATE TABLE visit (day TEXT, user INTEGER);
INSERT INTO visit VALUES ('mon', 1), ('mon', 2), ('mon', 3), ('tue', 3), ('tue', 4), ('wed', 5);
CREATE TABLE seen (day TEXT PRIMARY KEY, filter BLOB);
INSERT INTO seen SELECT day, bloom_agg(user, 1000) FROM visit GROUP BY day;
.print which days may have seen user 3?
SELECT day FROM seen WHERE bloom_contains(filter, 3) ORDER BY day;
.print and user 77?
SELECT count(*) FROM seen WHERE bloom_contains(filter, 77);
.print how many users on any day?
SELECT bloom_cardinality(bloom_union_agg(filter)) FROM seen;
.print user 9 comes on wednesday
UPDATE seen SET filter = bloom_add(filter, 9) WHERE day = 'wed';
SELECT day FROM seen WHERE bloom_contains(filter, 9);
.print users 11, 12 and 13 come on tuesday, in one rewrite
UPDATE seen SET filter = (SELECT coalesce(bloom_add_agg(seen.filter, user), seen.filter)
                          FROM (SELECT 11 AS user UNION SELECT 12 UNION SELECT 13))
WHERE day = 'tue';
SELECT day, bloom_contains_all(filter, 3, 4, 11, 12, 13), bloom_cardinality(filter) FROM seen ORDER BY day;
.print of nobody new comes nothing
UPDATE seen SET filter = (SELECT coalesce(bloom_add_agg(seen.filter, user), seen.filter)
                          FROM visit WHERE user > 1000);
SELECT day, bloom_cardinality(filter) FROM seen ORDER BY day;
.print what is in a filter?
SELECT bloom_info(filter) FROM seen WHERE day = 'mon';
