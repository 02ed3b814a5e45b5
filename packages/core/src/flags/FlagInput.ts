import { Effect, Result } from "effect"
import { type FieldTable, readChanges, readFields } from "../shared/Fields.ts"
import { type InputIssue, InvalidInput } from "../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import { issueOf } from "./filters/FilterFault.ts"
import { filterFaults } from "./filters/FilterRules.ts"
import { fieldOrder, flagTable, newFlagTable } from "./FlagFields.ts"

const rankOf = ({ path: [field] }: InputIssue): number => {
  const rank = fieldOrder.indexOf(String(field))
  return rank === -1 ? fieldOrder.length : rank
}

/** Fails when there are issues, with all of them: by field, in the reference service's order. */
export const requireSound = (issues: ReadonlyArray<InputIssue>): Effect.Effect<void, InvalidInput> => {
  const [first, ...rest] = issues.toSorted((left, right) => rankOf(left) - rankOf(right))
  return first === undefined ? Effect.void : Effect.fail(new InvalidInput({ issues: [first, ...rest] }))
}

/** What the filters break by themselves, in the form of answers. */
export const filterIssues = (filters: JsonRecord | undefined): ReadonlyArray<InputIssue> =>
  filters === undefined ? [] : filterFaults(filters).map(issueOf)

/** Reads fields; when some are wrong, what is wrong inside the filters is told too. */
const readAll = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, InvalidInput>, body: unknown) {
  const fields = yield* Effect.result(read)
  if (Result.isSuccess(fields)) return fields.success
  const filters = isJsonRecord(body) && isJsonRecord(body["filters"]) ? body["filters"] : undefined
  yield* requireSound([...fields.failure.issues, ...filterIssues(filters)])
  return yield* fields.failure
})

/** Reads a new flag's fields. */
export const readNewFlag = (body: unknown) => readAll(readFields(newFlagTable satisfies FieldTable, body), body)

/** Reads what a body changes of a flag. */
export const readFlagChanges = (body: unknown) => readAll(readChanges(flagTable satisfies FieldTable, body), body)
