import { makeExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { Expr, SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"
import { aliasesOf, hasAggregate } from "@hedgerow/core/query/sql/PlanWalk"
import type { SqlType } from "@hedgerow/core/query/sql/SqlType"
import { cellKeys } from "./CellKeys.ts"
import { columnsRead } from "./ColumnsRead.ts"
import { isConstant } from "./Constants.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { oneOfEqual, orderTerm } from "./functions/Aggregates.ts"
import { Parameters, type Rendered } from "./Parameters.ts"
import type { HotColumns } from "./PropertyAccess.ts"
import { makeExprRenderer } from "./RenderExpr.ts"
import { renderOn } from "./RenderJoin.ts"
import { renderFirstScan, renderScan, type Statement } from "./RenderScan.ts"
import { Sources } from "./Sources.ts"
import { bindTimelines } from "./Timelines.ts"
import { transport } from "./Transport.ts"

/** How a selected value leaves its SELECT: as it is, or in the form `decodeRows` reads. */
type Output = (text: string, type: SqlType) => string

const asItIs: Output = (text) => text

type Join = Extract<Source, { readonly _tag: "Join" }>

/** Sources and the conditions that PREWHERE and WHERE must have for them. */
interface From {
  readonly text: string
  readonly prewhere: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<string>
}

/** The sources that a SELECT begins with. What stands leftmost in its joins is never their empty side. */
const renderFrom = (source: Source, statement: Statement): From => {
  switch (source._tag) {
    case "Scan": {
      const { condition, from, prewhere } = renderFirstScan(source, statement, rendererOf(statement, new Map()).holds)
      return { text: from, prewhere, conditions: [condition] }
    }
    case "Subquery":
      return { text: renderSource(source, statement), prewhere: [], conditions: [] }
    case "Join": {
      const { text, ...conditions } = renderFrom(source.left, statement)
      return { text: renderJoin(source, text, statement), ...conditions }
    }
  }
}

/** A source within a join. ClickHouse joins from left to right: a join on the right becomes a subquery. */
const renderSource = (source: Source, statement: Statement): string => {
  switch (source._tag) {
    case "Scan":
      return renderScan(source, statement, rendererOf(statement, new Map()).holds)
    case "Subquery": {
      const text = renderSelect(source.plan, statement, asItIs, ["1 AS one"])
      return `(${text}) AS ${statement.sources.add(source.alias, source.plan.select.map(({ name }) => name))}`
    }
    case "Join": {
      const from = renderFrom(source, statement)
      const { name, selected } = statement.sources.nest(aliasesOf(source))
      return `(SELECT ${selected.join(", ")}${renderSources(from, from.conditions)}) AS ${name}`
    }
  }
}

const renderJoin = (join: Join, left: string, statement: Statement): string => {
  const right = renderSource(join.right, statement)
  if (join.kind === "cross") return `${left} CROSS JOIN ${right}`
  const on = renderOn(join, statement, rendererOf(statement, new Map()))
  return `${left} ${join.kind === "left" ? "LEFT" : "INNER"} JOIN ${right} ON ${on}`
}

const rendererOf = (statement: Statement, groupKeys: ReadonlyMap<number, string>): ExprRenderer =>
  makeExprRenderer({ ...statement, groupKeys, subquery: (plan) => renderSelect(plan, statement, asItIs) })

const all = (conditions: ReadonlyArray<string>): ReadonlyArray<string> =>
  conditions.length === 0 ? [] : [conditions.join(" AND ")]

/** FROM to WHERE. */
const renderSources = (from: From | undefined, where: ReadonlyArray<string>): string =>
  clause("FROM", from === undefined ? [] : [from.text]) + clause("PREWHERE", all(from?.prewhere ?? []))
  + clause("WHERE", all(where))

const clause = (keyword: string, texts: ReadonlyArray<string>): string =>
  texts.length === 0 ? "" : ` ${keyword} ${texts.join(", ")}`

/**
 * The keys with a name each, by which SELECT, HAVING and ORDER BY call them. Constants have none: they may stand
 * anywhere, and ClickHouse can lose the name of one while it computes it.
 */
const renderKeys = (keys: ReadonlyArray<Expr>, rows: ExprRenderer, statement: Statement) => {
  const names = new Map<number, string>()
  const texts = keys.flatMap((key) => {
    const id = statement.exprKey(key)
    if (names.has(id)) return []
    const text = oneOfEqual(key, rows.value(key))
    if (isConstant(key)) return [text]
    const name = statement.sources.fresh()
    names.set(id, name)
    return [`${text} AS ${name}`]
  })
  return { names, texts }
}

/** FROM to HAVING. Without groups HAVING is a second WHERE; no keys and no aggregates still make one group. */
const renderRows = (plan: SelectPlan, statement: Statement) => {
  const from = plan.from === undefined ? undefined : renderFrom(plan.from, statement)
  const rows = rendererOf(statement, new Map())
  const keys = plan.groupBy === undefined ? undefined : renderKeys(plan.groupBy, rows, statement)
  const isGrouped = keys !== undefined || hasAggregate(plan)
  const groups = keys === undefined ? rows : rendererOf(statement, keys.names)
  const where = [...from?.conditions ?? [], ...(plan.where === undefined ? [] : [rows.holds(plan.where)])]
  const having = plan.having === undefined ? [] : [groups.holds(plan.having)]
  const isOneGroup = plan.groupBy?.length === 0 && !hasAggregate(plan)
  const text = renderSources(from, isGrouped ? where : [...where, ...having])
    + clause("GROUP BY", keys?.texts ?? [])
    + clause("HAVING", isGrouped ? all([...(isOneGroup ? ["count() >= 0"] : []), ...having]) : [])
  return { renderer: groups, text }
}

const columns = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.map((text, i) => `${text} AS c${i}`)

const renderLimits = (plan: SelectPlan, { parameters }: Statement): string =>
  (plan.limit === undefined ? "" : ` LIMIT ${parameters.uint64(plan.limit)}`)
  + (plan.offset === 0 ? "" : ` OFFSET ${parameters.uint64(plan.offset)}`)

const typeOf = (plan: SelectPlan, place: number): SqlType =>
  plan.select[place]?.expr.type ?? { kind: "Nothing", nullable: true }

const renderSelect = (
  plan: SelectPlan,
  statement: Statement,
  output: Output,
  more: ReadonlyArray<string> = []
): string => {
  if (plan.distinct) return renderDistinct(plan, statement, output, more)
  const { renderer, text } = renderRows(plan, statement)
  const selected = plan.select.map(({ expr }, i) => output(renderer.value(expr), typeOf(plan, i)))
  const order = plan.orderBy.map(({ descending, expr }) => orderTerm(expr, renderer.value(expr), descending))
  return `SELECT ${[...columns(selected), ...more].join(", ")}${text}` + clause("ORDER BY", order)
    + renderLimits(plan, statement)
}

const renderDistinct = (
  plan: SelectPlan,
  statement: Statement,
  output: Output,
  more: ReadonlyArray<string>
): string => {
  const { renderer, text } = renderRows(plan, statement)
  const name = statement.sources.fresh()
  const { exprKey } = statement
  const places = new Map(plan.select.map(({ expr }, i): [number, number] => [exprKey(expr), i]).toReversed())
  const inner = columns(plan.select.map(({ expr }) => oneOfEqual(expr, renderer.value(expr))))
  const outer = columns(plan.select.map((_, i) => output(`${name}.c${i}`, typeOf(plan, i))))
  const order = plan.orderBy.map(({ descending, expr }) =>
    orderTerm(expr, `${name}.c${places.get(exprKey(expr)) ?? -1}`, descending)
  )
  return `SELECT ${[...outer, ...more].join(", ")} FROM (SELECT DISTINCT ${inner.join(", ")}${text}) AS ${name}`
    + clause("ORDER BY", order) + renderLimits(plan, statement)
}

/** A statement, and the keys of events' properties that it reads from the cells. */
export interface RenderedPlan extends Rendered {
  readonly keys: ReadonlyArray<string>
}

/** The statement of a plan, its columns in the form that `decodeRows` reads. */
export const renderPlan = (asked: SelectPlan, hot: HotColumns): RenderedPlan => {
  const { bound, plan } = bindTimelines(asked)
  const statement: Statement = {
    parameters: new Parameters(),
    sources: new Sources(),
    exprKey: makeExprKeys(),
    read: columnsRead(plan),
    hot,
    timelines: bound
  }
  const rendered = statement.parameters.bound(renderSelect(plan, statement, transport))
  return { ...rendered, keys: cellKeys(plan, statement) }
}
