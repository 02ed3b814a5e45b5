import { Effect, Option } from "effect"
import { DailyResult } from "./DailyResult.ts"
import { DailyResultRepository } from "./DailyResultRepository.ts"

/** Keeps the result of a day in place of an earlier one; call it inside a transaction. */
export const makeResultKeeping = Effect.map(
  DailyResultRepository,
  (results) =>
    Effect.fnUntraced(function*(row: DailyResult) {
      const before = Option.getOrUndefined(yield* results.findForUpdate(row.project_id, row.id))
      if (before === undefined) yield* results.insert(row)
      else yield* results.update(new DailyResult({ ...row, created_at: before.created_at }))
    })
)
