import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { unstorableFault } from "../../shared/StorableJson.ts"
import { propertiesOf, variantsOf } from "../FlagConditions.ts"
import { workOfReading } from "../RegexOperators.ts"
import { maxFlagWork } from "../Work.ts"
import { conditionFaults, holdoutFaults, notAList, propertyTypeFaults } from "./ConditionRules.ts"
import { fault, type FilterFault } from "./FilterFault.ts"
import { filterNameFaults } from "./FilterNameFaults.ts"
import { isPattern } from "./OperatorValues.ts"
import { payloadFaults } from "./PayloadRules.ts"
import { multivariateFaults } from "./VariantRules.ts"

/** The most characters of filters as JSON. */
export const maxFiltersLength = 524_288

/** The most conditions of a flag, and the most properties that they are on. */
const maxConditions = 1000

/** Reading all patterns of a flag takes at most as much as evaluating one may. */
const patternFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> => {
  const patterns = propertiesOf(filters).flatMap(({ property }) =>
    isPattern(property) ? [String(property["value"])] : []
  )
  const work = patterns.reduce((sum, pattern) => sum + workOfReading(pattern), 0)
  return work > maxFlagWork
    ? [fault([], "shape.patterns", "The regular expressions of a feature flag are too large together.")]
    : []
}

const tooLong: FilterFault = fault(
  [],
  "shape.size",
  `Filters must not be longer than ${maxFiltersLength} characters.`,
  "max_length"
)

/** Filters that are too long whatever is left out of them before they are kept: names of cohorts may be. */
export const sentFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> =>
  JSON.stringify(filters).length > 2 * maxFiltersLength ? [tooLong] : []

/** Filters too large to look any further into. */
export const sizeFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> => {
  if (JSON.stringify(filters).length > maxFiltersLength) return [tooLong]
  const { groups } = filters
  const conditions = Math.max(propertiesOf(filters).length, Array.isArray(groups) ? groups.length : 0)
  return conditions > maxConditions
    ? [fault([], "shape.conditions", `A feature flag cannot have more than ${maxConditions} conditions.`)]
    : patternFaults(filters)
}

const wholeFaults = (filters: JsonRecord, size: ReadonlyArray<FilterFault>): ReadonlyArray<FilterFault> => {
  const unstorable = unstorableFault(filters)
  return [
    ...(unstorable === undefined
      ? []
      : [fault(unstorable.path ?? [], "shape.text", unstorable.message, unstorable.code)]),
    ...size,
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

/** The faults of the conditions. Filters in the older form have one, of their own `properties`. */
const conditionsFaults = (
  filters: JsonRecord,
  faultsOf: (filters: JsonRecord) => ReadonlyArray<FilterFault>
): ReadonlyArray<FilterFault> =>
  Object.hasOwn(filters, "groups")
    ? faultsOf(filters)
    : faultsOf({ ...filters, groups: [{ properties: filters["properties"] }] }).map(inFilters)

/** `groups` that are null are no older form: the flag would be on for all users. */
const groupsFaults = ({ groups }: JsonRecord): ReadonlyArray<FilterFault> =>
  groups === null ? notAList(["groups"], groups) : []

/** All faults of filters by themselves; records that they refer to are checked elsewhere. */
export const filterFaults = (filters: JsonRecord): ReadonlyArray<FilterFault> => {
  const size = sizeFaults(filters)
  const whole = wholeFaults(filters, size)
  if (size.length > 0) return whole
  const variants = variantsOf(filters)
  return [
    ...filterNameFaults(filters),
    ...conditionsFaults(filters, propertyTypeFaults),
    ...multivariateFaults(filters),
    ...groupsFaults(filters),
    ...conditionsFaults(filters, (found) => conditionFaults(found, variants)),
    ...holdoutFaults(filters),
    ...payloadFaults(filters, variants),
    ...switchFaults(filters),
    ...whole
  ]
}
