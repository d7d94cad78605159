-- From version 3 to version 4.

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
