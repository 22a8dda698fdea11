/** Functions that record and end claims, by the server's time. Constraints decide; earlier queries give the reason. */
export const claims = `
CREATE FUNCTION team_journal.check_version(p_version int) RETURNS void LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_version IS NULL OR NOT coalesce(
      (SELECT p_version BETWEEN v.writes_from AND v.number FROM team_journal.version v ORDER BY v.number DESC LIMIT 1), false) THEN
    RAISE EXCEPTION 'another version of the team journal' USING ERRCODE = 'TJ008'; END IF;
END $$;

-- The time of each row that a call of a desk writes: the server's time, but never before the receipt of the desk's
-- last event.
CREATE FUNCTION team_journal.time_for(p_desk text) RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(now(), (SELECT e.received_at FROM team_journal.event e WHERE e.desk_id = p_desk ORDER BY e.number DESC LIMIT 1))
$$;

-- The claims that are possible duplicates by their key and are not proven to go elsewhere: destinations differ only if
-- both are named and their digests have the same key. Each part is a range of an index, so that thousands of equal
-- payouts to others are not read. No search path of its own: only so it becomes part of the query of its caller.
CREATE FUNCTION team_journal.like_claims(p_key text, p_destination text, p_after int)
  RETURNS TABLE (n int, entry_id text) LANGUAGE sql STABLE AS $$
  SELECT u.n, u.entry_id FROM team_journal.duplicate u WHERE p_destination IS NULL AND u.key = p_key AND u.n > p_after
  UNION ALL SELECT u.n, u.entry_id FROM team_journal.duplicate u
    WHERE p_destination IS NOT NULL AND u.key = p_key AND u.destination IS NULL AND u.n > p_after
  UNION ALL SELECT u.n, u.entry_id FROM team_journal.duplicate u
    WHERE u.key = p_key AND u.destination = p_destination AND u.n > p_after
  UNION ALL SELECT u.n, u.entry_id FROM team_journal.duplicate u
    WHERE u.key = p_key AND u.destination < left(p_destination, 8) AND u.n > p_after
  UNION ALL SELECT u.n, u.entry_id FROM team_journal.duplicate u
    WHERE u.key = p_key AND u.destination > left(p_destination, 8) || 'g' AND u.n > p_after
$$;

-- Claims the slot of an entry. Verdicts: won, closed (claimed before and ended), taken, or duplicate. With p_ask
-- false, possible duplicates are counted but not refused. A refused claim leaves no row.
CREATE FUNCTION team_journal.make_claim(p_desk text, p_entry text, p_claim jsonb, p_ask boolean,
    OUT verdict text, OUT holder text, OUT at timestamptz, OUT round int, OUT key text, OUT seen int, OUT made boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  slot jsonb := p_claim->'slot'; own team_journal.claim; before team_journal.claim; ended team_journal.closing;
  d jsonb; digests text[]; counts int[]; found_n int; found_entry text;
BEGIN
  made := false;
  FOR attempt IN 1..5 LOOP
    SELECT * INTO own FROM team_journal.claim c WHERE c.entry_id = p_entry;
    IF FOUND THEN
      -- A desk that joined again under another id delivers its history once more: the claim does not change.
      IF (p_ask AND own.desk_id <> p_desk) OR own.kind <> slot->>'kind' OR own.merchant_key <> slot->>'merchantKey'
          OR own.id <> slot->>'id' THEN
        RAISE EXCEPTION 'the entry has another claim' USING ERRCODE = 'TJ006'; END IF;
      verdict := CASE WHEN EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = p_entry)
        THEN 'closed' ELSE 'won' END;
      holder := p_entry; at := own.claimed_at; round := own.round;
      RETURN;
    END IF;
    round := 1;
    SELECT * INTO before FROM team_journal.claim c
      WHERE c.merchant_key = slot->>'merchantKey' AND c.id = slot->>'id' AND c.kind = slot->>'kind'
      ORDER BY c.round DESC LIMIT 1;
    IF FOUND THEN
      SELECT * INTO ended FROM team_journal.closing k WHERE k.entry_id = before.entry_id;
      IF NOT FOUND OR NOT ended.frees THEN
        verdict := 'taken'; holder := before.entry_id; at := before.claimed_at; round := before.round;
        RETURN;
      END IF;
      round := before.round + 1;
    END IF;
    -- Count before the check: a possible duplicate that is added in between then takes this claim's number, and the
    -- insert fails.
    SELECT array_agg(k.digest ORDER BY k.digest),
        array_agg(coalesce((SELECT max(u.n) FROM team_journal.duplicate u WHERE u.key = k.digest), 0) ORDER BY k.digest)
      INTO digests, counts
      FROM (SELECT DISTINCT encode(sha256(convert_to(x->>'key', 'UTF8')), 'hex') AS digest
              FROM jsonb_array_elements(p_claim->'duplicates') x) k;
    IF p_ask THEN
      FOR d IN SELECT x FROM jsonb_array_elements(p_claim->'duplicates') x LOOP
        SELECT u.n, u.entry_id INTO found_n, found_entry
          FROM team_journal.like_claims(encode(sha256(convert_to(d->>'key', 'UTF8')), 'hex'), p_claim->>'destination', (d->>'seen')::int) u
            JOIN team_journal.claim c ON c.entry_id = u.entry_id LEFT JOIN team_journal.closing k ON k.entry_id = u.entry_id
          WHERE (k.state IS NULL OR k.state NOT IN ('not-sent', 'refused', 'access-denied', 'not-found', 'closed-error', 'closed-unknown'))
            AND (c.claimed_at > clock_timestamp() - interval '30 minutes' OR (k.state IS NULL AND (d->>'atAnyAge')::boolean))
          ORDER BY u.n DESC LIMIT 1;
        IF FOUND THEN
          verdict := 'duplicate'; holder := found_entry; key := d->>'key'; seen := found_n;
          RETURN;
        END IF;
      END LOOP;
    END IF;
    BEGIN
      at := team_journal.time_for(p_desk);
      INSERT INTO team_journal.claim (entry_id, kind, merchant_key, id, round, desk_id, login, claimed_at)
        VALUES (p_entry, slot->>'kind', slot->>'merchantKey', slot->>'id', round, p_desk, session_user, at);
      -- Sorted, so that two claims lock the rows in the same order and never wait for each other.
      INSERT INTO team_journal.duplicate (key, n, entry_id, destination)
        SELECT k.digest, k.n + 1, p_entry, p_claim->>'destination' FROM unnest(digests, counts) k(digest, n) ORDER BY k.digest;
      verdict := 'won'; holder := p_entry; made := true;
      RETURN;
    EXCEPTION WHEN unique_violation OR foreign_key_violation THEN
      NULL; -- Another desk was first: the next attempt finds its claim.
    END;
  END LOOP;
  RAISE EXCEPTION 'no verdict' USING ERRCODE = '40001';
END $$;

-- True if the event contains the gateway's own reply about the entry and that reply gives the order its final
-- state.
CREATE FUNCTION team_journal.is_answered(p_facts jsonb, p_content text, p_state text) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_state IN ('approved', 'declined', 'filtered') AND coalesce(p_facts->'record'->>'kind' = 'observation'
    AND p_facts->'record'->>'status' = p_state AND length(p_content::jsonb->>'reply') > 0, false)
$$;

-- Ends the claim of an entry if the rules allow it. Does nothing if there is no claim, or it has ended.
CREATE FUNCTION team_journal.end_claim(p_desk text, p_entry text, p_facts jsonb, p_content text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  p_state text := p_facts->>'closes'; own team_journal.claim; by_hand boolean := p_state IN ('not-found', 'closed-error', 'closed-unknown'); age interval; ends boolean;
BEGIN
  SELECT * INTO own FROM team_journal.claim c WHERE c.entry_id = p_entry;
  IF NOT FOUND OR EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = p_entry) THEN RETURN; END IF;
  age := clock_timestamp() - own.claimed_at;
  ends := p_state IN ('approved', 'declined', 'filtered', 'answered', 'failed', 'refused', 'access-denied', 'not-sent',
    'closed-error', 'closed-unknown') OR (own.kind = 'create' AND p_state = 'not-found');
  IF NOT ends THEN RETURN; END IF;
  IF by_hand AND age < (SELECT make_interval(mins => w.minutes) FROM team_journal.waiting_time w ORDER BY w.id DESC LIMIT 1) THEN
    RETURN; END IF;
  IF own.desk_id <> p_desk THEN
    -- Another desk may end it with the gateway's reply; only an administrator may close it by hand. Only the holder
    -- knows that nothing was sent.
    IF age < interval '10 minutes' OR NOT (team_journal.is_answered(p_facts, p_content, p_state)
        OR (by_hand AND pg_has_role(session_user, 'gateway_team_admin', 'MEMBER'))) THEN RETURN; END IF;
  END IF;
  INSERT INTO team_journal.closing (entry_id, kind, merchant_key, id, round, frees, state, desk_id, login, at)
    VALUES (p_entry, own.kind, own.merchant_key, own.id, own.round,
      CASE WHEN own.kind = 'create' THEN p_state = 'not-sent' ELSE true END, p_state, p_desk, session_user, team_journal.time_for(p_desk))
    ON CONFLICT DO NOTHING;
END $$;
`
