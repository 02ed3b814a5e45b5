import { statements } from "./Statements.ts"

/** How many events a project takes in a month, and which share of its users; the events that it has taken. */
export const addEventQuotas = statements([
  "ALTER TABLE projects ADD COLUMN events_monthly_quota int4",
  "ALTER TABLE projects ADD COLUMN events_sample_rate float8 NOT NULL DEFAULT 1",
  `CREATE TABLE event_usage (
    project_id int4 NOT NULL,
    month text COLLATE "C" NOT NULL,
    events int8 NOT NULL,
    PRIMARY KEY (project_id, month)
  )`
])
