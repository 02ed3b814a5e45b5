import { encodeResponse } from "@hedgerow/sql/types/ResultJson"
import { Effect, Option } from "effect"
import { now as currentTime } from "../../events/EventTime.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import type { QueryRunNotFound } from "../execution/QueryExecutionErrors.ts"
import type { QueryRunId } from "../execution/QueryRun.ts"
import { QueryRunRepository } from "../execution/QueryRunRepository.ts"
import { makeReading } from "../PrepareQuery.ts"
import { wholeEngine } from "../QueryCursor.ts"
import { QueryLog, shownOfQuery } from "./QueryLog.ts"
import type { QueryLogEntry } from "./QueryLogEntry.ts"
import { queryLogRow } from "./QueryLogTable.ts"

/** The query that the rows of a log stand for. */
const selecting = (id: string) => ({
  query: {
    kind: "ServiceSqlQuery",
    query: `SELECT * FROM query_log WHERE query_id = {query_id} ORDER BY event_time DESC LIMIT ${shownOfQuery}`,
    values: { query_id: id }
  }
})

/** An engine that has the rows already: a log can be read while the engine of queries is away. */
const engineOf = (entries: ReadonlyArray<QueryLogEntry>) =>
  wholeEngine(() =>
    Effect.succeed({
      rows: entries.map(queryLogRow),
      statement: undefined,
      rowsRead: entries.length,
      bytesRead: 0,
      warnings: []
    })
  )

/** Shows the log of one query as the answer of an SQL query, as JSON text. */
export const makeShowLog = Effect.gen(function*() {
  const log = yield* QueryLog
  const runs = yield* QueryRunRepository
  const read = yield* makeReading

  /** A query that goes on is in no log yet. */
  const underWay = Effect.fnUntraced(function*(project: ProjectId, error: QueryRunNotFound) {
    const run = yield* runs.findState(project, error.id as QueryRunId, yield* currentTime)
    return Option.isSome(run) ? [] : yield* error
  })

  return Effect.fn("ShowLog.show")(function*(project: Project, id: string) {
    const entries = yield* log.ofQuery(project.id, id).pipe(
      Effect.catchTag("QueryRunNotFound", (error) => underWay(project.id, error))
    )
    const { prepared } = yield* Effect.orDie(read(selecting(id), { project, now: yield* currentTime }))
    return encodeResponse(yield* Effect.orDie(prepared.answer(engineOf(entries))))
  })
})
