import { instant, statements, text } from "./Statements.ts"

/** Invitations by link, and second factors of signing in. Of links only hashes are stored; secrets are sealed. */
export const createSignInSteps = statements([
  `CREATE TABLE organization_invites (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    target_email ${text} NOT NULL,
    level int4 NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    is_mailed bool NOT NULL,
    created_by int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at ${instant} NOT NULL,
    expires_at ${instant} NOT NULL
  )`,
  `CREATE INDEX organization_invites_listed ON organization_invites (organization_id, created_at, id)`,
  "ALTER TABLE login_sessions ADD COLUMN user_agent text",
  `CREATE TABLE second_factors (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    sealed_secret ${text} NOT NULL,
    last_step int4,
    failures int4 NOT NULL,
    failed_at ${instant},
    backup_codes text[] NOT NULL,
    created_at ${instant} NOT NULL,
    confirmed_at ${instant},
    PRIMARY KEY (user_id, id)
  )`,
  `CREATE TABLE login_challenges (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    created_at ${instant} NOT NULL,
    expires_at ${instant} NOT NULL,
    PRIMARY KEY (user_id, id)
  )`
])
