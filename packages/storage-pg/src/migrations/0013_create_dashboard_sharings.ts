import { instant, statements, text } from "./Statements.ts"

/** Links that show dashboards to everybody who has them. Of a link only a hash is stored. */
export const createDashboardSharings = statements([
  `CREATE TABLE dashboard_sharings (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    dashboard_id int4 NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    created_by int4,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, dashboard_id)
  )`
])
