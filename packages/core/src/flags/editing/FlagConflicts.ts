import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect, Option } from "effect"
import { UserRepository } from "../../access/AccessRepository.ts"
import { Dashboards } from "../../dashboards/Dashboards.ts"
import { groupedFilters, withoutCohortNames } from "../../evaluation/FlagConditions.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"
import { FlagConflict, FlagVersionMismatch } from "../model/FeatureFlagErrors.ts"
import { mergedFilters } from "./FlagChanging.ts"
import { fieldOrder, type FlagChanges } from "./FlagFields.ts"
import { openPayloads, payloadsOf, withFilters, withHiddenPayloads } from "./FlagPayloads.ts"

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

/** Compares the version that a change is based on with that of the flag. */
export const makeVersionCheck = Effect.gen(function*() {
  const users = yield* UserRepository
  const dashboards = yield* Dashboards

  /** The flag as its record shows it: made as a flag, with readable payloads and without deleted dashboards. */
  const readForm = Effect.fnUntraced(function*(stored: FeatureFlag) {
    const gone = new Set(yield* dashboards.missing(stored.project_id, stored.analytics_dashboards))
    return new FeatureFlag({
      ...withFilters(stored, yield* openPayloads(stored)),
      creation_context: stored.creation_context ?? "feature_flags",
      analytics_dashboards: stored.analytics_dashboards.filter((id) => !gone.has(id))
    })
  })

  /**
   * The part of a change to be written: all of it, or, when it is based on an older version, the caller's own changes of
   * that. Refuses one that would undo another change made since.
   */
  return Effect.fnUntraced(function*(
    stored: FeatureFlag,
    changes: FlagChanges,
    sent: JsonRecord,
    ifVersion: number | undefined
  ) {
    if (ifVersion !== undefined && ifVersion !== stored.version) {
      return yield* new FlagVersionMismatch({ version: stored.version })
    }
    const { evaluation_tags, original_flag: original, version } = changes
    if (version === undefined || original === undefined || original === null) return changes
    if ((version ?? 0) === stored.version) return changes
    const wanted = evaluation_tags === undefined ? sent : { ...sent, evaluation_tags }
    const { conflicting, overtaken } = staleFields(yield* readForm(stored), original, wanted)
    if (conflicting.length > 0) {
      const { last_modified_by: id } = stored
      const user = id === null ? undefined : Option.getOrUndefined(yield* users.find(id))
      return yield* new FlagConflict({ updated_by: user?.email ?? null })
    }
    const own: FlagChanges = Object.fromEntries(Object.entries(changes).filter(([name]) => !overtaken.includes(name)))
    return own
  })
})
