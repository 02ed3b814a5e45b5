import { groupedFilters } from "../../evaluation/FlagConditions.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"

/** The only condition of a flag that has one without properties, about persons. */
export const simpleCondition = (filters: JsonRecord): JsonRecord | undefined => {
  const { aggregation_group_type_index: groupType, groups } = groupedFilters(filters)
  const [only, ...others]: ReadonlyArray<unknown> = Array.isArray(groups) ? groups : []
  if (!isJsonRecord(only) || others.length > 0) return undefined
  const { aggregation_group_type_index: ownType, properties } = only
  const isPlain = properties === undefined || properties === null
    || Array.isArray(properties) && properties.length === 0
  return isPlain && (groupType ?? null) === null && (ownType ?? null) === null ? only : undefined
}
