import { columnsOf, type JoinSource, type Source } from "../plan/Plan.ts"
import { aliasesOf } from "../plan/PlanWalk.ts"
import type { From, SelectRenderer } from "../render/RenderSelect.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { addsUuids, isLookup } from "./LookupJoins.ts"
import { renderArrayJoin } from "./RenderArrayJoin.ts"
import { renderOn } from "./RenderJoin.ts"
import { renderFirstScan, renderScan, type Statement } from "./RenderScan.ts"

export type Renderer = SelectRenderer<Statement, ExprRenderer>
type Of<Tag extends Source["_tag"]> = Extract<Source, { readonly _tag: Tag }>

/** The sources that a SELECT begins with. The leftmost source of its joins is never their empty side. */
export const renderFrom = (source: Source, statement: Statement, renderer: Renderer): From => {
  switch (source._tag) {
    case "Scan": {
      const { condition, from, prewhere } = renderFirstScan(source, statement, renderer.ofRows(statement).holds)
      return { text: from, prewhere, conditions: [condition] }
    }
    case "ArrayJoin": {
      const { conditions, prewhere, text } = renderFrom(source.source, statement, renderer)
      const joined = renderArrayJoin(source, statement, renderer.ofRows(statement))
      return { text: `${text} ${joined.text}`, prewhere, conditions: [...conditions, ...joined.conditions] }
    }
    case "Join": {
      const { text, ...conditions } = source.kind === "full"
        ? { text: renderSource(source.left, statement, renderer), prewhere: [], conditions: [] }
        : renderFrom(source.left, statement, renderer)
      return { text: renderJoin(source, text, statement, renderer), ...conditions }
    }
    default:
      return { text: renderSource(source, statement, renderer), prewhere: [], conditions: [] }
  }
}

/** A source within a join. ClickHouse joins from left to right: a join on the right becomes a subquery. */
const renderSource = (source: Source, statement: Statement, renderer: Renderer): string => {
  switch (source._tag) {
    case "Scan":
      return renderScan(source, statement, renderer.ofRows(statement).holds)
    case "Subquery": {
      const text = renderer.select(source.plan, statement, undefined, ["1 AS one"])
      return `(${text}) AS ${statement.sources.add(source.alias, columnsOf(source.plan).map(({ name }) => name))}`
    }
    case "CteRef":
      return renderTable(source, statement)
    case "Numbers":
      return renderNumbers(source, statement)
    case "Values":
      return renderValues(source, statement)
    case "ArrayJoin":
    case "Join": {
      const from = renderFrom(source, statement, renderer)
      const { name, selected } = statement.sources.nest(aliasesOf(source))
      return `(SELECT ${selected.join(", ")}${renderer.sources(from, from.conditions)}) AS ${name}`
    }
  }
}

const renderTable = (source: Of<"CteRef">, { sources, tables }: Statement): string => {
  const table = tables.get(source.name)
  if (table === undefined) throw new Error("The plan names a common table that it does not have")
  return `${table.name} AS ${sources.add(source.alias, table.columns)}`
}

const renderNumbers = ({ alias, count, first, step }: Of<"Numbers">, { parameters, sources }: Statement): string => {
  const number = first === 0 && step === 1
    ? "toInt64(number)"
    : `${parameters.int64(first)} + toInt64(number) * ${parameters.int64(step)}`
  return `(SELECT ${number} AS c0, 1 AS one FROM numbers(${count})) AS ${sources.add(alias, ["number"])}`
}

const renderValues = ({ alias, columns, rows }: Of<"Values">, { parameters, sources }: Statement): string => {
  const lists = columns.map(({ type }, i) => parameters.column(rows.map((row) => row[i] ?? null), type))
  const selected = columns.map((_, i) => `row.${i + 1} AS c${i}`)
  return `(SELECT ${[...selected, "1 AS one"].join(", ")} FROM (SELECT arrayJoin(arrayZip(${
    lists.join(", ")
  })) AS row)) AS ${sources.add(alias, columns.map(({ name }) => name))}`
}

const words: Readonly<Record<Exclude<JoinSource["kind"], "cross">, string>> = {
  inner: "INNER JOIN",
  left: "LEFT JOIN",
  full: "FULL JOIN",
  semi: "LEFT SEMI JOIN",
  anti: "LEFT ANTI JOIN",
  any: "INNER ANY JOIN",
  "left any": "LEFT ANY JOIN",
  asof: "ASOF JOIN",
  "left asof": "ASOF LEFT JOIN"
}

const renderJoin = (join: JoinSource, left: string, statement: Statement, renderer: Renderer): string => {
  const right = renderSource(join.right, statement, renderer)
  if (join.kind === "cross") return `${left} CROSS JOIN ${right}`
  const on = renderOn(join, statement, renderer.ofRows(statement))
  if (statement.lacksOnlyUuids && addsUuids(join, statement)) {
    aliasesOf(join.right).forEach((alias) => statement.sources.lack(alias))
  }
  return `${left} ${isLookup(join, statement) ? words["left any"] : words[join.kind]} ${right} ON ${on}`
}
