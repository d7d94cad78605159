-- From version 12 to version 13.

-- Keys of persons, in the place of those of entries.
CREATE TABLE person_key (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  address TEXT UNIQUE CHECK (address <> ''),
  key     BLOB CHECK (length(key) = 32),
  gone    TEXT CHECK (gone IN ('destroyed','lost')),
  CHECK ((key IS NULL) = (gone IS NOT NULL))
) STRICT;
INSERT INTO person_key (id, key) SELECT application_id, key FROM application_key;
ALTER TABLE application ADD COLUMN key_id INTEGER REFERENCES person_key(id);
UPDATE application SET key_id = id WHERE id IN (SELECT application_id FROM application_key);
UPDATE application SET person = x'' WHERE key_id IS NULL;
DROP TABLE application_key;

-- Letters from and to somebody unknown are sealed in the archive from now on.
ALTER TABLE inbound ADD COLUMN key_id INTEGER REFERENCES person_key(id);
CREATE INDEX inbound_key ON inbound(key_id) WHERE key_id IS NOT NULL;
ALTER TABLE outbound ADD COLUMN key_id INTEGER REFERENCES person_key(id);
CREATE INDEX outbound_key ON outbound(key_id) WHERE key_id IS NOT NULL;

-- Postal addresses, sealed by the program in the same step.
CREATE TABLE player_13 (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL CHECK (name <> ''),
  email       TEXT CHECK (email <> ''),
  address_key TEXT UNIQUE,
  postal      BLOB CHECK (length(postal) > 0),
  language    TEXT NOT NULL CHECK (language GLOB '[a-z][a-z]'),
  rating      INTEGER,
  federation  TEXT,
  style       TEXT NOT NULL DEFAULT 'full' CHECK (style IN ('full','text','pgn','short')),
  wishes      TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(wishes)),
  hard_bounces  INTEGER NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0),
  failing_since TEXT,
  key_id      INTEGER REFERENCES person_key(id),
  CHECK ((postal IS NOT NULL) <= (key_id IS NOT NULL)),
  CHECK ((email IS NULL) = (address_key IS NULL)),
  CHECK (email IS NOT NULL OR postal IS NOT NULL)
) STRICT;
INSERT INTO person_key (id, address, key)
  SELECT (SELECT coalesce(max(id), 0) FROM application) + id, address_key, randomblob(32)
  FROM player WHERE postal IS NOT NULL;
INSERT INTO player_13 (id, name, email, address_key, postal, language, rating, federation, style,
    wishes, hard_bounces, failing_since, key_id)
  SELECT id, name, email, address_key, CAST(postal AS BLOB), language, rating, federation, style,
    wishes, hard_bounces, failing_since,
    iif(postal IS NULL, NULL, (SELECT coalesce(max(id), 0) FROM application) + id)
  FROM player;
DROP TABLE player;
ALTER TABLE player_13 RENAME TO player;
