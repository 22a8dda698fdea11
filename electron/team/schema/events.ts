/** Functions that write events: each once, after the previous one of its desk, with all data derived from it. */
export const events = `
-- Appends one event; false if it exists already. Refuses an event whose link, computed again, differs.
CREATE FUNCTION team_journal.append_event(p_desk text, e jsonb) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  last team_journal.event; there team_journal.event; facts jsonb; entry jsonb;
  t timestamptz := team_journal.time_for(p_desk); n bigint := (e->>'number')::bigint;
BEGIN
  SELECT * INTO last FROM team_journal.event x WHERE x.desk_id = p_desk ORDER BY x.number DESC LIMIT 1;
  IF n <= coalesce(last.number, 0) THEN
    SELECT * INTO there FROM team_journal.event x WHERE x.desk_id = p_desk AND x.number = n;
    IF FOUND AND there.link <> e->>'link' THEN
      RAISE EXCEPTION 'another event stands there' USING ERRCODE = 'TJ002'; END IF;
    RETURN false;
  END IF;
  IF n <> coalesce(last.number, 0) + 1 THEN RAISE EXCEPTION 'events before it are missing' USING ERRCODE = 'TJ001'; END IF;
  IF team_journal.link_of(coalesce(last.link, repeat('0', 64)), p_desk, e) IS DISTINCT FROM e->>'link' THEN
    RAISE EXCEPTION 'the link does not continue the chain' USING ERRCODE = 'TJ002'; END IF;
  facts := (e->>'facts')::jsonb;
  INSERT INTO team_journal.event (desk_id, number, event_id, entry_id, kind, at, facts, content_digest, link, state, received_at, login)
    VALUES (p_desk, n, e->>'event', e->>'entry', e->>'kind', e->>'at', e->>'facts', e->>'digest', e->>'link', facts->>'state', t, session_user)
    ON CONFLICT DO NOTHING;
  -- Another connection of this desk was first: the caller repeats the call.
  IF NOT FOUND THEN RAISE EXCEPTION 'delivered twice at once' USING ERRCODE = '40001'; END IF;
  -- No content is stored if its desk has removed it before the delivery.
  IF e->'content'->>'body' IS NOT NULL THEN
    IF team_journal.content_digest(e->'content'->>'salt', e->'content'->>'body') IS DISTINCT FROM e->>'digest' THEN
      RAISE EXCEPTION 'the content is another one' USING ERRCODE = 'TJ006'; END IF;
    INSERT INTO team_journal.content VALUES (p_desk, n, e->'content'->>'salt', e->'content'->>'body');
  END IF;
  IF e->>'entry' IS NULL THEN RETURN true; END IF;
  entry := facts->'entry';
  IF entry IS NOT NULL THEN
    INSERT INTO team_journal.entry (entry_id, merchant_key, operation, who, merchant_order_id, order_id, minor_amount, currency,
        desk_id, login, at)
      VALUES (e->>'entry', entry->>'merchantKey', entry->>'operation', entry->>'who', entry->>'merchantOrderId', entry->>'orderId',
        entry->>'minorAmount', entry->>'currency', p_desk, session_user, t) ON CONFLICT DO NOTHING;
  END IF;
  SELECT coalesce((SELECT x.at FROM team_journal.entry x WHERE x.entry_id = e->>'entry'), t) INTO t;
  INSERT INTO team_journal.ident (value, at, entry_id)
    SELECT DISTINCT v, t, e->>'entry' FROM jsonb_array_elements_text(coalesce(facts->'ids', '[]'::jsonb)) v ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

CREATE FUNCTION team_journal.claim(p_version int, p_desk text, p_event text)
  RETURNS TABLE (verdict text, holder text, at timestamptz, round int, key text, seen int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE e jsonb := p_event::jsonb; v record;
BEGIN
  PERFORM team_journal.check_version(p_version);
  PERFORM team_journal.check_desk(p_desk);
  -- The claim first: a repeated call then waits on its row for the call before it.
  v := team_journal.make_claim(p_desk, e->>'entry', (e->>'facts')::jsonb->'claim', true);
  IF v.made AND NOT team_journal.append_event(p_desk, e) THEN
    RAISE EXCEPTION 'the claim of an event that was delivered without it' USING ERRCODE = 'TJ006'; END IF;
  RETURN QUERY SELECT v.verdict, v.holder, v.at, v.round, v.key, v.seen;
END $$;

CREATE FUNCTION team_journal.publish(p_version int, p_desk text, p_events text)
  RETURNS TABLE (collisions text[], not_closed text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE e jsonb; facts jsonb; entry text; v record; appended boolean; collided text[] := '{}'; left_open text[] := '{}';
BEGIN
  PERFORM team_journal.check_version(p_version);
  PERFORM team_journal.check_desk(p_desk);
  FOR e IN SELECT x FROM jsonb_array_elements(p_events::jsonb) WITH ORDINALITY AS list(x, place) ORDER BY place LOOP
    facts := (e->>'facts')::jsonb;
    entry := e->>'entry';
    appended := team_journal.append_event(p_desk, e);
    IF appended THEN PERFORM team_journal.note_admission(p_desk, e->>'kind', e->>'event', facts->'record'); END IF;
    IF appended AND entry IS NOT NULL AND facts->'claim' IS NOT NULL THEN
      v := team_journal.make_claim(p_desk, entry, facts->'claim', false);
      IF v.verdict = 'taken' THEN
        INSERT INTO team_journal.collision (entry_id, holder, desk_id, at)
          VALUES (entry, v.holder, p_desk, team_journal.time_for(p_desk)) ON CONFLICT DO NOTHING;
      END IF;
    END IF;
    IF appended AND entry IS NOT NULL AND facts->>'closes' IS NOT NULL THEN
      PERFORM team_journal.end_claim(p_desk, entry, facts, e->'content'->>'body');
    END IF;
    -- Read from the table, so that a repeated delivery returns the same answer.
    IF facts->'claim' IS NOT NULL AND EXISTS (SELECT 1 FROM team_journal.collision c WHERE c.entry_id = entry) THEN
      collided := collided || entry;
    END IF;
    IF facts->>'closes' IS NOT NULL AND EXISTS (SELECT 1 FROM team_journal.claim c WHERE c.entry_id = entry)
        AND NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = entry) THEN
      left_open := left_open || entry;
    END IF;
  END LOOP;
  RETURN QUERY SELECT collided, left_open;
END $$;

CREATE FUNCTION team_journal.set_waiting_time(p_version int, p_minutes int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM team_journal.check_version(p_version);
  INSERT INTO team_journal.waiting_time (minutes, login, at) VALUES (p_minutes, session_user, clock_timestamp());
END $$;
`
