import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect, Result } from "effect"
import { fault, type FilterFault, issueOf } from "../../evaluation/filters/FilterFault.ts"
import { filterFaults, sentFaults } from "../../evaluation/filters/FilterRules.ts"
import { valueText } from "../../evaluation/filters/ValueText.ts"
import { propertiesOf } from "../../evaluation/FlagConditions.ts"
import { type FieldTable, readChanges, readFields } from "../../shared/Fields.ts"
import { type InputIssue, InvalidInput, maxIssues } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { flagNameIssues } from "../model/FlagNames.ts"
import { cleanTags, fieldOrder, flagTable, newFlagTable } from "./FlagFields.ts"

const rankOf = ({ path: [field] }: InputIssue): number => {
  const rank = fieldOrder.indexOf(String(field))
  return rank === -1 ? fieldOrder.length : rank
}

/** Fails when there are issues, with the first `maxIssues` of them: by field, in the reference service's order. */
export const requireSound = (issues: ReadonlyArray<InputIssue>): Effect.Effect<void, InvalidInput> => {
  const [first, ...rest] = issues.toSorted((left, right) => rankOf(left) - rankOf(right)).slice(0, maxIssues)
  return first === undefined ? Effect.void : Effect.fail(new InvalidInput({ issues: [first, ...rest] }))
}

const isList = ({ operator, type, value }: JsonRecord): boolean =>
  operator === "in" && type !== "cohort" && Array.isArray(value) && value.length > 0

/**
 * A list is compared by `exact`: `in` is an operator of cohorts. Only the blast radius takes it for other lists.
 * Conditions that were stored before it was refused may stay.
 */
const listFaults = (filters: JsonRecord, stored: JsonRecord): ReadonlyArray<FilterFault> => {
  const lists = propertiesOf(filters).filter(({ property }) => isList(property))
  if (lists.length === 0) return []
  const known = new Set(propertiesOf(stored).map(({ property }) => canonicalJson(property)))
  return lists.flatMap(({ path, property }) =>
    known.has(canonicalJson(property)) ? [] : [
      fault(
        [...path, "operator"],
        "property.cohort_operator",
        `The 'in' operator is only valid for cohort properties, not '${valueText(property["type"])}' properties.`,
        "invalid_operator"
      )
    ]
  )
}

/** The rules that the filters break by themselves, in the form of answers. `stored` are those of the flag so far. */
export const filterIssues = (filters: JsonRecord | undefined, stored: JsonRecord = {}): ReadonlyArray<InputIssue> =>
  filters === undefined ? [] : [...filterFaults(filters), ...listFaults(filters, stored)].map(issueOf)

/** Reads fields. When some are wrong or misspelt, everything wrong inside the filters is reported with them. */
const readAll = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, InvalidInput>, body: unknown) {
  const fields = yield* Effect.result(read)
  const misspelt = flagNameIssues(body)
  const filters = isJsonRecord(body) && isJsonRecord(body["filters"]) ? body["filters"] : undefined
  const tooLong = filters === undefined ? [] : sentFaults(filters).map(issueOf)
  if (Result.isSuccess(fields) && misspelt.length + tooLong.length === 0) return fields.success
  const wrong = Result.isSuccess(fields) ? [] : fields.failure.issues
  yield* requireSound([...wrong, ...misspelt, ...(tooLong.length > 0 ? tooLong : filterIssues(filters))])
  return yield* read
})

interface NamedTags {
  readonly evaluation_tags?: ReadonlyArray<string>
  readonly evaluation_contexts?: ReadonlyArray<string>
}

const otherContexts: InputIssue = {
  path: ["evaluation_contexts"],
  code: "invalid_input",
  message: "evaluation_contexts is another name of evaluation_tags: both must have the same values."
}

const textOfTags = (tags: ReadonlyArray<string>): string => JSON.stringify(cleanTags(tags).toSorted())

/** Takes `evaluation_contexts` for `evaluation_tags`; fails when both were sent and differ. */
const underOneName = <A extends NamedTags>({ evaluation_contexts: contexts, ...fields }: A) => {
  if (contexts === undefined) return Effect.succeed(fields)
  const { evaluation_tags: tags } = fields
  return tags === undefined || textOfTags(tags) === textOfTags(contexts)
    ? Effect.succeed({ ...fields, evaluation_tags: contexts })
    : Effect.fail(new InvalidInput({ issues: [otherContexts] }))
}

/** Reads a new flag's fields. */
export const readNewFlag = (body: unknown) =>
  readAll(Effect.flatMap(readFields(newFlagTable satisfies FieldTable, body), underOneName), body)

/** Reads what a body changes of a flag. */
export const readFlagChanges = (body: unknown) =>
  readAll(Effect.flatMap(readChanges(flagTable satisfies FieldTable, body), underOneName), body)
