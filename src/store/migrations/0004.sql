-- From version 3 to version 4.
-- Who gave a decision of the arbiter's at the console, as told there: it names, it does
-- not prove. One row a decision; of those given by letter the letter tells.
CREATE TABLE giver (
  event_id      INTEGER NOT NULL PRIMARY KEY REFERENCES event(id),  -- the decision: its first entry
  name          TEXT NOT NULL CHECK (name <> '')                    -- who
) STRICT;
CREATE TRIGGER giver_never_changes BEFORE UPDATE ON giver
BEGIN SELECT RAISE(ABORT, 'the record is append-only: a giver never changes'); END;
CREATE TRIGGER giver_never_goes BEFORE DELETE ON giver
BEGIN SELECT RAISE(ABORT, 'the record is append-only: a giver is never removed'); END;


-- The mail servers of the configuration: since when one of them is asked in vain.
CREATE TABLE server (
  role     TEXT NOT NULL PRIMARY KEY CHECK (role IN ('inbox','outbox')),  -- what it is there for
  name     TEXT NOT NULL,             -- host and port
  asked    TEXT,                      -- since when it was asked and has not answered; NULL: it answered the last time
  answered TEXT,                      -- when it last answered; NULL: never
  trouble  TEXT NOT NULL DEFAULT ''   -- why it could not be used
) STRICT, WITHOUT ROWID;

