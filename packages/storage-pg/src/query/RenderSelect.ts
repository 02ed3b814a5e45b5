import type { ProjectId } from "@hedgerow/core/access/Project"
import { makeExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"
import { makeSelectRenderer, type SelectRenderer } from "@hedgerow/core/query/sql/render/RenderSelect"
import type { TableName } from "@hedgerow/core/query/sql/Tables"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { orderTerms } from "./functions/Aggregates.ts"
import { Parameters, type Rendered } from "./Parameters.ts"
import { pgTables } from "./PgTables.ts"
import { exprRenderer, type Statement } from "./RenderExpr.ts"
import { Sources } from "./Sources.ts"
import { transport } from "./Transport.ts"

type Renderer = SelectRenderer<Statement, ExprRenderer>

/** The one place where a table is read: always the rows of the scan's project only. */
const renderScan = (table: TableName, project: ProjectId, { parameters }: Statement): string =>
  `(SELECT * FROM ${pgTables[table].table} WHERE project_id = ${parameters.int4(project)})`

const renderSource = (source: Source, statement: Statement, renderer: Renderer): string => {
  switch (source._tag) {
    case "Scan":
      return `${renderScan(source.table, source.project, statement)} AS ${
        statement.sources.addTable(source.alias, source.table)
      }`
    case "Subquery": {
      const text = renderer.select(source.plan, statement)
      return `(${text}) AS ${statement.sources.addSubquery(source.alias, source.plan.select.map(({ name }) => name))}`
    }
    case "Join":
      return renderJoin(source, statement, renderer)
  }
}

const renderJoin = (
  join: Extract<Source, { readonly _tag: "Join" }>,
  statement: Statement,
  renderer: Renderer
): string => {
  const left = renderSource(join.left, statement, renderer)
  const right = renderSource(join.right, statement, renderer)
  if (join.kind === "cross") return `(${left} CROSS JOIN ${right})`
  const on = join.on === undefined ? "true" : renderer.ofRows(statement).holds(join.on)
  return `(${left} ${join.kind === "left" ? "LEFT JOIN" : "JOIN"} ${right} ON ${on})`
}

const { select } = makeSelectRenderer<Statement, ExprRenderer>({
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
  distinctValue: (_, text) => text,
  orderTerm: orderTerms,
  count: (rows, { parameters }) => parameters.int8(rows),
  fresh: ({ sources }) => sources.fresh()
})

/** The statement of a plan, its columns in the form that `decodeRows` reads. */
export const renderPlan = (plan: SelectPlan): Rendered => {
  const statement: Statement = { parameters: new Parameters(), sources: new Sources(), exprKey: makeExprKeys() }
  return statement.parameters.bound(select(plan, statement, transport))
}
