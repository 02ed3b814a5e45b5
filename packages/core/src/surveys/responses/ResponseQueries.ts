import { Effect } from "effect"
import type { Project } from "../../access/Project.ts"
import * as EventTime from "../../events/EventTime.ts"
import { EngineAbilities } from "../../query/EngineAbilities.ts"
import { QueryEngine } from "../../query/QueryEngine.ts"
import { QueryLimits } from "../../query/QueryLimits.ts"
import { measuredEngine } from "../../query/QueryMetrics.ts"
import { parseStatement } from "../../query/sql/parse/Parser.ts"
import type { Expr, QueryPlan } from "../../query/sql/Plan.ts"
import { mapChildren, mapSelects } from "../../query/sql/PlanMap.ts"
import { constant, fillPlaceholders } from "../../query/sql/resolve/Placeholders.ts"
import { resolveStatement } from "../../query/sql/resolve/Resolver.ts"

/** A statement of the SQL dialect about the responses of a project. */
export interface ResponseQuery {
  readonly sql: string
  readonly values: Readonly<Record<string, string | number | ReadonlyArray<string>>>
  /** The responses that `{archived}` stands for in the statement: as many as there are. */
  readonly archived?: ReadonlyArray<string>
}

/** Stands in the statement for any number of texts, of which each would count as a part of it. */
const archivedMark = "\0archived"

/** The expression with the texts in the place of their mark. */
const withTexts = (texts: ReadonlyArray<string>) => {
  const replaced = (expr: Expr): Expr => {
    const inner = mapChildren(expr, replaced)
    return inner._tag === "InList" && inner.items.includes(archivedMark) ? { ...inner, items: texts } : inner
  }
  return replaced
}

const withArchived = (plan: QueryPlan, archived: ReadonlyArray<string>): QueryPlan => {
  const replaced = withTexts(archived)
  return mapSelects(
    plan,
    (select) => select.where === undefined ? select : { ...select, where: replaced(select.where) }
  )
}

/**
 * Runs statements about responses in the store of events, by the plan that queries of users have: what the store is
 * makes no difference. Properties are texts and times are in UTC, whatever the project's settings are.
 */
export const makeResponseQueries = Effect.gen(function*() {
  const engine = yield* measuredEngine(yield* QueryEngine)
  const abilities = yield* EngineAbilities

  const planOf = Effect.fnUntraced(function*(project: Project, { archived = [], sql, values }: ResponseQuery) {
    const given = new Map<string, unknown>([...Object.entries(values), ["archived", archivedMark]])
    const statement = yield* Effect.fromResult(parseStatement(sql))
    const filled = yield* Effect.fromResult(fillPlaceholders(
      statement,
      ([name = ""], span, count) => given.has(name) ? constant(given.get(name), span, count) : undefined
    ))
    const { plan } = yield* Effect.fromResult(resolveStatement(filled, {
      project,
      now: yield* EventTime.now,
      modifiers: { convertToProjectTimezone: false },
      abilities
    }))
    return withArchived(plan, archived)
  }, Effect.orDie)

  /** The rows of a statement whose LIMIT bounds them. */
  const rows = Effect.fnUntraced(function*(project: Project, query: ResponseQuery) {
    const { timeout } = yield* QueryLimits
    return (yield* engine.run(yield* planOf(project, query), { timeout })).rows
  })

  return { rows }
})
