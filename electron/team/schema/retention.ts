/**
 * Retention: what a checkpoint names is replaced by tombstones, and by nothing else. Number, ids, kind, time, link,
 * login and receipt stay, and of the content what claims. `electron/team/retention` makes both, and Verify checks them.
 */
export const retention = `
CREATE INDEX event_checkpoint ON team_journal.event (desk_id, number) WHERE kind = 'checkpoint';

-- Entries of which every event is older, and that nobody needs any more: an open claim, a request that two desks sent, an
-- end that is not certain, and whatever shares an id with one of these stays.
CREATE FUNCTION team_journal.removable_entries(p_before timestamptz) RETURNS TABLE (entry_id text) LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  WITH uncertain AS MATERIALIZED (
    SELECT n.entry_id FROM team_journal.entry n WHERE coalesce((SELECT s.state FROM team_journal.event s
        WHERE s.entry_id = n.entry_id AND s.state IS NOT NULL
        ORDER BY s.received_at DESC, s.desk_id DESC, s.number DESC LIMIT 1), 'unknown')
      IN ('sending', 'processing', 'unknown', 'error', 'not-found', 'closed-error', 'closed-unknown')
    UNION SELECT c.entry_id FROM team_journal.claim c
      WHERE NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = c.entry_id)
    UNION SELECT x.entry_id FROM team_journal.collision x UNION SELECT x.holder FROM team_journal.collision x
  ), staying AS MATERIALIZED (
    SELECT u.entry_id FROM uncertain u
    UNION SELECT j.entry_id FROM uncertain u JOIN team_journal.ident i ON i.entry_id = u.entry_id
      JOIN team_journal.ident j ON j.value = i.value
  )
  SELECT n.entry_id FROM team_journal.entry n
    WHERE n.at < p_before AND NOT EXISTS (SELECT 1 FROM staying s WHERE s.entry_id = n.entry_id)
      AND NOT EXISTS (SELECT 1 FROM team_journal.event e WHERE e.entry_id = n.entry_id AND e.received_at >= p_before)
    ORDER BY n.at, n.entry_id
$$;

-- Puts tombstones in the place of what a checkpoint names, and removes the rows that led to those entries. The digests
-- that the checkpoint's desk signed decide what a tombstone may say. What must stay by now stays.
CREATE FUNCTION team_journal.remove_events(p_version int, p_desk text, p_number bigint, p_bodies text)
  RETURNS TABLE (entries int, events int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  point team_journal.event; told jsonb; older_than timestamptz; old text[]; going text[]; gone int;
BEGIN
  PERFORM team_journal.check_version(p_version);
  SELECT * INTO point FROM team_journal.event x WHERE x.desk_id = p_desk AND x.number = p_number AND x.kind = 'checkpoint';
  IF NOT FOUND OR NOT EXISTS (SELECT 1 FROM team_journal.event h
      WHERE h.desk_id = p_desk AND h.number > p_number AND h.kind = 'head') THEN
    RAISE EXCEPTION 'no signed checkpoint stands there' USING ERRCODE = 'TJ006'; END IF;
  told := point.body::jsonb->'record';
  older_than := (told->>'before')::timestamptz;
  IF older_than IS NULL OR older_than > least(now(), point.received_at) - interval '365 days' THEN
    RAISE EXCEPTION 'the checkpoint names what is too young' USING ERRCODE = 'TJ006'; END IF;
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(told->'removed') r WHERE r->>'digest' IS DISTINCT FROM (
      SELECT encode(sha256(convert_to(string_agg('Gateway Console team tombstone 1' || chr(10) || 'desk ' || x.desk_id || chr(10)
          || 'number ' || x.number || chr(10) || 'event ' || x.event_id || chr(10) || 'entry ' || coalesce(x.entry_id, '-') || chr(10)
          || 'kind ' || x.kind || chr(10) || 'at ' || x.at || chr(10) || 'link ' || x.link || chr(10) || 'body ' || b.body || chr(10),
          '' ORDER BY x.number), 'UTF8')), 'hex')
        FROM jsonb_to_recordset(p_bodies::jsonb) b(desk text, number bigint, body text)
          JOIN team_journal.event x ON x.desk_id = b.desk AND x.number = b.number
        WHERE b.desk = r->>'deskId')) THEN
    RAISE EXCEPTION 'this is not what the checkpoint names' USING ERRCODE = 'TJ006'; END IF;
  old := ARRAY(SELECT r.entry_id FROM team_journal.removable_entries(older_than) r);
  -- From here on no desk writes events; claims wait for the end of this.
  ALTER TABLE team_journal.event DISABLE TRIGGER append_only;
  going := ARRAY(
    WITH named AS MATERIALIZED (
      SELECT x.entry_id, x.desk_id, x.number FROM jsonb_to_recordset(p_bodies::jsonb) b(desk text, number bigint, body text)
        JOIN team_journal.event x ON x.desk_id = b.desk AND x.number = b.number
      WHERE b.desk IN (SELECT r->>'deskId' FROM jsonb_array_elements(told->'removed') r))
    SELECT DISTINCT n.entry_id FROM named n WHERE n.entry_id IN (SELECT unnest(old))
      AND NOT EXISTS (SELECT 1 FROM team_journal.event y LEFT JOIN named m ON m.desk_id = y.desk_id AND m.number = y.number
        WHERE y.entry_id = n.entry_id AND m.number IS NULL AND NOT starts_with(y.body, '{"removed":true')));
  UPDATE team_journal.event x SET body = b.body FROM jsonb_to_recordset(p_bodies::jsonb) b(desk text, number bigint, body text)
    WHERE x.desk_id = b.desk AND x.number = b.number AND x.entry_id IN (SELECT unnest(going)) AND x.body <> b.body;
  GET DIAGNOSTICS gone = ROW_COUNT;
  ALTER TABLE team_journal.event ENABLE TRIGGER append_only;
  ALTER TABLE team_journal.entry DISABLE TRIGGER append_only;
  DELETE FROM team_journal.entry x WHERE x.entry_id IN (SELECT unnest(going));
  ALTER TABLE team_journal.entry ENABLE TRIGGER append_only;
  ALTER TABLE team_journal.ident DISABLE TRIGGER append_only;
  DELETE FROM team_journal.ident x WHERE x.entry_id IN (SELECT unnest(going));
  ALTER TABLE team_journal.ident ENABLE TRIGGER append_only;
  RETURN QUERY SELECT cardinality(going), gone;
END $$;
`
