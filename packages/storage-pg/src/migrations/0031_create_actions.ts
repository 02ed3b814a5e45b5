import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Names for events. */
export const createActions = statements([
  `CREATE TABLE actions (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    name ${text},
    description ${text} NOT NULL,
    tags text[] NOT NULL,
    post_to_slack bool NOT NULL,
    slack_message_format ${text} NOT NULL,
    steps jsonb NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX actions_listed ON actions (project_id, created_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE INDEX actions_named ON actions (project_id, name) WHERE NOT deleted`
])
