import { instant, statements, text } from "./Statements.ts"

/** What people sign in with: of passwords, sessions and links only hashes are stored. */
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
  )`
])
