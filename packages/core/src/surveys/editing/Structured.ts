import { unstorablePlace } from "../../shared/StorableJson.ts"
import { type Faults, placed } from "../questions/QuestionFaults.ts"

/** A structured field is at most so long as JSON, in characters. */
export const maxStructureLength = 262_144

/** The faults that keep a structured value from being stored, apart from its meaning. */
export const structureFaults = (value: unknown): Faults => {
  const unstorable = unstorablePlace(value)
  if (unstorable !== undefined) return [{ path: [], ...unstorable }]
  return JSON.stringify(value).length > maxStructureLength
    ? [placed([], `Must not be longer than ${maxStructureLength} characters.`, "max_length")]
    : []
}
