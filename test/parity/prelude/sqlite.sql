-- What the corpus takes for granted, in SQLite.
.bail off
.mode list
.nullvalue NULL
.load ./bloomfilter

CREATE TABLE special (name TEXT, x REAL);
INSERT INTO special VALUES ('infinity', 9e999), ('minus infinity', -9e999);

CREATE TABLE uuids (name TEXT, u);
INSERT INTO uuids VALUES ('zero', zeroblob(16)), ('one', x'0123456789abcdef0123456789abcdef');
