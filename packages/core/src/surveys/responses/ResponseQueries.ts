import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { constant, fillPlaceholders } from "@hedgerow/sql/planning/Placeholders"
import { Effect, Result } from "effect"
import { noTypes } from "../../definitions/TypedProperties.ts"
import * as EventTime from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import { answerSize } from "../../query/AnswerSize.ts"
import { EngineAbilities } from "../../query/EngineAbilities.ts"
import type { TooManyQueries } from "../../query/execution/QueryExecutionErrors.ts"
import { QuerySlots } from "../../query/execution/QuerySlots.ts"
import { makeStreamedRows } from "../../query/execution/StreamedRows.ts"
import { StreamLimits } from "../../query/execution/StreamLimits.ts"
import { planOwn } from "../../query/PlannedStatements.ts"
import { QueryEngine, type QueryEngineError } from "../../query/QueryEngine.ts"
import { QueryLimits } from "../../query/QueryLimits.ts"
import { measuredEngine } from "../../query/QueryMetrics.ts"

/** A statement of the SQL dialect about the responses of a project. */
export interface ResponseQuery {
  readonly sql: string
  readonly values: Readonly<Record<string, string | number>>
  /** Texts that a name in `IN ({name})` stands for: as many as there are. */
  readonly lists?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** The reasons for which a query about responses fails. */
export type ResponseQueryError = QueryEngineError | TooManyQueries

/** Stands in the statement for any number of texts, of which each would count as a part of it. */
const markOf = (name: string): string => `\0${name}`

/**
 * Runs statements about responses in the event store, by the same plans as queries of users: the kind of store makes no
 * difference. Properties are texts and times are in UTC, independent of the project's settings.
 */
export const makeResponseQueries = Effect.gen(function*() {
  const engine = yield* measuredEngine(yield* QueryEngine)
  const abilities = yield* EngineAbilities
  const slots = yield* QuerySlots
  const openRows = yield* makeStreamedRows

  const planOf = Effect.fnUntraced(function*(project: Project, { lists = {}, sql, values }: ResponseQuery) {
    const names = Object.keys(values)
    const { plan } = yield* planOwn({
      shape: JSON.stringify([sql, names.map((name) => [name, typeof values[name]]), Object.keys(lists)]),
      values: Object.values(values),
      tree: (valueAt) =>
        Result.flatMap(
          parseStatement(sql),
          (statement) =>
            fillPlaceholders(statement, ({ path: [name = ""], span }, count) => {
              if (name in lists) return constant(markOf(name), span, count)
              return name in values ? valueAt(names.indexOf(name), span, count) : undefined
            })
        ),
      lists: new Map(Object.entries(lists).map(([name, texts]) => [markOf(name), texts]))
    }, {
      project,
      now: yield* EventTime.now,
      modifiers: { convertToProjectTimezone: false },
      types: noTypes,
      abilities,
      named: () => Effect.succeed({})
    })
    return plan
  }, Effect.orDie)

  /** The rows of a statement. It takes a turn among the queries of the project, and has their limits. */
  const rows = Effect.fnUntraced(function*(project: Project, query: ResponseQuery) {
    const limits = yield* QueryLimits
    const plan = yield* planOf(project, query)
    const { maxRows, timeout } = limits
    const atMost = answerSize(limits, maxRows)
    return (yield* slots.hold(project.id, (placed) => placed(engine).run(plan, { timeout, atMost }))).rows
  })

  /** The rows as they come, the first of them read at once: any number, within the limits of streamed answers. */
  const stream = Effect.fnUntraced(function*(project: Project, query: ResponseQuery) {
    const plan = yield* planOf(project, query)
    const { timeout } = yield* StreamLimits
    const open = (placed: QueryEngine["Service"]) =>
      Effect.succeed({ columns: [], warnings: [], pieces: placed.stream(plan, { timeout }) })
    return (yield* openRows(project.id, open, engine)).batches
  })

  return { rows, stream }
})
