import { makeExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { Expr, SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"
import { aliasesOf, hasAggregate } from "@hedgerow/core/query/sql/PlanWalk"
import { type From, makeSelectRenderer, type SelectRenderer } from "@hedgerow/core/query/sql/render/RenderSelect"
import { cellKeys } from "./CellKeys.ts"
import { columnsRead } from "./ColumnsRead.ts"
import { isConstant } from "./Constants.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { oneOfEqual, orderTerm } from "./functions/Aggregates.ts"
import { Parameters, type Rendered } from "./Parameters.ts"
import { bindTimelines } from "./PersonScan.ts"
import type { HotColumns } from "./PropertyAccess.ts"
import { exprRenderer } from "./RenderExpr.ts"
import { renderOn } from "./RenderJoin.ts"
import { renderFirstScan, renderScan, type Statement } from "./RenderScan.ts"
import { Sources } from "./Sources.ts"
import { transport } from "./Transport.ts"

type Join = Extract<Source, { readonly _tag: "Join" }>
type Renderer = SelectRenderer<Statement, ExprRenderer>

/** The sources that a SELECT begins with. What stands leftmost in its joins is never their empty side. */
const renderFrom = (source: Source, statement: Statement, renderer: Renderer): From => {
  switch (source._tag) {
    case "Scan": {
      const { condition, from, prewhere } = renderFirstScan(source, statement, renderer.ofRows(statement).holds)
      return { text: from, prewhere, conditions: [condition] }
    }
    case "Subquery":
      return { text: renderSource(source, statement, renderer), prewhere: [], conditions: [] }
    case "Join": {
      const { text, ...conditions } = renderFrom(source.left, statement, renderer)
      return { text: renderJoin(source, text, statement, renderer), ...conditions }
    }
  }
}

/** A source within a join. ClickHouse joins from left to right: a join on the right becomes a subquery. */
const renderSource = (source: Source, statement: Statement, renderer: Renderer): string => {
  switch (source._tag) {
    case "Scan":
      return renderScan(source, statement, renderer.ofRows(statement).holds)
    case "Subquery": {
      const text = renderer.select(source.plan, statement, undefined, ["1 AS one"])
      return `(${text}) AS ${statement.sources.add(source.alias, source.plan.select.map(({ name }) => name))}`
    }
    case "Join": {
      const from = renderFrom(source, statement, renderer)
      const { name, selected } = statement.sources.nest(aliasesOf(source))
      return `(SELECT ${selected.join(", ")}${renderer.sources(from, from.conditions)}) AS ${name}`
    }
  }
}

const renderJoin = (join: Join, left: string, statement: Statement, renderer: Renderer): string => {
  const right = renderSource(join.right, statement, renderer)
  if (join.kind === "cross") return `${left} CROSS JOIN ${right}`
  const on = renderOn(join, statement, renderer.ofRows(statement))
  return `${left} ${join.kind === "left" ? "LEFT" : "INNER"} JOIN ${right} ON ${on}`
}

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

const { select } = makeSelectRenderer<Statement, ExprRenderer>({
  renderer: exprRenderer,
  from: renderFrom,
  /** No keys and no aggregates still make one group. */
  groupBy: (plan, keys, rows, statement) => ({
    ...renderKeys(keys, rows, statement),
    having: keys.length === 0 && !hasAggregate(plan) ? ["count() >= 0"] : []
  }),
  distinctValue: oneOfEqual,
  orderTerm,
  count: (rows, { parameters }) => parameters.uint64(rows),
  fresh: ({ sources }) => sources.fresh()
})

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
  const rendered = statement.parameters.bound(select(plan, statement, transport))
  return { ...rendered, keys: cellKeys(plan, statement) }
}
