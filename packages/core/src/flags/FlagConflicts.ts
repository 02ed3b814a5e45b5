import { canonicalJson } from "../events/CanonicalJson.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import { fieldOrder } from "./FlagFields.ts"
import { redactPayloads } from "./FlagPayloads.ts"

/** Encrypted payloads are left out of it: each reader may see them in another form. */
const comparable = (record: JsonRecord, name: string, hasSecrets: boolean): string => {
  const value = record[name]
  const filters = value as JsonRecord
  const shown = name === "filters" && hasSecrets && typeof value === "object" && value !== null
    ? redactPayloads({ filters, has_encrypted_payloads: true })
    : value
  return canonicalJson(shown ?? null)
}

/**
 * Whether a change would undo somebody else's: a field that the caller changed since they read the flag (`original`), and
 * that has become something else meanwhile.
 */
export const isConflict = (stored: FeatureFlag, original: JsonRecord, changes: JsonRecord): boolean =>
  fieldOrder.filter((name) => Object.hasOwn(stored, name) && Object.hasOwn(changes, name)).some((name) => {
    if (name === "version") return false
    const textOf = (record: JsonRecord) => comparable(record, name, stored.has_encrypted_payloads)
    const [before, now, wanted] = [textOf(original), textOf({ ...stored }), textOf(changes)]
    return wanted !== before && now !== before && now !== wanted
  })
