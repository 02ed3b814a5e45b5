import type { ProjectId } from "@hedgerow/core/access/Project"
import { type ExprKeys, makeExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { Expr, SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"
import { hasAggregate } from "@hedgerow/core/query/sql/PlanWalk"
import type { SqlType } from "@hedgerow/core/query/sql/SqlType"
import type { TableName } from "@hedgerow/core/query/sql/Tables"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { orderTerms } from "./functions/Aggregates.ts"
import { Parameters, type Rendered } from "./Parameters.ts"
import { pgTables } from "./PgTables.ts"
import { makeExprRenderer } from "./RenderExpr.ts"
import { Sources } from "./Sources.ts"
import { transport } from "./Transport.ts"

/** How a selected value leaves its SELECT: as it is, or in the form `decodeRows` reads. */
type Output = (text: string, type: SqlType) => string

interface Statement {
  readonly parameters: Parameters
  readonly sources: Sources
  readonly exprKey: ExprKeys
}

/** The one place where a table is read: always the rows of the scan's project only. */
const renderScan = (table: TableName, project: ProjectId, { parameters }: Statement): string =>
  `(SELECT * FROM ${pgTables[table].table} WHERE project_id = ${parameters.int4(project)})`

const renderSource = (source: Source, statement: Statement): string => {
  switch (source._tag) {
    case "Scan":
      return `${renderScan(source.table, source.project, statement)} AS ${
        statement.sources.addTable(source.alias, source.table)
      }`
    case "Subquery": {
      const text = renderNested(source.plan, statement)
      return `(${text}) AS ${statement.sources.addSubquery(source.alias, source.plan.select.map(({ name }) => name))}`
    }
    case "Join":
      return renderJoin(source, statement)
  }
}

const renderJoin = (join: Extract<Source, { readonly _tag: "Join" }>, statement: Statement): string => {
  const left = renderSource(join.left, statement)
  const right = renderSource(join.right, statement)
  if (join.kind === "cross") return `(${left} CROSS JOIN ${right})`
  const on = join.on === undefined ? "true" : rendererOf(statement, new Map()).holds(join.on)
  return `(${left} ${join.kind === "left" ? "LEFT JOIN" : "JOIN"} ${right} ON ${on})`
}

const rendererOf = (statement: Statement, groupKeys: ReadonlyMap<number, string>): ExprRenderer =>
  makeExprRenderer({ ...statement, groupKeys, subquery: (plan) => renderNested(plan, statement) })

const renderNested = (plan: SelectPlan, statement: Statement): string => renderSelect(plan, statement, (text) => text)

const all = (conditions: ReadonlyArray<string>): ReadonlyArray<string> =>
  conditions.length === 0 ? [] : [conditions.join(" AND ")]

const clause = (keyword: string, texts: ReadonlyArray<string>): string =>
  texts.length === 0 ? "" : ` ${keyword} ${texts.join(", ")}`

/** FROM to HAVING. Without groups HAVING is a second WHERE. */
const renderRows = (plan: SelectPlan, statement: Statement) => {
  const from = plan.from === undefined ? [] : [renderSource(plan.from, statement)]
  const rows = rendererOf(statement, new Map())
  const keys = plan.groupBy?.map((key): [number, string] => [statement.exprKey(key), rows.value(key)])
  const isGrouped = keys !== undefined || hasAggregate(plan)
  const groups = keys === undefined ? rows : rendererOf(statement, new Map(keys))
  const where = plan.where === undefined ? [] : [rows.holds(plan.where)]
  const having = plan.having === undefined ? [] : [groups.holds(plan.having)]
  const groupTexts = keys === undefined ? [] : keys.length === 0 ? ["()"] : [...new Set(keys.map(([, text]) => text))]
  const text = clause("FROM", from) + clause("WHERE", all(isGrouped ? where : [...where, ...having]))
    + clause("GROUP BY", groupTexts) + clause("HAVING", isGrouped ? having : [])
  return { renderer: groups, text }
}

const columns = (texts: ReadonlyArray<string>): string => texts.map((text, i) => `${text} AS c${i}`).join(", ")

const renderLimits = (plan: SelectPlan, { parameters }: Statement): string =>
  (plan.limit === undefined ? "" : ` LIMIT ${parameters.int8(plan.limit)}`)
  + (plan.offset === 0 ? "" : ` OFFSET ${parameters.int8(plan.offset)}`)

/** The first place of each selected expression, by its key. */
const placesOf = ({ select }: SelectPlan, { exprKey }: Statement): ReadonlyMap<number, number> =>
  new Map(select.map(({ expr }, place): [number, number] => [exprKey(expr), place]).toReversed())

const renderSelect = (plan: SelectPlan, statement: Statement, output: Output): string => {
  const { renderer, text } = renderRows(plan, statement)
  const selected = plan.select.map(({ expr }) => renderer.value(expr))
  const type = (i: number): SqlType => plan.select[i]?.expr.type ?? { kind: "Nothing", nullable: true }
  const order = (textOf: (expr: Expr) => string): ReadonlyArray<string> =>
    plan.orderBy.map(({ descending, expr }) => orderTerms(expr, textOf(expr), descending))
  if (!plan.distinct) {
    const head = `SELECT ${columns(selected.map((value, i) => output(value, type(i))))}${text}`
    return head + clause("ORDER BY", order(renderer.value)) + renderLimits(plan, statement)
  }
  const name = statement.sources.fresh()
  const places = placesOf(plan, statement)
  const distinctColumn = (expr: Expr): string => `${name}.c${places.get(statement.exprKey(expr)) ?? -1}`
  const outer = columns(selected.map((_, i) => output(`${name}.c${i}`, type(i))))
  const inner = `SELECT DISTINCT ${columns(selected)}${text}`
  return `SELECT ${outer} FROM (${inner}) AS ${name}` + clause("ORDER BY", order(distinctColumn))
    + renderLimits(plan, statement)
}

/** The statement of a plan, its columns in the form that `decodeRows` reads. */
export const renderPlan = (plan: SelectPlan): Rendered => {
  const statement: Statement = { parameters: new Parameters(), sources: new Sources(), exprKey: makeExprKeys() }
  return statement.parameters.bound(renderSelect(plan, statement, transport))
}
