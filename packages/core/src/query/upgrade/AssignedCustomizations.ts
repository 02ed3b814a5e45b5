import { recordOf } from "../../shared/JsonRecord.ts"
import { rewriteCustomizations } from "./Customizations.ts"
import type { Migration } from "./Migration.ts"

/** Customizations are all by value or all by position, by the filter; others are dropped. */
export const dropOtherCustomizations: Migration = rewriteCustomizations(({ customizations, filter }) => {
  const by = filter["resultCustomizationBy"] || "value"
  return Object.entries(customizations).filter(([, one]) => (recordOf(one)?.["assignmentBy"] || "value") === by)
})
