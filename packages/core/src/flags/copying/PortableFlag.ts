import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { dependenciesOf } from "../../evaluation/FlagConditions.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import type { IdMap } from "./CopyCohorts.ts"
import { neededFirst } from "./NeededFirst.ts"

/** The filters with the flags they depend on by those of another project. */
export const withFlagIds = (filters: JsonRecord, ids: IdMap): JsonRecord => {
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped)
    if (!isJsonRecord(value)) return value
    if (value["type"] !== "flag") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapped(v)]))
    const id = ids.get(positiveInt4(value["key"]) ?? 0)
    return id === undefined ? value : { ...value, key: id === null ? null : String(id) }
  }
  return mapped(filters) as JsonRecord
}

/** The fields of a flag that are copied. */
export const portable = (flag: FeatureFlag): JsonRecord => ({
  key: flag.key,
  name: flag.name,
  filters: flag.filters,
  active: flag.active,
  ensure_experience_continuity: flag.ensure_experience_continuity,
  rollback_conditions: flag.rollback_conditions,
  tags: flag.tags,
  evaluation_tags: flag.evaluation_tags,
  is_remote_configuration: flag.is_remote_configuration,
  has_encrypted_payloads: flag.has_encrypted_payloads,
  evaluation_runtime: flag.evaluation_runtime,
  bucketing_identifier: flag.bucketing_identifier
})

/** Flags so that each stands after those it depends on, and the last one is the one asked for. */
export const dependenciesFirst = (
  flag: FeatureFlag,
  known: ReadonlyMap<FeatureFlagId, FeatureFlag>
): ReadonlyArray<FeatureFlag> =>
  neededFirst([flag], ({ filters }) =>
    dependenciesOf(filters).flatMap((id) => {
      const other = known.get(id)
      return other === undefined || other.deleted ? [] : [other]
    }))
