import { structureFault } from "../../shared/StorableJson.ts"
import type { Faults } from "../questions/QuestionFaults.ts"

/** The faults that keep a structured value from being stored, apart from its meaning. */
export const structureFaults = (value: unknown): Faults => {
  const fault = structureFault(value)
  return fault === undefined ? [] : [{ path: [], ...fault }]
}
