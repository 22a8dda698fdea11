import { mostWaitingDesks } from '#shared/team/waiting-desks.ts'

/** Limits the desks that wait to be admitted: one stolen password could register any number of them. */
export const waitingDesks = `
-- Whether a desk waits for an administrator's decision. An admission or a refusal ends that.
CREATE FUNCTION team_journal.is_waiting(p_desk text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT NOT team_journal.is_admitted(p_desk) AND coalesce((SELECT a.admitted FROM team_journal.admission a
    WHERE a.desk_id = p_desk ORDER BY a.id DESC LIMIT 1), true)
$$;
REVOKE ALL ON FUNCTION team_journal.is_waiting FROM PUBLIC;

-- As before; refuses a new desk while ${mostWaitingDesks} others wait. A desk that is registered identifies itself as before.
CREATE OR REPLACE FUNCTION team_journal.join_desk(p_version int, p_desk text, p_label text, p_public_key text, p_digest text,
  p_rehearsal boolean) RETURNS TABLE (number bigint, link text, admitted boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE added boolean := false;
BEGIN
  PERFORM team_journal.check_version(p_version);
  PERFORM team_journal.check_rehearsal(p_rehearsal);
  IF NOT EXISTS (SELECT 1 FROM team_journal.desk d WHERE d.desk_id = p_desk) THEN
    -- New desks register one after the other, and a snapshot from before the lock is refused: otherwise many at once could
    -- exceed the limit.
    IF current_setting('transaction_isolation') = 'repeatable read' THEN
      RAISE EXCEPTION 'a desk registers in its own snapshot' USING ERRCODE = 'TJ006'; END IF;
    LOCK TABLE team_journal.desk IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO team_journal.desk (desk_id, login, label, public_key)
      VALUES (p_desk, session_user, p_label, p_public_key) ON CONFLICT DO NOTHING;
    added := FOUND;
    IF added THEN INSERT INTO team_journal.desk_secret VALUES (p_desk, decode(p_digest, 'hex')) ON CONFLICT DO NOTHING; END IF;
  END IF;
  PERFORM team_journal.check_login(p_desk);
  IF pg_has_role(session_user, 'gateway_team_admin', 'MEMBER') THEN
    INSERT INTO team_journal.admission (desk_id, fingerprint, admitted, login, at)
      SELECT d.desk_id, d.fingerprint, true, session_user, now() FROM team_journal.desk d
        WHERE d.desk_id = p_desk AND NOT EXISTS (SELECT 1 FROM team_journal.admission) ON CONFLICT DO NOTHING;
  END IF;
  IF added AND team_journal.is_waiting(p_desk)
      AND (SELECT count(*) FROM team_journal.desk d WHERE team_journal.is_waiting(d.desk_id)) > ${mostWaitingDesks} THEN
    RAISE EXCEPTION 'too many desks wait to be admitted' USING ERRCODE = 'TJ014'; END IF;
  RETURN QUERY SELECT e.number, e.link, team_journal.is_admitted(p_desk) FROM (SELECT 1) one
    LEFT JOIN LATERAL (SELECT x.number, x.link FROM team_journal.event x WHERE x.desk_id = p_desk ORDER BY x.number DESC LIMIT 1) e ON true;
END $$;
`
