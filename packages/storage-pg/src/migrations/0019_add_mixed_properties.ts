import { statements } from "./Statements.ts"

/** Whether values of a property were seen that cannot be read as its type; not known of those of before. */
export const addMixedProperties = statements([
  "ALTER TABLE property_definitions ADD COLUMN is_mixed bool NOT NULL DEFAULT false"
])
