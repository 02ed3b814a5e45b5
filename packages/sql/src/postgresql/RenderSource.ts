import { columnsOf, type Expr, type JoinSource, type Source } from "../plan/Plan.ts"
import { argument, sourcesRead } from "../plan/PlanWalk.ts"
import { mayBeNaN } from "../render/Rendering.ts"
import type { SelectRenderer } from "../render/RenderSelect.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { orderTerms } from "./functions/Aggregates.ts"
import { membersOf } from "./Members.ts"
import type { PgTable } from "./PgTable.ts"
import { pgType } from "./PgType.ts"
import type { Statement } from "./RenderExpr.ts"

type Renderer = SelectRenderer<Statement, ExprRenderer>
type Of<Tag extends Source["_tag"]> = Extract<Source, { readonly _tag: Tag }>

/** The one place where a table is read: always the rows of the scan's tenant only. */
const renderScan = ({ table, tenant: column }: PgTable, tenant: number, { parameters }: Statement): string =>
  column === undefined ? table : `(SELECT * FROM ${table} WHERE ${column} = ${parameters.int4(tenant)})`

const renderSubquery = (source: Of<"Subquery">, statement: Statement, renderer: Renderer): string => {
  const text = renderer.select(source.plan, statement)
  const names = columnsOf(source.plan).map(({ name }) => name)
  return `(${text}) AS ${statement.sources.addSubquery(source.alias, names)}`
}

const renderTable = (source: Of<"CteRef">, { sources, tables }: Statement): string => {
  const table = tables.get(source.name)
  if (table === undefined) throw new Error("The plan names a common table that it does not have")
  return `${table.name} AS ${sources.addSubquery(source.alias, table.columns)}`
}

/** Computed one by one, so that a LIMIT ends them. */
const renderNumbers = ({ alias, count, first, step }: Of<"Numbers">, { parameters, sources }: Statement): string => {
  const number = `generate_series(0::int8, ${parameters.int8(count - 1)})`
  const inner = sources.fresh()
  return `(SELECT ${parameters.int8(first)} + ${inner}.i * ${parameters.int8(step)} AS c0 `
    + `FROM (SELECT ${number} AS i) AS ${inner}) AS ${sources.addSubquery(alias, ["number"])}`
}

const renderValues = ({ alias, columns, rows }: Of<"Values">, { parameters, sources }: Statement): string => {
  const lists = columns.map(({ type }, i) => parameters.column(rows.map((row) => row[i] ?? null), type))
  const inner = sources.fresh()
  const names = columns.map((_, i) => `c${i}`)
  return `(SELECT ${names.map((name) => `${inner}.${name}`).join(", ")} FROM ROWS FROM (${
    lists.map((list) => `unnest(${list})`).join(", ")
  }) AS ${inner}(${names.join(", ")})) AS ${sources.addSubquery(alias, columns.map(({ name }) => name))}`
}

const renderArrayJoin = (source: Of<"ArrayJoin">, statement: Statement, renderer: Renderer): string => {
  const left = renderSource(source.source, statement, renderer)
  const r = renderer.ofRows(statement)
  const arrays = source.items.map(({ expr }) => {
    if (expr.type.kind !== "Array") throw new Error("The plan joins the members of no array")
    return { text: r.value(expr), type: expr.type }
  })
  const { unplaced, values } = membersOf(arrays, r.fresh)
  const name = statement.sources.addSubquery(source.alias, source.items.map((item) => item.name))
  const members = `LATERAL (SELECT ${
    values.map((value, i) => `${value} AS c${i}`).join(", ")
  } FROM ${unplaced}) AS ${name}`
  return source.kind === "left" ? `(${left} LEFT JOIN ${members} ON true)` : `(${left} CROSS JOIN ${members})`
}

export const renderSource = (source: Source, statement: Statement, renderer: Renderer): string => {
  switch (source._tag) {
    case "Scan": {
      const table = statement.stored(source.table)
      const name = statement.sources.addTable(source.alias, table)
      return `${renderScan(table, source.tenant, statement)} AS ${name}`
    }
    case "Subquery":
      return renderSubquery(source, statement, renderer)
    case "CteRef":
      return renderTable(source, statement)
    case "Numbers":
      return renderNumbers(source, statement)
    case "Values":
      return renderValues(source, statement)
    case "ArrayJoin":
      return renderArrayJoin(source, statement, renderer)
    case "Join":
      return renderJoin(source, statement, renderer)
  }
}

const words: Partial<Record<JoinSource["kind"], string>> = { inner: "JOIN", left: "LEFT JOIN", full: "FULL JOIN" }

