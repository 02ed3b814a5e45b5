import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Secrets that belong to a project; of a value only its hash is kept. */
export const createProjectSecretKeys = statements([
  `CREATE TABLE project_secret_keys (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    label ${text} NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    mask_value ${text} NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz(3) NOT NULL,
    created_by int4,
    last_rolled_at timestamptz(3),
    last_used_at timestamptz(3),
    PRIMARY KEY (project_id, id)
  )`
])
