import { canonicalJson } from "@hedgerow/sql/json/CanonicalJson"
import { groupedFilters, withoutCohortNames } from "../../evaluation/FlagConditions.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { mergedFilters } from "./FlagChanging.ts"
import { fieldOrder } from "./FlagFields.ts"
import { payloadsOf, withHiddenPayloads } from "./FlagPayloads.ts"

/** The conflicts of a change that is based on an older version, by the names of its fields. */
export interface StaleFields {
  /** The caller has changed it since they read it, and another user too, to something else. */
  readonly conflicting: ReadonlyArray<string>
  /** The caller sends it as they have read it, and another user has changed it: theirs stays. */
  readonly overtaken: ReadonlyArray<string>
}

/** Filters in one form, whether they are those stored, as a caller has read them, or sent. */
const plainFilters = (filters: JsonRecord, hidden: JsonRecord): JsonRecord =>
  groupedFilters(withoutCohortNames(withHiddenPayloads(filters, hidden)))

const comparable = (record: JsonRecord, name: string, hidden: JsonRecord): string => {
  const value = record[name]
  return canonicalJson(name === "filters" && isJsonRecord(value) ? plainFilters(value, hidden) : value ?? null)
}

/** The value that a caller wants for a field: filters without conditions are laid over those that they read. */
const wantedOf = (name: string, original: JsonRecord, changes: JsonRecord): JsonRecord => {
  const { filters } = changes
  return name === "filters" && isJsonRecord(filters)
    ? { filters: mergedFilters(recordOrEmpty(original["filters"]), filters) }
    : changes
}

/**
 * Compares a change with the flag as it is now, with readable payloads, and as the caller has read it (`original`). A
 * payload that was hidden from them counts as what it is now; one that they send back hidden, as they have read it.
 */
export const staleFields = (now: FeatureFlag, original: JsonRecord, changes: JsonRecord): StaleFields => {
  const secrets = now.has_encrypted_payloads ? payloadsOf(now.filters) : {}
  const read = { ...secrets, ...payloadsOf(withHiddenPayloads(recordOrEmpty(original["filters"]), secrets)) }
  const [conflicting, overtaken]: [Array<string>, Array<string>] = [[], []]
  for (const name of fieldOrder) {
    if (name === "version" || !Object.hasOwn(now, name) || !Object.hasOwn(changes, name)) continue
    const before = comparable(original, name, secrets)
    const current = comparable({ ...now }, name, {})
    if (current === before) continue
    const wanted = comparable(wantedOf(name, original, changes), name, now.has_encrypted_payloads ? read : {})
    if (wanted === before && Object.hasOwn(original, name)) overtaken.push(name)
    else if (wanted !== before && wanted !== current) conflicting.push(name)
  }
  return { conflicting, overtaken }
}
