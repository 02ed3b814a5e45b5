import { statements } from "./Statements.ts"

/** What clients keep of insights beside their queries; the release before stores rows without it. */
export const extendInsights = statements([
  `ALTER TABLE insights ADD COLUMN favorited bool NOT NULL DEFAULT false`,
  `ALTER TABLE insights ADD COLUMN derived_name text COLLATE "C"`
])
