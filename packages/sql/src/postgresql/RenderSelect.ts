import { makeExprKeys } from "../plan/ExprKeys.ts"
import { maximumRounds, type QueryPlan } from "../plan/Plan.ts"
import { charactersOfStep, makeSelectRenderer } from "../render/RenderSelect.ts"
import { atOnce, type Steps } from "../types/Steps.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { orderTerms } from "./functions/Aggregates.ts"
import { Parameters, type Rendered } from "./Parameters.ts"
import { exprRenderer, type Statement } from "./RenderExpr.ts"
import { renderSource } from "./RenderSource.ts"
import { Sources } from "./Sources.ts"
import { transport } from "./Transport.ts"

const { selectInSteps } = makeSelectRenderer<Statement, ExprRenderer>({
  renderer: exprRenderer,
  from: (source, statement, renderer) => ({
    text: renderSource(source, statement, renderer),
    prewhere: [],
    conditions: []
  }),
  /** Keys are called by their texts, so that each is the grouped one in every place. */
  groupBy: (_, keys, rows, { exprKey }) => {
    const names = new Map(keys.map((key) => [exprKey(key), rows.value(key)]))
    return { names, texts: keys.length === 0 ? ["()"] : [...new Set(names.values())], having: [] }
  },
  selectedValue: (_, text) => text,
  distinctValue: (_, text) => text,
  orderTerm: orderTerms,
  limitBy: undefined,
  limits: (limit, offset) =>
    (limit === undefined ? "" : ` LIMIT ${limit}`) + (offset === undefined ? "" : ` OFFSET ${offset}`),
  ties: (limit, offset) =>
    `${offset === undefined ? "" : ` OFFSET (${offset}) ROWS`} FETCH FIRST (${limit}) ROWS WITH TIES`,
  count: (rows, { parameters }) => parameters.int8(rows),
  fresh: ({ sources }) => sources.fresh(),
  operators: { "union all": "UNION ALL", union: "UNION", intersect: "INTERSECT", except: "EXCEPT" },
  setValue: (text) => text,
  /** All rounds have the collation and the precision of the first. */
  recursiveValue: (text, type) => {
    if (type.kind === "String") return `(${text} COLLATE "C")`
    return type.kind === "DateTime64" ? `(${text})::timestamptz` : text
  },
  /** A value that cannot be cast ends the query, and `QueryFailures.ts` knows it by its words. */
  rounds: {
    first: "0::int8 AS round",
    next: (source) =>
      `CASE WHEN ${source}.round >= ${maximumRounds} THEN ('recursion limit ' || ${source}.round)::int8 `
      + `ELSE ${source}.round + 1 END AS round`
  },
  commonTable: (name, query) => `${name} AS (${query})`,
  more: []
})

/** The statement of a plan over tables that are stored so, its columns in the form that `decodeRows` reads. */
export const renderPlan = (plan: QueryPlan, stored: Statement["stored"]): Rendered =>
  atOnce(renderInSteps(plan, stored))

/** The same, a long statement in steps. */
export function* renderInSteps(plan: QueryPlan, stored: Statement["stored"]): Steps<Rendered> {
  const sources = new Sources()
  const statement: Statement = {
    stored,
    parameters: new Parameters(),
    sources,
    exprKey: makeExprKeys(),
    refs: new Map(),
    tables: new Map(),
    // PostgreSQL keeps those with several references by itself.
    materializedTables: new Set()
  }
  const sql = yield* selectInSteps(plan, statement, transport)
  if (sql.length > charactersOfStep) yield
  return statement.parameters.bound(sql)
}
