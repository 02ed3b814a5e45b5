import { typeName } from "../shared/Field.ts"
import { type InputCode, type InputIssue, maxIssues } from "../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import { nameIssues } from "../shared/KnownNames.ts"
import { shownValue } from "../shared/ShownValue.ts"
import { conditionIssues } from "./CohortConditionRules.ts"
import { conditionsOf, type Definition, isJoining, isToday, type Path } from "./CohortDefinition.ts"
import { cohortFilterNames, cohortGroupNames, joiningNames } from "./CohortNames.ts"

/** The most levels in which conditions are joined. */
const maxLevels = 20

/** The most conditions of a definition. */
const maxConditions = 1000

/** The most characters of a definition as JSON. */
const maxDefinitionLength = 524_288

const issue = (path: Path, code: InputCode, message: string): ReadonlyArray<InputIssue> => [{ path, code, message }]

const notAnObject = (value: unknown, path: Path) =>
  issue(path, "not_a_dict", `Expected a dictionary of items but got type "${typeName(value)}".`)

const memberIssues = (member: unknown, path: Path, levels: number): ReadonlyArray<InputIssue> => {
  if (!isJsonRecord(member)) return notAnObject(member, path)
  return isJoining(member) ? joiningIssues(member, path, levels - 1) : conditionIssues({ condition: member, path })
}

/** The faults of a group of conditions and everything in it. */
const joiningIssues = (group: JsonRecord, path: Path, levels: number): ReadonlyArray<InputIssue> => {
  const { type, values } = group
  const misspelt = nameIssues(group, joiningNames, path)
  if (misspelt.length > 0) return misspelt
  if (levels === 0) return issue(path, "invalid_input", `Conditions may be joined in ${maxLevels} levels at most.`)
  if (type !== "AND" && type !== "OR") {
    return type === undefined
      ? issue([...path, "type"], "required", "This field is required.")
      : issue([...path, "type"], "invalid_choice", `"${shownValue(type)}" is not a valid choice.`)
  }
  if (!Array.isArray(values)) {
    const message = `Expected a list of items but got type "${typeName(values)}".`
    return issue([...path, "values"], "not_a_list", message)
  }
  if (values.length === 0) return issue([...path, "values"], "empty", "This list may not be empty.")
  return values.flatMap((member: unknown, index) => memberIssues(member, [...path, "values", index], levels))
}

const filtersIssues = (filters: Definition["filters"]): ReadonlyArray<InputIssue> => {
  if (filters === null || Object.keys(filters).length === 0) return []
  const { properties } = filters
  const path = ["filters", "properties"]
  const misspelt = nameIssues(filters, cohortFilterNames, ["filters"])
  if (misspelt.length > 0) return misspelt
  if (properties === undefined) return issue(path, "required", "This field is required.")
  if (!isJsonRecord(properties)) return notAnObject(properties, path)
  const isEmpty = Array.isArray(properties["values"]) && properties["values"].length === 0
  return isEmpty ? [] : joiningIssues(properties, path, maxLevels)
}

const groupIssues = (group: unknown, path: Path): ReadonlyArray<InputIssue> => {
  if (!isJsonRecord(group)) return notAnObject(group, path)
  const { action_id, event_id, properties } = group
  const misspelt = nameIssues(group, cohortGroupNames, path)
  if (misspelt.length > 0) return misspelt
  if ((action_id ?? event_id ?? undefined) !== undefined) return []
  const place = [...path, "properties"]
  if (Array.isArray(properties)) {
    const wrong = properties.findIndex((property) => !isJsonRecord(property))
    if (wrong >= 0) return notAnObject(properties[wrong], [...place, wrong])
  } else if (!isJsonRecord(properties)) return notAnObject(properties, place)
  return Object.keys(properties).length === 0 ? issue(place, "empty", "This list may not be empty.") : []
}

const sizeIssues = ({ filters, groups }: Definition): ReadonlyArray<InputIssue> => {
  if (JSON.stringify([filters, groups]).length > maxDefinitionLength) {
    return issue(["filters"], "max_length", `A definition must not be longer than ${maxDefinitionLength} characters.`)
  }
  return Math.max(conditionsOf({ filters, groups }).length, groups.length) > maxConditions
    ? issue(["filters"], "invalid_input", `A cohort cannot have more than ${maxConditions} conditions.`)
    : []
}

const allIssues = (definition: Definition): ReadonlyArray<InputIssue> => {
  const size = sizeIssues(definition)
  if (size.length > 0) return size
  const shape = [
    ...filtersIssues(definition.filters),
    ...definition.groups.flatMap((group, index) => groupIssues(group, ["groups", index]))
  ]
  return shape.length > 0 || isToday(definition) ? shape : conditionsOf(definition).flatMap(conditionIssues)
}

/** The faults of a definition by itself, in the order of its parts, up to a limit. */
export const definitionIssues = (definition: Definition): ReadonlyArray<InputIssue> =>
  allIssues(definition).slice(0, maxIssues)
