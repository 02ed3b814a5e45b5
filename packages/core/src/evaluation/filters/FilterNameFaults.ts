import { shownText } from "@hedgerow/sql/types/ShownText"
import { maxIssues } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type KnownNames, misnomers, misnomerText, unknownNames } from "../../shared/KnownNames.ts"
import { fault, faultsBelow, faultsOfEach, type FilterFault } from "./FilterFault.ts"
import {
  conditionNames,
  filterNames,
  holdoutNames,
  multivariateNames,
  propertyNames,
  variantNames
} from "./FilterNames.ts"

type Faults = ReadonlyArray<FilterFault>

/** The names of an object that were meant to be others. */
const misspeltFaults = (record: JsonRecord, known: KnownNames): Faults =>
  misnomers(record, known).map((misnomer) =>
    fault([misnomer.name], "name.misspelt", misnomerText(misnomer), "extra_forbidden")
  )

/** Unknown names are faults where no condition narrows down the users: the flag would be on for all of them. */
const unknownFaults = (names: ReadonlyArray<string>, wanted: string): Faults =>
  names.slice(0, maxIssues).map((name) => {
    const text = `Unknown name "${shownText(name)}". Without "${wanted}" nobody would be left out.`
    return fault([name], "name.unknown", text, "extra_forbidden")
  })

/** Whether there is a list with something in it. */
const hasItems = (list: unknown): boolean => Array.isArray(list) && list.length > 0

const eachRecord = (path: ReadonlyArray<string>, list: unknown, check: (record: JsonRecord) => Faults): Faults =>
  Array.isArray(list)
    ? faultsOfEach<unknown>(
      list,
      (item, index) => isJsonRecord(item) ? faultsBelow([...path, index], check(item)) : []
    )
    : []

const propertiesFaults = (properties: unknown): Faults =>
  eachRecord(["properties"], properties, (property) => misspeltFaults(property, propertyNames))

const leavesNobodyOut = ({ properties, rollout_percentage }: JsonRecord): boolean =>
  !hasItems(properties) && (rollout_percentage ?? 100) === 100

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** A list or an object could be who is meant; anything else beside what is known is a remark. */
const narrowing = (record: JsonRecord, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => {
    const value = record[name]
    return hasItems(value) || isJsonRecord(value) && Object.keys(value).length > 0
  })

/** The names of one condition that mean nothing. */
export const ownConditionFaults = (condition: JsonRecord): Faults => {
  const misspelt = misspeltFaults(condition, conditionNames)
  if (misspelt.length > 0 || !leavesNobodyOut(condition)) return misspelt
  const unknown = unknownNames(condition, conditionNames)
  const isSilent = isAbsent(condition["properties"]) && isAbsent(condition["rollout_percentage"])
  return unknownFaults(isSilent ? unknown : narrowing(condition, unknown), "properties")
}

const conditionNameFaults = (condition: JsonRecord): Faults => [
  ...ownConditionFaults(condition),
  ...propertiesFaults(condition["properties"])
]

const ownMultivariateFaults = (multivariate: JsonRecord): Faults => {
  const misspelt = misspeltFaults(multivariate, multivariateNames)
  return misspelt.length > 0 || hasItems(multivariate["variants"])
    ? misspelt
    : unknownFaults(unknownNames(multivariate, multivariateNames), "variants")
}

const multivariateFaults = ({ multivariate }: JsonRecord): Faults =>
  isJsonRecord(multivariate)
    ? faultsBelow(["multivariate"], [
      ...ownMultivariateFaults(multivariate),
      ...eachRecord(["variants"], multivariate["variants"], (variant) => misspeltFaults(variant, variantNames))
    ])
    : []

/** Without its share a holdout holds no one out. */
const ownHoldoutFaults = (holdout: JsonRecord): Faults => {
  const misspelt = misspeltFaults(holdout, holdoutNames)
  return misspelt.length > 0 || !isAbsent(holdout["exclusion_percentage"])
    ? misspelt
    : [fault(["exclusion_percentage"], "name.missing", "This field is required.", "required")]
}

const holdoutFaults = ({ holdout }: JsonRecord): Faults =>
  isJsonRecord(holdout) ? faultsBelow(["holdout"], ownHoldoutFaults(holdout)) : []

/** `groups` alone count where they are. */
const besideGroups = ({ groups, properties }: JsonRecord): Faults =>
  Array.isArray(groups) && Array.isArray(properties) && properties.length > 0
    ? [fault(["properties"], "name.misspelt", misnomerText({ name: "properties", meant: "groups[].properties" }))]
    : []

/** Whether filters state their audience by themselves. */
export const saysWho = ({ groups, properties }: JsonRecord): boolean => Array.isArray(groups) || hasItems(properties)

/** Unknown names of filters without other conditions, or whose conditions match every user. */
export const unknownFilterFaults = (filters: JsonRecord): Faults => {
  const unknown = unknownNames(filters, filterNames)
  if (!saysWho(filters)) return unknownFaults(unknown, "groups")
  const { groups } = filters
  const isForAll = Array.isArray(groups) && groups.some((group) => isJsonRecord(group) && leavesNobodyOut(group))
  return isForAll ? unknownFaults(narrowing(filters, unknown), "groups[].properties") : []
}

const ownFilterFaults = (filters: JsonRecord): Faults => {
  const misspelt = misspeltFaults(filters, filterNames)
  return misspelt.length > 0 ? misspelt : unknownFilterFaults(filters)
}

/** The names in some filters that mean nothing: their author wanted another flag than this one. */
export const filterNameFaults = (filters: JsonRecord): Faults => [
  ...ownFilterFaults(filters),
  ...besideGroups(filters),
  ...["groups", "super_groups", "holdout_groups"].flatMap((name) =>
    eachRecord([name], filters[name], conditionNameFaults)
  ),
  ...propertiesFaults(filters["properties"]),
  ...multivariateFaults(filters),
  ...holdoutFaults(filters)
]
