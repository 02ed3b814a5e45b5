import { Result } from "effect"
import { propertyFaults } from "../evaluation/filters/PropertyRules.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { InputCode, InputIssue } from "../shared/InvalidInput.ts"
import { nameIssues } from "../shared/KnownNames.ts"
import { shownValue } from "../shared/ShownValue.ts"
import { behaviourKinds, readBehaviour } from "./behaviour/Behaviour.ts"
import type { ConditionAt, Path } from "./CohortDefinition.ts"
import { cohortConditionNames } from "./CohortNames.ts"

const memberships: ReadonlySet<unknown> = new Set([undefined, null, "in", "not_in", "exact"])

const issue = (path: Path, code: InputCode, message: string): ReadonlyArray<InputIssue> => [{ path, code, message }]

const required = (path: Path) => issue(path, "required", "This field is required.")

const typeRequired = (path: Path) =>
  issue(path, "required", `This field is required: "type" must be "person", "cohort" or "behavioral".`)

const notAChoice = (path: Path, value: unknown) =>
  issue(path, "invalid_choice", `"${shownValue(value)}" is not a valid choice.`)

const isText = (value: unknown): boolean => typeof value === "string" && value !== ""

/** A property is compared as flags compare it. */
const personIssues = ({ condition, path }: ConditionAt): ReadonlyArray<InputIssue> =>
  isText(condition["key"])
    ? propertyFaults(condition).map(({ code, message, path: rest }) => ({ path: [...path, ...rest], code, message }))
    : required([...path, "key"])

const cohortIssues = ({ condition, path }: ConditionAt): ReadonlyArray<InputIssue> => {
  const { operator, value } = condition
  if (value === undefined || value === null) return required([...path, "value"])
  if (positiveInt4(value) === undefined) {
    return issue([...path, "value"], "invalid_input", "A valid integer is required.")
  }
  return memberships.has(operator) ? [] : notAChoice([...path, "operator"], operator)
}

const behaviouralIssues = ({ condition, path }: ConditionAt): ReadonlyArray<InputIssue> => {
  const { value } = condition
  if (!behaviourKinds.some((known) => known === value)) return notAChoice([...path, "value"], value)
  return Result.match(readBehaviour(condition), {
    onSuccess: () => [],
    onFailure: (issues) => issues.map((one) => ({ ...one, path: [...path, ...one.path] }))
  })
}

/** The faults of one condition of a cohort. */
export const conditionIssues = (placed: ConditionAt): ReadonlyArray<InputIssue> => {
  const { condition, path } = placed
  const { negation, type } = condition
  const misspelt = nameIssues(condition, cohortConditionNames, path)
  if (misspelt.length > 0) return misspelt
  if (negation !== undefined && negation !== null && typeof negation !== "boolean") {
    return issue([...path, "negation"], "invalid_input", "Must be a valid boolean.")
  }
  if (type === "person") return personIssues(placed)
  if (type === "cohort") return cohortIssues(placed)
  if (type === "behavioral") return behaviouralIssues(placed)
  return type === undefined || type === null ? typeRequired([...path, "type"]) : notAChoice([...path, "type"], type)
}
