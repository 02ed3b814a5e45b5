import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { unstorablePlace } from "../../shared/StorableJson.ts"
import { variantsOf } from "../FlagConditions.ts"
import { conditionFaults, holdoutFaults, propertyTypeFaults } from "./ConditionRules.ts"
import { fault, type FilterFault } from "./FilterFault.ts"
import { payloadFaults } from "./PayloadRules.ts"
import { multivariateFaults } from "./VariantRules.ts"

/** Filters are at most so long as JSON, in characters. */
export const maxFiltersLength = 524_288

const wholeFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> => {
  const unstorable = unstorablePlace(filters)
  const isTooLong = JSON.stringify(filters).length > maxFiltersLength
  return [
    ...(unstorable === undefined
      ? []
      : [fault(unstorable.path ?? [], "shape.text", unstorable.message, unstorable.code)]),
    ...(isTooLong
      ? [fault([], "shape.size", `Filters must not be longer than ${maxFiltersLength} characters.`, "max_length")]
      : []),
    ...(Object.hasOwn(filters, "version")
      ? [fault(["version"], "shape.version", "The name 'version' is reserved in filters.")]
      : [])
  ]
}

const switchFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> =>
  ["early_exit", "feature_enrollment"].flatMap((name) => {
    const value = filters[name]
    return value === undefined || value === null || typeof value === "boolean"
      ? []
      : [fault([name], "shape.switch", "Must be a valid boolean.")]
  })

/** The place of a fault of the only condition, which stands in the filters themselves. */
const inFilters = (found: FilterFault): FilterFault =>
  found.path[0] === "groups" ? { ...found, path: found.path.slice(2) } : found

/** What is wrong with the conditions. Filters in the older form have one, of their own `properties`. */
const conditionsFaults = (
  filters: JsonRecord,
  faultsOf: (filters: JsonRecord) => ReadonlyArray<FilterFault>
): ReadonlyArray<FilterFault> =>
  (filters["groups"] ?? null) === null
    ? faultsOf({ ...filters, groups: [{ properties: filters["properties"] }] }).map(inFilters)
    : faultsOf(filters)

/** Everything wrong with some filters by themselves: what they refer to is looked at elsewhere. */
export const filterFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> => {
  const whole = wholeFaults(filters)
  if (whole.some(({ rule }) => rule === "shape.size")) return whole
  const variants = variantsOf(filters)
  return [
    ...conditionsFaults(filters, propertyTypeFaults),
    ...multivariateFaults(filters),
    ...conditionsFaults(filters, (found) => conditionFaults(found, variants)),
    ...holdoutFaults(filters),
    ...payloadFaults(filters, variants),
    ...switchFaults(filters),
    ...whole
  ]
}
