-- From version 3 to version 4.

-- Tokens are known by their keyed hash too, where their letters are lost.
ALTER TABLE thread ADD COLUMN spent_ply INTEGER NOT NULL DEFAULT -1;
CREATE TABLE lost_token (
  nonce TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