/** PostgreSQL joins both sides in full by equalities that it can hash only: NaN, unequal to itself, is a NULL there. */
const hashable = (on: Expr, r: ExprRenderer): string => {
  if (on._tag !== "Call") return r.holds(on)
  if (on.fn === "and") return on.args.map((part) => hashable(part, r)).join(" AND ")
  const [a, b] = [argument(on, 0), argument(on, 1)]
  if (on.fn !== "equals" || !mayBeNaN(a) || !mayBeNaN(b)) return r.holds(on)
  const known = (expr: Expr): string => `NULLIF(${r.value(expr)}, 'NaN'::float8)`
  return `(${known(a)} = ${known(b)})`
}

const renderJoin = (join: JoinSource, statement: Statement, renderer: Renderer): string => {
  const left = renderSource(join.left, statement, renderer)
  const right = renderSource(join.right, statement, renderer)
  if (join.kind === "cross") return `(${left} CROSS JOIN ${right})`
  const r = renderer.ofRows(statement)
  const on = join.on === undefined ? "true" : join.kind === "full" ? hashable(join.on, r) : r.holds(join.on)
  const word = words[join.kind]
  return word === undefined ? renderOneMatch(join, { left, right, on }, r) : `(${left} ${word} ${right} ON ${on})`
}

interface Texts {
  readonly left: string
  readonly right: string
  readonly on: string
}

/** Both sides of the equalities, the right side's first; and the inequality of an asof join. */
const keysOf = ({ left, on, right }: JoinSource) => {
  const isRight = (expr: Expr): boolean => {
    const read = sourcesRead(expr)
    return right._tag === "Subquery" && read.every((alias) => alias === right.alias)
  }
  const parts = on?._tag === "Call" && on.fn === "and" ? on.args : on === undefined ? [] : [on]
  const calls = parts.flatMap((part) => part._tag === "Call" ? [part] : [])
  const sideOf = (call: (typeof calls)[number], wantsRight: boolean): Expr => {
    const [a, b] = [argument(call, 0), argument(call, 1)]
    return isRight(a) === wantsRight ? a : b
  }
  const equalities = calls.filter(({ fn }) => fn === "equals")
  const last = calls.at(-1)
  return {
    hasLeft: left._tag === "Subquery",
    left: equalities.map((call) => sideOf(call, false)),
    right: equalities.map((call) => sideOf(call, true)),
    nearest: last === undefined ? undefined : {
      expr: sideOf(last, true),
      descending: last.fn.startsWith("greater") === !isRight(argument(last, 0))
    }
  }
}

/** The name that a source is called by, which is the last word of its text. */
const nameOf = (source: string): string => source.slice(source.lastIndexOf(" ") + 1)

const onePerKey = (source: string, keys: ReadonlyArray<Expr>, r: ExprRenderer): string => {
  const name = nameOf(source)
  return `(SELECT DISTINCT ON (${keys.map(r.value).join(", ")}) ${name}.* FROM ${source}) AS ${name}`
}

const renderOneMatch = (join: JoinSource, { left, on, right }: Texts, r: ExprRenderer): string => {
  const keys = keysOf(join)
  const name = nameOf(right)
  switch (join.kind) {
    case "semi":
      return `(${left} JOIN ${onePerKey(right, keys.right, r)} ON ${on})`
    case "left any":
      return `(${left} LEFT JOIN ${onePerKey(right, keys.right, r)} ON ${on})`
    case "any":
      return `(${onePerKey(left, keys.left, r)} JOIN ${onePerKey(right, keys.right, r)} ON ${on})`
    case "anti":
      return `(${left} JOIN ${nullRow(join.right, name)} ON NOT EXISTS (SELECT 1 FROM ${right} WHERE ${on}))`
    default: {
      if (keys.nearest === undefined) throw new Error("The plan has an asof join without an inequality")
      const order = orderTerms(keys.nearest.expr, r.value(keys.nearest.expr), keys.nearest.descending)
      const word = join.kind === "left asof" ? "LEFT JOIN" : "JOIN"
      return `(${left} ${word} LATERAL (SELECT ${name}.* FROM ${right} WHERE ${on} ORDER BY ${order} LIMIT 1) AS ${name} ON true)`
    }
  }
}

/** The right side of an anti join. */
const nullRow = (source: Source, name: string): string => {
  const columns = source._tag === "Subquery" ? columnsOf(source.plan) : []
  return `(SELECT ${columns.map(({ type }, i) => `NULL::${pgType(type)} AS c${i}`).join(", ")}) AS ${name}`
}
