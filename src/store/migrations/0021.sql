-- From version 20 to version 21.
-- Who wrote a letter, and what it may do.

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
