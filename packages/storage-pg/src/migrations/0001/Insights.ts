import { instant, text } from "../Statements.ts"

/** Names for events. */
const actions = [
  `CREATE TABLE actions (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text},
    description ${text} NOT NULL,
    tags text[] NOT NULL,
    steps jsonb NOT NULL,
    post_to_slack bool NOT NULL,
    slack_message_format ${text} NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX actions_listed ON actions (project_id, created_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE INDEX actions_named ON actions (project_id, name) WHERE NOT deleted`
]

/** `query_kind` is the kind of the query whose result an insight shows. */
const insights = [
  `CREATE TABLE insights (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    short_id ${text} NOT NULL,
    name ${text} NOT NULL,
    derived_name ${text},
    description ${text} NOT NULL,
    query jsonb,
    query_kind ${text},
    filters jsonb NOT NULL,
    tags text[] NOT NULL,
    favorited bool NOT NULL,
    saved bool NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    last_modified_by int4,
    last_modified_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, short_id)
  )`,
  `CREATE INDEX insights_listed ON insights (project_id, last_modified_at DESC, id DESC) WHERE NOT deleted`
]

/** Tiles put insights on dashboards. Texts on dashboards have their ids from the sequence of tiles. */
const dashboards = [
  `CREATE TABLE dashboards (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text} NOT NULL,
    description ${text} NOT NULL,
    pinned bool NOT NULL,
    creation_mode ${text} NOT NULL CHECK (creation_mode IN ('default', 'template', 'duplicate')),
    filters jsonb NOT NULL,
    tags text[] NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX dashboards_listed ON dashboards (project_id, pinned DESC, name, id) WHERE NOT deleted`,
  `CREATE TABLE dashboard_tiles (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    dashboard_id int4 NOT NULL,
    insight_id int4 NOT NULL,
    layouts jsonb NOT NULL,
    color ${text},
    PRIMARY KEY (project_id, id),
    FOREIGN KEY (project_id, dashboard_id) REFERENCES dashboards (project_id, id),
    FOREIGN KEY (project_id, insight_id) REFERENCES insights (project_id, id)
  )`,
  `CREATE INDEX dashboard_tiles_dashboard ON dashboard_tiles (project_id, dashboard_id)`,
  `CREATE INDEX dashboard_tiles_insight ON dashboard_tiles (project_id, insight_id)`,
  `CREATE TABLE dashboard_texts (
    project_id int4 NOT NULL,
    id int4 NOT NULL UNIQUE,
    dashboard_id int4 NOT NULL,
    body ${text} NOT NULL,
    layouts jsonb NOT NULL,
    color ${text},
    created_by int4,
    created_at ${instant} NOT NULL,
    last_modified_by int4,
    last_modified_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    FOREIGN KEY (project_id, dashboard_id) REFERENCES dashboards (project_id, id)
  )`,
  `CREATE INDEX dashboard_texts_dashboard ON dashboard_texts (project_id, dashboard_id)`
]

/** Actions, stored queries, and the dashboards that show their results. */
export const insightsAndDashboards: ReadonlyArray<string> = [...actions, ...insights, ...dashboards]
