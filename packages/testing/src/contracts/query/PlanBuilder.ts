import type { ProjectId } from "@hedgerow/core/identity/Project"
import { columnOf, type TableName } from "@hedgerow/core/query/tables/Tables"
import type { AggregateName, FunctionName } from "@hedgerow/sql/functions/Functions"
import {
  type Aggregate,
  type Expr,
  type JoinKind,
  type QueryPlan,
  type SelectPlan,
  selectPlan,
  type Source
} from "@hedgerow/sql/plan/Plan"
import { dateCallType, sumType } from "@hedgerow/sql/plan/ResultTypes"
import { type Cell, integerCell } from "@hedgerow/sql/types/Cell"
import type { DateUnit } from "@hedgerow/sql/types/DateUnit"
import { arrayOf, dateTime, scalar, type SqlType, withNullable } from "@hedgerow/sql/types/SqlType"
import { type Args, resultType, type TypedFunction } from "./ResultTypes.ts"

export const types = {
  bool: scalar("Bool"),
  uint8: scalar("UInt8"),
  uint64: scalar("UInt64"),
  int64: scalar("Int64"),
  float: scalar("Float64"),
  text: scalar("String"),
  uuid: scalar("UUID"),
  date: scalar("Date"),
  utc: dateTime("UTC")
}

const literal = (value: Cell, type: SqlType): Expr => ({ _tag: "Literal", value, type })

export const text = (value: string): Expr => literal(value, types.text)
export const int = (value: number | bigint): Expr => literal(integerCell(BigInt(value)), types.int64)
export const uint8 = (value: number): Expr => literal(value, types.uint8)
export const float = (value: number): Expr => literal(value, types.float)
export const bool = (value: boolean): Expr => literal(value, types.bool)
export const uuid = (value: string): Expr => literal(value, types.uuid)
/** NULL of the type, or of type Nothing. */
export const none = (type: SqlType = scalar("Nothing")): Expr => literal(null, withNullable(type, true))

/** Microseconds of `YYYY-MM-DDTHH:MM:SS[.ffffff]`, read as UTC. */
export const micros = (iso: string): number => {
  const [whole = iso, fraction = ""] = iso.split(".")
  return Date.parse(`${whole}Z`) * 1000 + Number(fraction.padEnd(6, "0"))
}
/** Days of `YYYY-MM-DD`. */
export const days = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / 86_400_000

/** An instant, written in UTC, of a DateTime64 in the zone. */
export const instant = (iso: string, zone = "UTC"): Expr => literal(micros(iso), dateTime(zone))
export const date = (iso: string): Expr => literal(days(iso), types.date)

/** A function of the IR; its result type follows from the arguments. */
export const call = (fn: Exclude<FunctionName, "cast" | TypedFunction>, ...args: Args): Expr => ({
  _tag: "Call",
  fn,
  args,
  type: resultType(fn, args)
})

/** A function whose type does not follow from its arguments. */
export const typed = (fn: TypedFunction, type: SqlType, ...args: ReadonlyArray<Expr>): Expr => ({
  _tag: "Call",
  fn,
  args,
  type
})

/** A lossless conversion; the type is nullable when the value is. */
export const cast = (value: Expr, type: SqlType): Expr => ({
  _tag: "Call",
  fn: "cast",
  args: [value],
  type: withNullable(type, type.nullable || value.type.nullable)
})

const dateResult = (fn: DateFunction, unit: DateUnit, zone: string): SqlType => {
  if (fn === "add") return dateTime(zone)
  if (fn !== "startOf") return types.int64
  return unit === "week0" || unit === "week1" || unit === "month" || unit === "quarter" || unit === "year"
    ? types.date
    : dateTime(zone)
}

type DateFunction = Extract<Expr, { readonly _tag: "DateCall" }>["fn"]

/** A date function of the IR in a time zone. */
export const dateCall = (fn: DateFunction, unit: DateUnit, timezone: string, ...args: Args): Expr => ({
  _tag: "DateCall",
  fn,
  unit,
  timezone,
  args,
  type: dateCallType({ fn, unit, args }, dateResult(fn, unit, timezone))
})

export const inList = (value: Expr, items: ReadonlyArray<Cell>, negated = false): Expr => ({
  _tag: "InList",
  value,
  items,
  negated,
  type: types.uint8
})

export const inSubquery = (value: Expr, plan: QueryPlan, negated = false): Expr => ({
  _tag: "InSubquery",
  value,
  plan,
  negated,
  type: types.uint8
})

type Column = Extract<Expr, { readonly _tag: "Column" }>

/** A column of a table's scan; `optional` when a left join can leave it empty. */
export const column = (alias: string, table: TableName, name: string, optional = false): Column => {
  const found = columnOf(table, name)
  if (found === undefined) throw new Error(`${table} has no column ${name}`)
  return { _tag: "Column", source: alias, name, type: withNullable(found.type, optional || found.type.nullable) }
}

/** A column of a subquery or of any source, with its type given. */
export const columnOfType = (source: string, name: string, type: SqlType): Expr => ({
  _tag: "Column",
  source,
  name,
  type
})

/** A property of a JSON column of a table's scan. */
export const property = (alias: string, table: TableName, name: string, ...path: ReadonlyArray<string>): Expr => ({
  _tag: "Property",
  column: column(alias, table, name),
  path,
  type: scalar("String", true)
})

const aggregateType = (fn: AggregateName, args: ReadonlyArray<Expr>): SqlType => {
  const type = args[0]?.type ?? types.uint64
  switch (fn) {
    case "count":
    case "countDistinct":
      return types.uint64
    case "avg":
    case "covariance":
    case "quantile":
      return scalar("Float64", true)
    case "groupBitAnd":
    case "groupBitOr":
    case "groupBitXor":
      return types.int64
    case "sum":
      return sumType(args, type)
    case "groupArray":
      return arrayOf(withNullable(type, false))
    default:
      return withNullable(type, true)
  }
}

/** An aggregate; its type follows from the arguments unless `type` is given. */
export const aggregate = (
  fn: AggregateName,
  args: ReadonlyArray<Expr> = [],
  { filter, type, ...more }: Partial<Omit<Aggregate, "_tag" | "fn" | "args">> = {}
): Expr => ({ _tag: "Aggregate", fn, args, filter, ...more, type: type ?? aggregateType(fn, args) })

export const scan = (table: TableName, project: ProjectId, alias: string): Source => ({
  _tag: "Scan",
  table,
  tenant: project,
  alias
})
export const subquery = (plan: QueryPlan, alias: string): Source => ({ _tag: "Subquery", plan, alias })
export const join = (kind: JoinKind, left: Source, right: Source, on?: Expr): Source => ({
  _tag: "Join",
  kind,
  left,
  right,
  on
})

export const ascending = (expr: Expr): SelectPlan["orderBy"][number] => ({ expr, descending: false })
export const descending = (expr: Expr): SelectPlan["orderBy"][number] => ({ expr, descending: true })

/** A plan that selects these expressions as `c0`, `c1`, …; other clauses are absent. */
export const select = (
  columns: ReadonlyArray<Expr>,
  rest: Partial<Omit<SelectPlan, "_tag" | "select">> = {}
): SelectPlan => selectPlan(columns.map((expr, i) => ({ name: `c${i}`, expr })), rest)
