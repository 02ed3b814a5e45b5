import type { Broken } from "../../shared/Field.ts"
import { unstorablePlace } from "../../shared/StorableJson.ts"

/** A structured field is at most so long as JSON, in characters. */
const maxLength = 262_144

/** The fault of a structured field that cannot be stored. */
export const structureFault = (value: unknown): Broken | undefined =>
  unstorablePlace(value)
    ?? (JSON.stringify(value).length > maxLength
      ? { code: "max_length", message: `Must not be longer than ${maxLength} characters.` }
      : undefined)
