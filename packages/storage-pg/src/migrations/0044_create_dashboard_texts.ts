import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Texts on dashboards. Their ids come from the sequence of tiles; the release before shows dashboards without them. */
export const createDashboardTexts = statements([
  `CREATE TABLE dashboard_texts (
    id int4 NOT NULL UNIQUE,
    project_id int4 NOT NULL,
    dashboard_id int4 NOT NULL,
    body ${text} NOT NULL,
    layouts jsonb NOT NULL,
    color ${text},
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    last_modified_by int4,
    last_modified_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id),
    FOREIGN KEY (project_id, dashboard_id) REFERENCES dashboards (project_id, id)
  )`,
  `CREATE INDEX dashboard_texts_dashboard ON dashboard_texts (project_id, dashboard_id)`
])
