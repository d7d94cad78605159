-- From version 20 to version 21.
-- Who wrote a letter, and what it may do.
CREATE TABLE order_occurrence (
  kernel      BLOB NOT NULL,  -- 16 bytes of SHA-256 over what the order orders
  outbound_id INTEGER NOT NULL REFERENCES outbound(id),  -- the letter
  PRIMARY KEY (kernel, outbound_id)
) STRICT, WITHOUT ROWID;
