-- From version 10 to version 11.
-- Officials beside the arbiter write letters of their own. No tournament of an earlier
-- version names one. And what he is by whom a decision was given stands beside his name.
CREATE TABLE official (
  tournament_id INTEGER NOT NULL REFERENCES tournament(id),
  address       TEXT NOT NULL CHECK (address <> ''),
  PRIMARY KEY (tournament_id, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX official_address ON official(address);
ALTER TABLE giver ADD COLUMN address TEXT;
ALTER TABLE giver ADD COLUMN role TEXT;
