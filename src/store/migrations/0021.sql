-- From version 20 to version 21.
-- Who wrote a letter, and what it may do.
ALTER TABLE challenge ADD COLUMN shown TEXT CHECK (shown IS NULL OR json_valid(shown));
CREATE INDEX challenge_address ON challenge(address, made_at);
CREATE INDEX challenge_open ON challenge(until) WHERE used_at IS NULL;

-- Only what was believed makes another letter a duplicate.
ALTER TABLE inbound ADD COLUMN believed INTEGER NOT NULL DEFAULT 0 CHECK (believed IN (0, 1));
ALTER TABLE inbound ADD COLUMN dated TEXT;
DROP INDEX inbound_message;
DROP INDEX inbound_content;
CREATE INDEX inbound_message ON inbound(message_id, believed DESC, id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_content ON inbound(content_hash, believed DESC, id);
CREATE INDEX inbound_dated ON inbound(from_address, dated, believed DESC, id) WHERE dated IS NOT NULL;
UPDATE inbound SET believed = 1
WHERE verdict IN ('move', 'move-rejected', 'held', 'command');
CREATE TABLE order_occurrence (
  kernel      BLOB NOT NULL,  -- 16 bytes of SHA-256 over what the order orders
  outbound_id INTEGER NOT NULL REFERENCES outbound(id),  -- the letter
  PRIMARY KEY (kernel, outbound_id)
) STRICT, WITHOUT ROWID;