-- Tokens are known by their keyed hash too, where their letters are lost.
ALTER TABLE thread ADD COLUMN spent_ply INTEGER NOT NULL DEFAULT -1;
CREATE TABLE lost_token (
  nonce TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
-- Looks into the mailbox that were complete.
CREATE TABLE look (
  what   TEXT NOT NULL PRIMARY KEY CHECK (what IN ('fetched','ruled')),
  began  TEXT NOT NULL,
  ended  TEXT NOT NULL,
  newest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO look (what, began, ended, newest)
  SELECT 'fetched', value, value, 0 FROM meta WHERE key = 'last-complete-poll';
DELETE FROM meta WHERE key = 'last-complete-poll';

-- Passes that somebody may ask about, and what they recorded.
CREATE TABLE pass (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  at       TEXT NOT NULL,
  given    INTEGER NOT NULL CHECK (given IN (0,1)),
  doubt    TEXT CHECK (doubt IN ('back','ahead','server')),
  against  TEXT,
  found    TEXT CHECK (found IN ('right','wrong')),
  truth    TEXT,
  declared INTEGER NOT NULL DEFAULT 0 CHECK (declared >= 0),
  CHECK ((doubt IS NULL) = (against IS NULL)),
  CHECK (found IS NULL OR doubt IS NOT NULL),
  CHECK ((found = 'wrong') = (truth IS NOT NULL))
) STRICT;
CREATE INDEX pass_doubt ON pass(id) WHERE doubt IS NOT NULL AND found IS NULL;
CREATE TABLE pass_entry (
  event_id INTEGER PRIMARY KEY REFERENCES event(id),
  pass_id  INTEGER NOT NULL REFERENCES pass(id)
) STRICT;
CREATE INDEX pass_entry_pass ON pass_entry(pass_id, event_id);
CREATE TABLE pass_letter (
  inbound_id INTEGER PRIMARY KEY REFERENCES inbound(id),
  pass_id    INTEGER NOT NULL REFERENCES pass(id),
  told       TEXT
) STRICT;
CREATE INDEX pass_letter_pass ON pass_letter(pass_id, inbound_id);
INSERT OR REPLACE INTO meta (key, value)
  SELECT 'newest-hour', max(at) FROM (
    SELECT max(at) AS at FROM event
    UNION ALL SELECT max(kept_at) FROM inbound
    UNION ALL SELECT max(composed) FROM outbound)
  HAVING max(at) IS NOT NULL;
INSERT OR REPLACE INTO meta (key, value) SELECT 'last-pass', began FROM look;

-- What a limit holds back is owed, not dropped.
CREATE TABLE owed (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  inbound_id  INTEGER NOT NULL REFERENCES inbound(id),
  sender_id   INTEGER NOT NULL REFERENCES player(id),
  player_id   INTEGER REFERENCES player(id),
  game_id     INTEGER REFERENCES game(id),
  begins      TEXT CHECK (begins IS NULL OR json_valid(begins)),
  notice      TEXT NOT NULL CHECK (json_valid(notice)),
  made_at     TEXT NOT NULL,
  settled     TEXT,
  outbound_id INTEGER REFERENCES outbound(id)
) STRICT;
CREATE INDEX owed_open ON owed(sender_id, id) WHERE settled IS NULL;
CREATE INDEX owed_begins ON owed(id) WHERE begins IS NOT NULL;

-- Whether a letter of ours arrived: its token came back, or it came back itself.
ALTER TABLE outbound ADD COLUMN used TEXT;
ALTER TABLE outbound ADD COLUMN returned INTEGER NOT NULL DEFAULT 0 CHECK (returned >= 0);
CREATE INDEX outbound_returned ON outbound(player_id) WHERE returned > 0;

-- What a player wrote before, and since.
CREATE INDEX inbound_from ON inbound(from_address, arrived, id);

-- What waits for the archive.
CREATE TABLE journal (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  change TEXT NOT NULL CHECK (json_valid(change))
) STRICT;

-- A checksum beside the bytes of every letter; older rows get theirs from nightly.
ALTER TABLE inbound_letter ADD COLUMN hash BLOB;
ALTER TABLE outbound_letter ADD COLUMN hash BLOB;
ALTER TABLE bundle ADD COLUMN hash BLOB;
-- Codes are listed together, each with its own; acts are asked back by one word; what
-- strangers name is seen; officials are senders in their own right.
ALTER TABLE challenge ADD COLUMN told_at TEXT;
ALTER TABLE challenge ADD COLUMN game_id INTEGER REFERENCES game(id);
ALTER TABLE challenge ADD COLUMN ply INTEGER;
ALTER TABLE challenge ADD COLUMN aside_by INTEGER REFERENCES inbound(id);
ALTER TABLE challenge ADD COLUMN told_in INTEGER;
UPDATE challenge SET told_at = made_at;
CREATE INDEX challenge_list ON challenge(told_in) WHERE told_in IS NOT NULL;
CREATE INDEX challenge_untold ON challenge(id) WHERE told_at IS NULL AND used_at IS NULL;

CREATE TABLE question (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  player_id  INTEGER NOT NULL REFERENCES player(id),
  inbound_id INTEGER NOT NULL REFERENCES inbound(id),
  game_id    INTEGER REFERENCES game(id),
  what       TEXT NOT NULL CHECK (json_valid(what)),
  asked_at   TEXT NOT NULL,
  until      TEXT NOT NULL,
  closed_at  TEXT
) STRICT;
CREATE INDEX question_inbound ON question(inbound_id);

CREATE TABLE named (
  inbound_id    INTEGER NOT NULL REFERENCES inbound(id),
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  game_id       INTEGER REFERENCES game(id),
  player_id     INTEGER REFERENCES player(id)
) STRICT;
CREATE INDEX named_inbound ON named(inbound_id);
CREATE INDEX named_game ON named(game_id, inbound_id) WHERE game_id IS NOT NULL;
CREATE INDEX named_tournament ON named(tournament_id, inbound_id);

CREATE INDEX tournament_appeals ON tournament(lower(facts ->> '$.appeals.email'));
CREATE INDEX tournament_adjudicator ON tournament(lower(facts ->> '$.adjudicator.email'));
CREATE INDEX inbound_strange ON inbound(kept_at) WHERE verdict = 'unknown-sender';

-- Which languages there are the program says: a new one needs no new table.
CREATE TABLE player_4 (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL CHECK (name <> ''),
  email       TEXT NOT NULL CHECK (email <> ''),
  address_key TEXT NOT NULL UNIQUE,
  language    TEXT NOT NULL CHECK (language GLOB '[a-z][a-z]'),
  rating      INTEGER,
  federation  TEXT,
  style       TEXT NOT NULL DEFAULT 'full' CHECK (style IN ('full','text','pgn','short')),
  wishes      TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(wishes)),
  hard_bounces  INTEGER NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0),
  failing_since TEXT
) STRICT;
INSERT INTO player_4 (id, name, email, address_key, language, rating, federation, style,
    hard_bounces, failing_since)
  SELECT id, name, email, address_key, language, rating, federation, style,
    hard_bounces, failing_since FROM player;
DROP TABLE player;
ALTER TABLE player_4 RENAME TO player;
