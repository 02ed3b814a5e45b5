import { typeName } from "../../shared/Field.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { Variant } from "../FlagConditions.ts"
import { fault, faultsBelow, faultsOfEach, type FilterFault } from "./FilterFault.ts"
import { type Aggregation, propertyFaults, typeFault } from "./PropertyRules.ts"

type Faults = ReadonlyArray<FilterFault>

/** Said of what should be a list. */
export const notAList = (path: ReadonlyArray<string | number>, value: unknown): Faults => [
  fault(path, "shape.list", `Expected a list of items but got type "${typeName(value)}".`, "not_a_list")
]

const notAnObject = (path: ReadonlyArray<string | number>, value: unknown): Faults => [
  fault(path, "shape.object", `Expected a dictionary of items but got type "${typeName(value)}".`, "not_a_dict")
]

/** A list of objects, each looked at by itself; nothing is as good as an empty list. */
const eachObject = (name: string, value: unknown, check: (item: JsonRecord) => Faults): Faults => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return notAList([name], value)
  return faultsOfEach<unknown>(
    value,
    (item, index) => isJsonRecord(item) ? faultsBelow([name, index], check(item)) : notAnObject([name, index], item)
  )
}

/** A share of the people: none is all of them. */
export const percentageFaults = (name: string, value: unknown): Faults =>
  value === undefined || value === null || typeof value === "number" && value >= 0 && value <= 100
    ? []
    : [fault([name], "range.percentage", "Rollout percentages must be numbers between 0 and 100.")]

const aggregationFaults = (value: unknown): Faults =>
  value === undefined || value === null || typeof value === "number" && [0, 1, 2, 3, 4].includes(value)
    ? []
    : [fault(["aggregation_group_type_index"], "range.group_type", "Invalid group type index.")]

/** The group type of the condition: its own field counts, also when it is null. */
const aggregationOf = (condition: JsonRecord, filters: JsonRecord): Aggregation => {
  const own = Object.hasOwn(condition, "aggregation_group_type_index") ? condition : filters
  const index = own["aggregation_group_type_index"]
  return typeof index === "number" ? index : null
}

const variantFaults = ({ variant }: JsonRecord, variants: ReadonlyArray<Variant>): Faults =>
  variant === undefined || variant === null || variant === "" || variants.some(({ key }) => key === variant)
    ? []
    : [fault(["variant"], "cross_field.variant_override", "Filters are not valid (variant override does not exist)")]

const allTypeFaults = (filters: JsonRecord, list: "groups" | "super_groups"): Faults =>
  eachObject(list, filters[list], (condition) => {
    const aggregation = list === "groups" ? aggregationOf(condition, filters) : null
    return eachObject("properties", condition["properties"], (property) => {
      const found = typeFault(property, aggregation)
      return found === undefined ? [] : [found]
    })
  }).filter(({ rule }) => !rule.startsWith("shape."))

/** The types of all properties come first: the reference service looks at them before anything else. */
export const propertyTypeFaults = (filters: JsonRecord): Faults => [
  ...allTypeFaults(filters, "groups"),
  ...allTypeFaults(filters, "super_groups")
]

/** Only the conditions of cohorts can be negated. */
const flagPropertyFaults = (property: JsonRecord): Faults => {
  const { negation } = property
  return negation === undefined || negation === null || negation === false
    ? propertyFaults(property)
    : [
      ...propertyFaults(property),
      fault(["negation"], "property.negation", "A flag's condition cannot be negated.", "invalid_value")
    ]
}

/** Everything else that is wrong with the conditions by themselves. */
export const conditionFaults = (filters: JsonRecord, variants: ReadonlyArray<Variant>): Faults => [
  ...aggregationFaults(filters["aggregation_group_type_index"]),
  ...eachObject("properties", filters["properties"], flagPropertyFaults),
  ...(["groups", "super_groups"] as const).flatMap((list) =>
    eachObject(list, filters[list], (condition) => [
      ...aggregationFaults(condition["aggregation_group_type_index"]),
      ...variantFaults(condition, variants),
      ...percentageFaults("rollout_percentage", condition["rollout_percentage"]),
      ...eachObject("properties", condition["properties"], flagPropertyFaults)
    ])
  )
]

/** Without an id held-out users could not be named. */
const ownHoldoutFaults = ({ exclusion_percentage, id }: JsonRecord): Faults => [
  ...(typeof id === "number" || typeof id === "string" && id !== ""
    ? []
    : id === undefined || id === null
    ? [fault(["id"], "holdout.id", "This field is required.", "required")]
    : [fault(["id"], "holdout.id", "A holdout's id must be a number or text.", "invalid_value")]),
  ...percentageFaults("exclusion_percentage", exclusion_percentage)
]

/** The faults of the share of people that are kept out of everything, in both of its forms. */
export const holdoutFaults = ({ holdout, holdout_groups }: JsonRecord): Faults => {
  const own = holdout === undefined || holdout === null
    ? []
    : isJsonRecord(holdout)
    ? faultsBelow(["holdout"], ownHoldoutFaults(holdout))
    : notAnObject(["holdout"], holdout)
  return [
    ...own,
    ...eachObject(
      "holdout_groups",
      holdout_groups,
      (group) => percentageFaults("rollout_percentage", group["rollout_percentage"])
    )
  ]
}
