/** Functions that compute a link, over an unambiguous encoding of its values, as in the journal of each desk. */
export const links = `
-- The encoding of a value: its kind (text 1, whole number 2, bytes 3, null 4), its length in eight bytes, its
-- bytes.
CREATE FUNCTION team_journal.part(p_kind int, p_bytes bytea) RETURNS bytea LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_bytes IS NULL THEN '\\x040000000000000000'::bytea
    ELSE set_byte('\\x00'::bytea, 0, p_kind) || int8send(length(p_bytes)) || p_bytes END
$$;

CREATE FUNCTION team_journal.text_part(p_text text) RETURNS bytea LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$ SELECT team_journal.part(1, convert_to(p_text, 'UTF8')) $$;

-- The digest of a content, over its salt and its text.
CREATE FUNCTION team_journal.content_digest(p_salt text, p_body text) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(team_journal.part(3, decode(p_salt, 'hex')) || team_journal.text_part(p_body)), 'hex')
$$;

-- The link of an event, computed from the link before it.
CREATE FUNCTION team_journal.link_of(p_previous text, p_desk text, e jsonb) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(team_journal.text_part(p_previous) || team_journal.part(2, convert_to(e->>'number', 'UTF8'))
    || team_journal.text_part('event') || team_journal.text_part(p_desk) || team_journal.text_part(e->>'event')
    || team_journal.text_part(e->>'entry') || team_journal.text_part(e->>'kind') || team_journal.text_part(e->>'at')
    || team_journal.text_part(e->>'facts') || team_journal.part(3, decode(e->>'digest', 'hex'))), 'hex')
$$;
`
