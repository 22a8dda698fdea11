/**
 * The permissions: a desk reads and calls functions, nothing else. Existing rows cannot be changed, even by the owner.
 */
export const rights = `
CREATE FUNCTION team_journal.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the team journal is append-only' USING ERRCODE = 'TJ009'; END $$;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'team_journal' LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON team_journal.%I FOR EACH ROW '
      'EXECUTE FUNCTION team_journal.refuse_change()', name);
    EXECUTE format('CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON team_journal.%I FOR EACH STATEMENT '
      'EXECUTE FUNCTION team_journal.refuse_change()', name);
  END LOOP;
END $$;
-- Whether a team is a rehearsal is decided once, when its tables are created and have no version yet.
CREATE FUNCTION team_journal.refuse_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM team_journal.version) THEN
    RAISE EXCEPTION 'the team cannot become a rehearsal any more' USING ERRCODE = 'TJ009'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_at_first BEFORE INSERT ON team_journal.rehearsal FOR EACH ROW
  EXECUTE FUNCTION team_journal.refuse_mark();
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA team_journal FROM PUBLIC;
GRANT USAGE ON SCHEMA team_journal TO gateway_team_desk;
GRANT SELECT ON ALL TABLES IN SCHEMA team_journal TO gateway_team_desk;
REVOKE ALL ON team_journal.desk_secret, team_journal.proof_key FROM gateway_team_desk;
GRANT EXECUTE ON FUNCTION team_journal.join_desk, team_journal.challenge_desk, team_journal.prove_desk,
  team_journal.is_admitted, team_journal.claim, team_journal.publish, team_journal.removable_entries,
  team_journal.staying_entries
  TO gateway_team_desk;
GRANT EXECUTE ON FUNCTION team_journal.set_waiting_time TO gateway_team_admin;
`
