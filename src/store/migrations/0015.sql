-- From version 14 to version 15.
CREATE TABLE official_account (
  address  TEXT PRIMARY KEY CHECK (address <> ''),
  turn     INTEGER NOT NULL,
  password TEXT,
  totp     BLOB,
  step     INTEGER NOT NULL,
  set_at   TEXT,
  reset_at TEXT,
  reset_by TEXT,
  CHECK ((password IS NULL) = (totp IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE official_code (
  address TEXT NOT NULL REFERENCES official_account(address),
  tag     BLOB NOT NULL,
  PRIMARY KEY (address, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE official_session (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  tag     BLOB NOT NULL UNIQUE,
  address TEXT NOT NULL REFERENCES official_account(address),
  browser TEXT NOT NULL,
  begun   TEXT NOT NULL,
  seen    TEXT NOT NULL,
  idle    TEXT NOT NULL,
  until   TEXT NOT NULL
) STRICT;
CREATE INDEX official_session_address ON official_session(address, id);
