-- From version 17 to version 18.
-- A kind of entry is read out of the entry where it is asked for: `verify` read each entry's
-- text twice more than it has to, once for the column and once for a check that replaying
-- makes as well. (The check goes behind this: SQLite has no statement for it.)
ALTER TABLE event DROP COLUMN what;
