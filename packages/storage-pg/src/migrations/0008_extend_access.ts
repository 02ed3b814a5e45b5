import { statements } from "./Statements.ts"

/**
 * Columns for managing keys and people. New columns have defaults, so that the release before this one still inserts.
 * Letter case of emails is folded in ASCII alone, as core does it.
 */
export const extendAccess = statements([
  `ALTER TABLE personal_api_keys ADD COLUMN last_rolled_at timestamptz(3)`,
  `CREATE INDEX personal_api_keys_user ON personal_api_keys (user_id)`,
  `ALTER TABLE memberships
    ADD COLUMN joined_at timestamptz(3) NOT NULL DEFAULT now(),
    ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now()`,
  `CREATE INDEX memberships_organization ON memberships (organization_id)`,
  `CREATE UNIQUE INDEX users_email ON users (lower(email COLLATE "C"))`
])
