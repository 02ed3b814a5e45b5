import { Effect } from "effect"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryRun, RowStream } from "../../QueryKind.ts"
import { startStopwatch } from "../../Stopwatch.ts"
import { readSql } from "./ReadSql.ts"
import type { SqlNode } from "./SqlNode.ts"

/** Parses, fills and resolves an SQL node; its rows come as they are taken. Without LIMIT these are all rows. */
export const streamSql = Effect.fnUntraced(function*(node: SqlNode, run: QueryRun) {
  if (node.after !== undefined) {
    return yield* InvalidInput.at(
      ["query", "after"],
      "invalid_value",
      "A streamed answer has all rows and no pages: leave \"after\" out."
    )
  }
  const { columns, isExplained, plan, warnings } = yield* readSql(node, run, yield* startStopwatch)
  if (isExplained) {
    return yield* InvalidInput.at(["query", "query"], "invalid_value", "EXPLAIN has no rows to be streamed.")
  }
  const stream: RowStream = { columns, warnings, pieces: run.engine.stream(plan, { timeout: run.limits.timeout }) }
  return stream
})
