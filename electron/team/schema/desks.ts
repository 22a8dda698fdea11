/**
 * Decides whether a desk may write: it belongs to the login, it has proven on this connection that it has the secret
 * with which it joined, and an administrator has admitted it. The secret is never sent in clear: it answers a challenge
 * that no log contains.
 */
export const desks = `
-- A seal over a purpose, a desk and a text, valid only on this connection: its key is readable by this schema
-- alone.
CREATE FUNCTION team_journal.sealed(p_purpose text, p_desk text, p_text text) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(k.key || convert_to(p_purpose || chr(10) || p_desk || chr(10) || pg_backend_pid() || chr(10) || p_text, 'UTF8')
    || k.key), 'hex') FROM team_journal.proof_key k
$$;

CREATE FUNCTION team_journal.is_admitted(p_desk text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT a.admitted AND a.fingerprint IS NOT DISTINCT FROM d.fingerprint
    FROM team_journal.desk d JOIN team_journal.admission a ON a.desk_id = d.desk_id
    WHERE d.desk_id = p_desk ORDER BY a.id DESC LIMIT 1), false)
$$;

CREATE FUNCTION team_journal.check_login(p_desk text) RETURNS void LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM team_journal.desk d WHERE d.desk_id = p_desk AND d.login = session_user) THEN
    RAISE EXCEPTION 'the desk is of another login' USING ERRCODE = 'TJ003'; END IF;
END $$;

CREATE FUNCTION team_journal.check_desk(p_desk text) RETURNS void LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM team_journal.check_login(p_desk);
  -- Every member can set this setting, but nobody can compute its value.
  IF current_setting('team_journal.proven', true) IS DISTINCT FROM team_journal.sealed('proven', p_desk, '') THEN
    RAISE EXCEPTION 'the desk has not proven itself on this connection' USING ERRCODE = 'TJ010'; END IF;
  IF NOT team_journal.is_admitted(p_desk) THEN
    RAISE EXCEPTION 'the desk is not admitted' USING ERRCODE = 'TJ011'; END IF;
END $$;

-- A nonce for one use. The desk answers with its secret, masked by the secret's digest and the nonce.
CREATE FUNCTION team_journal.challenge_desk(p_desk text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE nonce text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
BEGIN
  PERFORM set_config('team_journal.challenge', nonce || team_journal.sealed('challenge', p_desk, nonce), false);
  RETURN nonce;
END $$;

-- Checks the answer to the challenge; true if it proves the secret that the desk joined with.
CREATE FUNCTION team_journal.prove_desk(p_desk text, p_answer text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  given text := coalesce(current_setting('team_journal.challenge', true), ''); nonce text := left(given, 64);
  known bytea := (SELECT s.digest FROM team_journal.desk_secret s WHERE s.desk_id = p_desk); mask bytea; secret bytea;
BEGIN
  PERFORM set_config('team_journal.challenge', '', false);
  IF known IS NULL OR p_answer !~ '^[0-9a-f]{64}$' OR given <> nonce || team_journal.sealed('challenge', p_desk, nonce) THEN
    RETURN false; END IF;
  mask := sha256(known || decode(nonce, 'hex'));
  secret := decode(p_answer, 'hex');
  FOR i IN 0..31 LOOP secret := set_byte(secret, i, get_byte(secret, i) # get_byte(mask, i)); END LOOP;
  IF sha256(secret) <> known THEN RETURN false; END IF;
  PERFORM set_config('team_journal.proven', team_journal.sealed('proven', p_desk, ''), false);
  RETURN true;
END $$;

-- Refuses a rehearsal's desk in the team of real payments, and the reverse, before the desk is registered.
CREATE FUNCTION team_journal.check_rehearsal(p_rehearsal boolean) RETURNS void LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_rehearsal AND NOT EXISTS (SELECT 1 FROM team_journal.rehearsal) THEN
    RAISE EXCEPTION 'the team is no rehearsal' USING ERRCODE = 'TJ012'; END IF;
  IF p_rehearsal IS NOT TRUE AND EXISTS (SELECT 1 FROM team_journal.rehearsal) THEN
    RAISE EXCEPTION 'the team is a rehearsal' USING ERRCODE = 'TJ013'; END IF;
END $$;

-- Registers a desk with the digest of its secret. Returns the end of its chain and whether it is admitted; the
-- first desk of a team is admitted if its login is an administrator's.
CREATE FUNCTION team_journal.join_desk(p_version int, p_desk text, p_label text, p_public_key text, p_digest text,
  p_rehearsal boolean) RETURNS TABLE (number bigint, link text, admitted boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM team_journal.check_version(p_version);
  PERFORM team_journal.check_rehearsal(p_rehearsal);
  INSERT INTO team_journal.desk (desk_id, login, label, public_key)
    VALUES (p_desk, session_user, p_label, p_public_key) ON CONFLICT DO NOTHING;
  IF FOUND THEN INSERT INTO team_journal.desk_secret VALUES (p_desk, decode(p_digest, 'hex')) ON CONFLICT DO NOTHING; END IF;
  PERFORM team_journal.check_login(p_desk);
  IF pg_has_role(session_user, 'gateway_team_admin', 'MEMBER') THEN
    INSERT INTO team_journal.admission (desk_id, fingerprint, admitted, login, at)
      SELECT d.desk_id, d.fingerprint, true, session_user, now() FROM team_journal.desk d
        WHERE d.desk_id = p_desk AND NOT EXISTS (SELECT 1 FROM team_journal.admission) ON CONFLICT DO NOTHING;
  END IF;
  RETURN QUERY SELECT e.number, e.link, team_journal.is_admitted(p_desk) FROM (SELECT 1) one
    LEFT JOIN LATERAL (SELECT x.number, x.link FROM team_journal.event x WHERE x.desk_id = p_desk ORDER BY x.number DESC LIMIT 1) e ON true;
END $$;

-- Records what an event of an administrator's desk decides about another desk. That desk may be delivered later
-- than the event.
CREATE FUNCTION team_journal.note_admission(p_desk text, p_kind text, p_event text, p_record jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_kind NOT IN ('desk-admitted', 'desk-admission-withdrawn') OR p_record->>'deskId' IS NULL OR p_record->>'deskId' = p_desk
    OR NOT pg_has_role(session_user, 'gateway_team_admin', 'MEMBER') THEN RETURN; END IF;
  INSERT INTO team_journal.admission (desk_id, fingerprint, admitted, event_id, login, at)
    VALUES (p_record->>'deskId', p_record->>'fingerprint', p_kind = 'desk-admitted', p_event, session_user, team_journal.time_for(p_desk));
END $$;
`
