import { statements } from "./Statements.ts"

/** Fields of insights that clients keep beside their queries; the release before stores rows without them. */
export const extendInsights = statements([
  `ALTER TABLE insights ADD COLUMN favorited bool NOT NULL DEFAULT false`,
  `ALTER TABLE insights ADD COLUMN derived_name text COLLATE "C"`
])
