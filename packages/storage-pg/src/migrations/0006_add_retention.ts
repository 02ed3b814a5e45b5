import { statements } from "./Statements.ts"

/** The number of days that a project keeps its events for; null: for ever. */
export const addRetention = statements(["ALTER TABLE projects ADD COLUMN events_retention_days int4"])
