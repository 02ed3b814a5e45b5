import { canonicalJson } from "../events/CanonicalJson.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import { mergedFilters } from "./FlagChanging.ts"
import { groupedFilters, withoutCohortNames } from "./FlagConditions.ts"
import { fieldOrder } from "./FlagFields.ts"
import { redactPayloads } from "./FlagPayloads.ts"

/**
 * Filters in one form, whether they are those stored, as somebody has read them, or sent. Encrypted payloads are left out
 * of it: each reader may see them in another form.
 */
const plainFilters = (filters: JsonRecord, has_encrypted_payloads: boolean): JsonRecord =>
  groupedFilters(withoutCohortNames(redactPayloads({ filters, has_encrypted_payloads })))

const comparable = (record: JsonRecord, name: string, hasSecrets: boolean): string => {
  const value = record[name]
  return canonicalJson(name === "filters" && isJsonRecord(value) ? plainFilters(value, hasSecrets) : value ?? null)
}

/** What a caller wants a field to be: filters without conditions are laid over those that they read. */
const wantedOf = (name: string, original: JsonRecord, changes: JsonRecord): JsonRecord => {
  const { filters } = changes
  return name === "filters" && isJsonRecord(filters)
    ? { filters: mergedFilters(recordOrEmpty(original["filters"]), filters) }
    : changes
}

/** Fields of a flag that a change names. */
const namedFields = (stored: FeatureFlag, changes: JsonRecord): ReadonlyArray<string> =>
  fieldOrder.filter((name) => name !== "version" && Object.hasOwn(stored, name) && Object.hasOwn(changes, name))

/**
 * Whether a change would undo somebody else's: a field that the caller changed since they read the flag (`original`), and
 * that has become something else meanwhile.
 */
export const isConflict = (stored: FeatureFlag, original: JsonRecord, changes: JsonRecord): boolean =>
  namedFields(stored, changes).some((name) => {
    const textOf = (record: JsonRecord) => comparable(record, name, stored.has_encrypted_payloads)
    const [before, now, wanted] = [textOf(original), textOf({ ...stored }), textOf(wantedOf(name, original, changes))]
    return wanted !== before && now !== before && now !== wanted
  })

/**
 * The fields that a caller sends back as they have read them: they are no change, though others may have changed them
 * meanwhile. Payloads count here, encrypted ones in whatever form they were read.
 */
export const untouchedFields = (
  stored: FeatureFlag,
  original: JsonRecord,
  changes: JsonRecord
): ReadonlyArray<string> =>
  namedFields(stored, changes).filter((name) =>
    Object.hasOwn(original, name)
    && comparable(original, name, false) === comparable(wantedOf(name, original, changes), name, false)
  )
