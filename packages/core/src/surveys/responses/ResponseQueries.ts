import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { Expr, QueryPlan } from "@hedgerow/sql/Plan"
import { mapChildren, mapClauses, mapSelects } from "@hedgerow/sql/PlanMap"
import { constant, fillPlaceholders } from "@hedgerow/sql/resolve/Placeholders"
import { Effect } from "effect"
import * as EventTime from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import { answerSize } from "../../query/AnswerSize.ts"
import { EngineAbilities } from "../../query/EngineAbilities.ts"
import type { TooManyQueries } from "../../query/execution/QueryExecutionErrors.ts"
import { QuerySlots } from "../../query/execution/QuerySlots.ts"
import { makeStreamedRows } from "../../query/execution/StreamedRows.ts"
import { StreamLimits } from "../../query/execution/StreamLimits.ts"
import { QueryEngine, type QueryEngineError } from "../../query/QueryEngine.ts"
import { QueryLimits } from "../../query/QueryLimits.ts"
import { measuredEngine } from "../../query/QueryMetrics.ts"
import { resolveStatement } from "../../query/tables/Resolver.ts"

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

/** The expression with texts in the places of their marks. */
const withTexts = (lists: ReadonlyMap<unknown, ReadonlyArray<string>>) => {
  const known = new WeakMap<Expr, Expr>()
  const made = (expr: Expr): Expr => {
    const inner = mapChildren(expr, replaced)
    const items = inner._tag === "InList" ? lists.get(inner.items[0]) : undefined
    return inner._tag === "InList" && items !== undefined ? { ...inner, items } : inner
  }
  const replaced = (expr: Expr): Expr => {
    const found = known.get(expr) ?? made(expr)
    known.set(expr, found)
    return found
  }
  return replaced
}

const withLists = (plan: QueryPlan, lists: Required<ResponseQuery>["lists"]): QueryPlan => {
  const replaced = withTexts(new Map(Object.entries(lists).map(([name, texts]) => [markOf(name), texts])))
  return mapSelects(plan, (select) => mapClauses(select, replaced, (source) => source))
}

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
    const marks = Object.keys(lists).map((name) => [name, markOf(name)])
    const given = new Map<string, unknown>(Object.entries({ ...values, ...Object.fromEntries(marks) }))
    const statement = yield* Effect.fromResult(parseStatement(sql))
    const filled = yield* Effect.fromResult(fillPlaceholders(
      statement,
      ({ path: [name = ""], span }, count) => given.has(name) ? constant(given.get(name), span, count) : undefined
    ))
    const { plan } = yield* Effect.fromResult(resolveStatement(filled, {
      project,
      now: yield* EventTime.now,
      modifiers: { convertToProjectTimezone: false },
      abilities
    }))
    return withLists(plan, lists)
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
