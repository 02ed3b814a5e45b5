import { statements } from "./Statements.ts"

/** The place, the hint and the worth of another try of a failed run of a query. */
export const addQueryErrorDetails = statements(["ALTER TABLE query_runs ADD COLUMN error_extra jsonb"])
