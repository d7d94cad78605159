-- From version 20 to version 21.
-- Who wrote a letter, and what it may do.
ALTER TABLE challenge ADD COLUMN shown TEXT CHECK (shown IS NULL OR json_valid(shown));
CREATE INDEX challenge_address ON challenge(address, made_at);
CREATE INDEX challenge_open ON challenge(until) WHERE used_at IS NULL;
