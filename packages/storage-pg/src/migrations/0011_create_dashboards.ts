import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Dashboards, insights, and the tiles that put insights on dashboards. */
export const createDashboards = statements([
  `CREATE TABLE dashboards (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    description ${text} NOT NULL,
    pinned bool NOT NULL,
    deleted bool NOT NULL,
    creation_mode ${text} NOT NULL CHECK (creation_mode IN ('default', 'template', 'duplicate')),
    filters jsonb NOT NULL,
    tags text[] NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX dashboards_listed ON dashboards (project_id, pinned DESC, name, id) WHERE NOT deleted`,
  `CREATE TABLE insights (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    short_id ${text} NOT NULL,
    name ${text} NOT NULL,
    description ${text} NOT NULL,
    query jsonb,
    filters jsonb NOT NULL,
    tags text[] NOT NULL,
    saved bool NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    last_modified_by int4,
    last_modified_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, short_id)
  )`,
  `CREATE INDEX insights_listed ON insights (project_id, last_modified_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE TABLE dashboard_tiles (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    dashboard_id int4 NOT NULL,
    insight_id int4 NOT NULL,
    layouts jsonb NOT NULL,
    color ${text},
    PRIMARY KEY (project_id, id),
    FOREIGN KEY (project_id, dashboard_id) REFERENCES dashboards (project_id, id),
    FOREIGN KEY (project_id, insight_id) REFERENCES insights (project_id, id)
  )`,
  `CREATE INDEX dashboard_tiles_dashboard ON dashboard_tiles (project_id, dashboard_id)`,
  `CREATE INDEX dashboard_tiles_insight ON dashboard_tiles (project_id, insight_id)`
])
