-- What SQLite has by itself, for PostgreSQL 14 and later. It is run before the tables of
-- schema.sql, in the schema that is to hold them.

-- The version of the tables.
CREATE TABLE database_version (version BIGINT NOT NULL);

-- The greatest number that each table gave to a row that is gone since: none is given twice.
-- A row that comes has the next after all of these; who writes does so alone.
CREATE TABLE sqlite_sequence (name TEXT COLLATE "C" PRIMARY KEY, seq BIGINT NOT NULL);

CREATE FUNCTION numbers_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sqlite_sequence (name, seq)
  SELECT TG_TABLE_NAME, max(id) FROM gone HAVING max(id) IS NOT NULL
  ON CONFLICT (name) DO UPDATE SET seq = greatest(sqlite_sequence.seq, excluded.seq);
  RETURN NULL;
END $$;

-- How often something was committed: by it others see that they have to look again.
CREATE TABLE commits (n BIGINT NOT NULL) WITH (fillfactor = 10);
INSERT INTO commits VALUES (0);

-- Fails where a session does not hold a lock of the home (the two numbers of an advisory lock)
-- any more: with its connection it has lost it, and another may have it.
CREATE FUNCTION still_holds(session int, home int, turn int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = session
    AND classid::bigint = home AND objid::bigint = turn
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) THEN
    RAISE lock_not_available USING MESSAGE = 'another robot has taken the turn of this one';
  END IF;
END $$;

-- What may not be done to rows that only grow.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0];
END $$;

-- Whether a text is JSON: what is not, is an error. (Functions of SQL are written into the
-- statements that call them where they are not STRICT, and called one by one where they are.)
CREATE FUNCTION json_valid(text) RETURNS boolean LANGUAGE sql IMMUTABLE
  AS $$ SELECT ($1::json) IS NOT NULL $$;

-- What stands in a JSON text under a key, or a path such as $.stage.cycle.
CREATE FUNCTION json_text(text, text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN left($2, 2) = '$.'
                    THEN $1::json #>> string_to_array(substr($2, 3), '.')
                    ELSE $1::json ->> $2 END $$;
CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_text);

-- Where a text stands in another, from 1; 0: nowhere.
CREATE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT strpos($1, $2)::bigint $$;

-- Bytes as digits.
CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT upper(encode($1, 'hex')) $$;

