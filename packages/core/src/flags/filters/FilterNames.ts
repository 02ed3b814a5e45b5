import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { isKnown, type KnownNames, knownNames, misnomers, misnomerText } from "../../shared/KnownNames.ts"
import { shownText } from "../../shared/ShownValue.ts"
import { fault, faultsBelow, faultsOfEach, type FilterFault } from "./FilterFault.ts"

type Faults = ReadonlyArray<FilterFault>

const shares = ["rollout", "percentage", "percent", "rollout_percent", "weight"]

/** The names of `filters`. */
export const filterNames = knownNames([
  "groups",
  "multivariate",
  "payloads",
  "aggregation_group_type_index",
  "early_exit",
  "holdout",
  "holdout_groups",
  "feature_enrollment",
  "super_groups",
  "properties"
], {
  shown: ["version"],
  elsewhere: { rollout_percentage: "groups[].rollout_percentage", variants: "multivariate.variants" },
  words: {
    groups: ["condition", "conditions", "release_conditions", "condition_sets", "rules", "targeting", "users"],
    "groups[].rollout_percentage": shares,
    aggregation_group_type_index: ["group_type_index"]
  }
})

/** The names of a condition. */
export const conditionNames = knownNames(
  ["properties", "rollout_percentage", "variant", "aggregation_group_type_index"],
  {
    shown: ["description", "sort_key", "users_affected"],
    words: {
      properties: ["property", "props", "filter", "filters", "condition", "conditions", "where", "user", "users"],
      rollout_percentage: shares,
      aggregation_group_type_index: ["group_type_index"]
    }
  }
)

/** The names of a condition on one property. */
export const propertyNames = knownNames(["key", "type", "value", "operator", "group_type_index", "negation"], {
  shown: ["cohort_name", "label", "dependency_chain"],
  words: { operator: ["op", "operation", "comparator"], negation: ["negate", "negated", "not"] }
})

const multivariateNames = knownNames(["variants"])

const variantNames = knownNames(["key", "name", "rollout_percentage"], { words: { rollout_percentage: shares } })

const holdoutNames = knownNames(["exclusion_percentage"], {
  shown: ["id"],
  words: { exclusion_percentage: [...shares, "rollout_percentage", "exclusion"] }
})

/** The names of an object that were meant to be others. */
export const misspeltFaults = (record: JsonRecord, known: KnownNames): Faults =>
  misnomers(record, known).map((misnomer) =>
    fault([misnomer.name], "name.misspelt", misnomerText(misnomer), "extra_forbidden")
  )

/** What says something by unknown names alone says nothing: it would be as empty, and hold for everybody. */
const nothingSaid = (record: JsonRecord, known: KnownNames, wanted: string): Faults => {
  const [first, ...others] = Object.keys(record)
  if (first === undefined || [first, ...others].some((name) => isKnown(known, name))) return []
  const text = `Unknown name "${shownText(first)}". Without "${wanted}" nobody would be left out.`
  return [fault([first], "name.unknown", text, "extra_forbidden")]
}

const nameFaults = (record: JsonRecord, known: KnownNames, wanted?: string): Faults => {
  const misspelt = misspeltFaults(record, known)
  return misspelt.length > 0 || wanted === undefined ? misspelt : nothingSaid(record, known, wanted)
}

const eachRecord = (path: ReadonlyArray<string>, list: unknown, check: (record: JsonRecord) => Faults): Faults =>
  Array.isArray(list)
    ? faultsOfEach<unknown>(
      list,
      (item, index) => isJsonRecord(item) ? faultsBelow([...path, index], check(item)) : []
    )
    : []

const propertiesFaults = (properties: unknown): Faults =>
  eachRecord(["properties"], properties, (property) => nameFaults(property, propertyNames))

/** The names of one condition and its properties that mean nothing. */
const conditionNameFaults = (condition: JsonRecord): Faults => [
  ...nameFaults(condition, conditionNames, "properties"),
  ...propertiesFaults(condition["properties"])
]

const multivariateFaults = ({ multivariate }: JsonRecord): Faults =>
  isJsonRecord(multivariate)
    ? faultsBelow(["multivariate"], [
      ...nameFaults(multivariate, multivariateNames, "variants"),
      ...eachRecord(["variants"], multivariate["variants"], (variant) => nameFaults(variant, variantNames))
    ])
    : []

const holdoutFaults = ({ holdout }: JsonRecord): Faults =>
  isJsonRecord(holdout) ? faultsBelow(["holdout"], nameFaults(holdout, holdoutNames)) : []

/** `groups` alone count where they are. */
const besideGroups = ({ groups, properties }: JsonRecord): Faults =>
  Array.isArray(groups) && Array.isArray(properties) && properties.length > 0
    ? [fault(["properties"], "name.misspelt", misnomerText({ name: "properties", meant: "groups[].properties" }))]
    : []

/** The names in some filters that mean nothing: whoever wrote them wanted another flag than they would get. */
export const filterNameFaults = (filters: JsonRecord): Faults => [
  ...nameFaults(filters, filterNames, "groups"),
  ...besideGroups(filters),
  ...["groups", "super_groups", "holdout_groups"].flatMap((name) =>
    eachRecord([name], filters[name], conditionNameFaults)
  ),
  ...propertiesFaults(filters["properties"]),
  ...multivariateFaults(filters),
  ...holdoutFaults(filters)
]
