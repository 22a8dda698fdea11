/**
 * Retention: signed removals remove content. Links, facts, ids, times, login and receipt stay, and so every claim.
 * `electron/team/retention` proposes and executes removals; a verification checks what was removed.
 */
export const retention = `
CREATE INDEX event_removal ON team_journal.event (desk_id, number) WHERE kind IN ('content-removal', 'removal');
CREATE INDEX event_head ON team_journal.event (desk_id, number) WHERE kind = 'head';

-- Entries whose content may still be needed: those with an uncertain end, an open claim or a request that two desks
-- sent, and every entry that shares an id with one of these.
CREATE FUNCTION team_journal.staying_entries() RETURNS TABLE (entry_id text) LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  WITH uncertain AS MATERIALIZED (
    SELECT n.entry_id FROM team_journal.entry n WHERE coalesce((SELECT s.state FROM team_journal.event s
        WHERE s.entry_id = n.entry_id AND s.state IS NOT NULL
        ORDER BY s.received_at DESC, s.desk_id DESC, s.number DESC LIMIT 1), 'unknown')
      IN ('sending', 'processing', 'unknown', 'error', 'not-found', 'closed-error', 'closed-unknown')
    UNION SELECT c.entry_id FROM team_journal.claim c
      WHERE NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = c.entry_id)
    UNION SELECT x.entry_id FROM team_journal.collision x UNION SELECT x.holder FROM team_journal.collision x
  )
  SELECT u.entry_id FROM uncertain u
  UNION SELECT j.entry_id FROM uncertain u JOIN team_journal.ident i ON i.entry_id = u.entry_id
    JOIN team_journal.ident j ON j.value = i.value
$$;

-- Entries whose content may be removed and whose events are all older, with the number of events that have content.
CREATE FUNCTION team_journal.removable_entries(p_before timestamptz) RETURNS TABLE (entry_id text, events int)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH staying AS MATERIALIZED (SELECT s.entry_id FROM team_journal.staying_entries() s)
  SELECT n.entry_id, c.events FROM team_journal.entry n
    CROSS JOIN LATERAL (SELECT count(*)::int AS events FROM team_journal.whole_event e
      WHERE e.entry_id = n.entry_id AND e.body IS NOT NULL) c
    WHERE n.at < p_before AND c.events > 0 AND NOT EXISTS (SELECT 1 FROM staying s WHERE s.entry_id = n.entry_id)
      AND NOT EXISTS (SELECT 1 FROM team_journal.event e WHERE e.entry_id = n.entry_id AND e.received_at >= p_before)
    ORDER BY n.at, n.entry_id
$$;

-- The content that a removal names, that exists and that may be removed. With a number: for all desks, what that
-- event proposes, if an administrator wrote it and it is older than a year by every clock. Without a number: what
-- the desk removed of its own content. A later head of the desk must cover the event.
CREATE FUNCTION team_journal.removable_content(p_desk text, p_number bigint)
  RETURNS TABLE (desk_id text, number bigint, entry_id text) LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  WITH point AS MATERIALIZED (
    SELECT x.*, x.facts::jsonb->'record' AS said FROM team_journal.event x WHERE x.desk_id = p_desk
      AND CASE WHEN p_number IS NULL THEN x.kind = 'removal' ELSE x.number = p_number AND x.kind = 'content-removal' END
      AND x.number < (SELECT max(h.number) FROM team_journal.event h WHERE h.desk_id = p_desk AND h.kind = 'head')
  ), named AS (
    SELECT e.desk_id, e.number, e.entry_id FROM point p
        CROSS JOIN LATERAL jsonb_to_recordset(p.said->'removed') r("deskId" text, numbers bigint[])
        JOIN team_journal.event e ON e.desk_id = r."deskId" AND e.number = ANY (r.numbers)
      WHERE p.kind = 'content-removal' AND e.received_at < (p.said->>'before')::timestamptz
        AND e.at::timestamptz < (p.said->>'before')::timestamptz AND NOT EXISTS (SELECT 1 FROM team_journal.event f
          WHERE f.entry_id = e.entry_id AND f.received_at >= (p.said->>'before')::timestamptz)
        AND (p.said->>'before')::timestamptz <= least(now(), p.received_at, p.at::timestamptz) - interval '365 days'
        AND EXISTS (SELECT 1 FROM pg_roles o WHERE o.rolname = p.login AND pg_has_role(o.oid, 'gateway_team_admin', 'MEMBER'))
    UNION SELECT e.desk_id, e.number, e.entry_id FROM point p
        JOIN team_journal.event e ON e.desk_id = p.desk_id AND e.entry_id = p.entry_id AND e.number < p.number
      WHERE p.kind = 'removal'
  ), staying AS MATERIALIZED (SELECT s.entry_id FROM team_journal.staying_entries() s)
  SELECT n.desk_id, n.number, n.entry_id FROM named n
    JOIN team_journal.content c ON c.desk_id = n.desk_id AND c.number = n.number
    WHERE n.entry_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM staying s WHERE s.entry_id = n.entry_id)
$$;

-- Removes this content. Disabling the trigger locks the table: until the end, no desk writes events and claims
-- wait.
CREATE FUNCTION team_journal.remove_content(p_version int, p_desk text, p_number bigint)
  RETURNS TABLE (entries int, events int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM team_journal.check_version(p_version);
  ALTER TABLE team_journal.content DISABLE TRIGGER append_only;
  WITH gone AS (
    DELETE FROM team_journal.content c USING team_journal.removable_content(p_desk, p_number) n
      WHERE c.desk_id = n.desk_id AND c.number = n.number RETURNING n.entry_id
  ) SELECT count(DISTINCT g.entry_id), count(*) INTO entries, events FROM gone g;
  ALTER TABLE team_journal.content ENABLE TRIGGER append_only;
  RETURN NEXT;
END $$;
`
