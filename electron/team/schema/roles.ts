/**
 * Three roles that cannot log in. Logins of people are members of the last two. All databases of a server share roles.
 */
export const roles = `
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['gateway_team_owner', 'gateway_team_desk', 'gateway_team_admin'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    END IF;
  END LOOP;
END $$;
GRANT gateway_team_desk TO gateway_team_admin;
DO $$ BEGIN
  -- Since PostgreSQL 16, the creator of a role is its member but may not yet SET ROLE to it.
  IF NOT pg_has_role(current_user, 'gateway_team_owner',
      CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    EXECUTE format('GRANT gateway_team_owner TO %I', current_user);
  END IF;
END $$;
CREATE SCHEMA team_journal AUTHORIZATION gateway_team_owner;
`
