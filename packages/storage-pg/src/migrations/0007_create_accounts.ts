import { instant, statements, text } from "./Statements.ts"

/** What people sign in with: of passwords, sessions, links and invitations only hashes are stored. */
export const createAccounts = statements([
  `CREATE TABLE user_passwords (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    hash ${text} NOT NULL,
    changed_at ${instant} NOT NULL,
    PRIMARY KEY (user_id, id)
  )`,
  `CREATE TABLE login_sessions (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    awaits_second_factor bool NOT NULL,
    created_at ${instant} NOT NULL,
    last_used_at ${instant} NOT NULL,
    expires_at ${instant} NOT NULL,
    PRIMARY KEY (user_id, id)
  )`,
  `CREATE TABLE account_links (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    purpose ${text} NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    created_at ${instant} NOT NULL,
    expires_at ${instant} NOT NULL,
    PRIMARY KEY (user_id, id)
  )`,
  `CREATE TABLE second_factors (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    secret ${text} NOT NULL,
    last_step int4 NOT NULL,
    recovery_codes text[] NOT NULL,
    created_at ${instant} NOT NULL,
    confirmed_at ${instant},
    PRIMARY KEY (user_id, id)
  )`,
  `CREATE TABLE organization_invites (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    target_email ${text} NOT NULL,
    first_name ${text} NOT NULL,
    level int2 NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    emailing_attempt_made bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    expires_at ${instant} NOT NULL
  )`,
  `CREATE INDEX organization_invites_listed ON organization_invites (organization_id, created_at)`
])
