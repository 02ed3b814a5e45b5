import { instant, text } from "../Statements.ts"

const tenants = [
  `CREATE TABLE organizations (
    id uuid PRIMARY KEY,
    name ${text} NOT NULL,
    slug ${text} NOT NULL,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL
  )`,
  // `test_account_filters` are the conditions that keep a project's own tests out of its figures.
  `CREATE TABLE projects (
    id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    organization_id uuid NOT NULL REFERENCES organizations (id),
    name ${text} NOT NULL,
    api_token ${text} NOT NULL UNIQUE,
    timezone ${text} NOT NULL,
    week_start_day int2 NOT NULL,
    test_account_filters jsonb NOT NULL,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL
  )`,
  `CREATE INDEX projects_organization ON projects (organization_id)`
]

const people = [
  `CREATE TABLE users (
    id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    distinct_id ${text} NOT NULL,
    first_name ${text} NOT NULL,
    last_name ${text} NOT NULL,
    email ${text} NOT NULL,
    is_email_verified bool NOT NULL,
    is_active bool NOT NULL,
    role_at_organization ${text} NOT NULL,
    current_organization_id uuid REFERENCES organizations (id),
    current_project_id int4 REFERENCES projects (id),
    created_at ${instant} NOT NULL
  )`,
  // Letter case of emails is folded in ASCII alone, as core does it.
  `CREATE UNIQUE INDEX users_email ON users (lower(email COLLATE "C"))`,
  `CREATE TABLE memberships (
    user_id int4 NOT NULL REFERENCES users (id),
    organization_id uuid NOT NULL REFERENCES organizations (id),
    level int2 NOT NULL,
    joined_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (user_id, organization_id)
  )`,
  `CREATE INDEX memberships_organization ON memberships (organization_id)`
]

/** Of the value of a key only its hash is stored. */
const keys = [
  `CREATE TABLE personal_api_keys (
    id ${text} PRIMARY KEY,
    user_id int4 NOT NULL REFERENCES users (id),
    label ${text} NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    mask_value ${text} NOT NULL,
    scopes text[] NOT NULL,
    scoped_teams int4[] NOT NULL,
    scoped_organizations uuid[] NOT NULL,
    created_at ${instant} NOT NULL,
    last_rolled_at ${instant},
    last_used_at ${instant}
  )`,
  `CREATE INDEX personal_api_keys_user ON personal_api_keys (user_id)`,
  `CREATE TABLE project_secret_keys (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    label ${text} NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    mask_value ${text} NOT NULL,
    scopes text[] NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    last_rolled_at ${instant},
    last_used_at ${instant},
    PRIMARY KEY (project_id, id)
  )`
]

/** Organisations, their projects and members, and the keys of programs. */
export const access: ReadonlyArray<string> = [...tenants, ...people, ...keys]
