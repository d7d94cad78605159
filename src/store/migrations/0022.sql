-- From version 21 to version 22.
-- A name of a mailbox alone does not make a letter known: servers give one twice.
ALTER TABLE inbound ADD COLUMN transport_mark TEXT;
