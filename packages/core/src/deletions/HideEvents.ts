import { type Expr, type QueryPlan, type SelectPlan, selectPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { mapSelects } from "@hedgerow/sql/plan/PlanMap"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { literal, logical, predicate, uint8 } from "@hedgerow/sql/typing/PlanExpr"
import { tables } from "../query/tables/Tables.ts"
import type { HiddenEvents } from "./EventSelection.ts"

type Scan = Extract<Source, { readonly _tag: "Scan" }>
type EventColumn = keyof typeof tables.events

const columnNames = Object.keys(tables.events) as ReadonlyArray<EventColumn>

const column = (source: string, name: EventColumn): Expr => ({
  _tag: "Column",
  source,
  name,
  type: tables.events[name].type
})

const among = (value: Expr, items: ReadonlyArray<Cell>): ReadonlyArray<Expr> =>
  items.length === 0 ? [] : [{ _tag: "InList", value, items, negated: false, type: uint8 }]

const bound = (fn: "greaterOrEquals" | "less" | "lessOrEquals", value: Expr, time: number | null) =>
  time === null ? [] : [predicate(fn, value, literal(time, value.type))]

/** The condition on events of the scan that the selection has them. */
const selected = (alias: string, selection: HiddenEvents): Expr => {
  const timestamp = column(alias, "timestamp")
  const whose = [
    ...among(column(alias, "person_id"), selection.personIds),
    ...among(column(alias, "distinct_id"), selection.distinctIds)
  ]
  return logical("and", [
    ...(whose.length === 0 ? [] : [logical("or", whose)]),
    ...among(column(alias, "event"), selection.events),
    ...bound("greaterOrEquals", timestamp, selection.from),
    ...bound("less", timestamp, selection.to),
    ...bound("lessOrEquals", column(alias, "inserted_at"), selection.until)
  ])
}

/** Joins of which each row of the left side stands for itself: a condition on it may hold before or after the join. */
const leftStands: ReadonlySet<string> = new Set([
  "inner",
  "left",
  "cross",
  "semi",
  "anti",
  "left any",
  "asof",
  "left asof"
])
const rightStands: ReadonlySet<string> = new Set(["inner", "cross"])

type ConditionsOf = (scan: Scan) => ReadonlyArray<Expr>

/** The scan as a subquery of the rows that are left. */
const filtered = (scan: Scan, conditionsOf: ConditionsOf): Source => {
  const inner: Scan = { ...scan, alias: `${scan.alias} kept` }
  const select = columnNames.map((name) => ({ name, expr: column(inner.alias, name) }))
  return {
    _tag: "Subquery",
    alias: scan.alias,
    plan: selectPlan(select, { from: inner, where: logical("and", conditionsOf(inner)) })
  }
}

/**
 * The source without hidden rows, where WHERE cannot hide them; the conditions for WHERE are added to `where`. A scan that
 * WHERE chooses rows of keeps its place in the statement, with all that an engine makes of it.
 */
const hideIn = (source: Source, stands: boolean, conditionsOf: ConditionsOf, where: Array<Expr>): Source => {
  switch (source._tag) {
    case "Scan": {
      if (source.table !== "events" || conditionsOf(source).length === 0) return source
      if (!stands) return filtered(source, conditionsOf)
      where.push(...conditionsOf(source))
      return source
    }
    case "ArrayJoin":
      return { ...source, source: hideIn(source.source, stands, conditionsOf, where) }
    case "Join":
      return {
        ...source,
        left: hideIn(source.left, stands && leftStands.has(source.kind), conditionsOf, where),
        right: hideIn(source.right, stands && rightStands.has(source.kind), conditionsOf, where)
      }
    default:
      return source
  }
}

const hideInSelect = (plan: SelectPlan, conditionsOf: ConditionsOf): SelectPlan => {
  if (plan.from === undefined) return plan
  const where: Array<Expr> = []
  const from = hideIn(plan.from, true, conditionsOf, where)
  if (where.length === 0) return { ...plan, from }
  return { ...plan, from, where: logical("and", [...where, ...(plan.where === undefined ? [] : [plan.where])]) }
}

/** The plan over the events that none of the selections of their project has. */
export const hideEvents = (
  plan: QueryPlan,
  selectionsOf: (tenant: number) => ReadonlyArray<HiddenEvents>
): QueryPlan => {
  const conditionsOf: ConditionsOf = ({ alias, tenant }) =>
    selectionsOf(tenant).map((selection) => predicate("not", selected(alias, selection)))
  return mapSelects(plan, (one) => hideInSelect(one, conditionsOf))
}
