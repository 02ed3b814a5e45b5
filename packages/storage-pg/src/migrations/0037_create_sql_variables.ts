import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Values that queries name. */
export const createSqlVariables = statements([
  `CREATE TABLE sql_variables (
    id uuid NOT NULL,
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    type ${text} NOT NULL,
    default_value jsonb NOT NULL,
    "values" jsonb NOT NULL,
    code_name ${text} NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX sql_variables_listed ON sql_variables (project_id, created_at DESC, id)`,
  `CREATE UNIQUE INDEX sql_variables_named ON sql_variables (project_id, code_name)`
])
