import type { ProjectId } from "@hedgerow/core/identity/Project"
import { columnOf, type TableName } from "@hedgerow/core/query/tables/Tables"
import type { AggregateName, FunctionName } from "@hedgerow/sql/functions/Functions"
import { type Expr, type SelectPlan, selectPlan, type Source } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { DateUnit } from "@hedgerow/sql/types/DateUnit"
import { dateTime, scalar, type SqlType } from "@hedgerow/sql/types/SqlType"

/** The project all of these plans are of. Small parts to write a plan by hand in a test of an engine. */
export const project = 7 as ProjectId

export const int = scalar("Int64")
export const float = scalar("Float64")
export const string = scalar("String")
export const uint8 = scalar("UInt8")
export const instant = dateTime("UTC")
export const nullable = (type: SqlType): SqlType => ({ ...type, nullable: true })

export const literal = (value: Cell, type: SqlType): Expr => ({ _tag: "Literal", value, type })
export const text = (value: string): Expr => literal(value, string)
export const number = (value: number | bigint): Expr => literal(value, int)
export const real = (value: number): Expr => literal(value, float)

export const call = (fn: FunctionName, args: ReadonlyArray<Expr>, type: SqlType = uint8): Expr => ({
  _tag: "Call",
  fn,
  args,
  type
})
export const aggregate = (
  fn: AggregateName,
  args: ReadonlyArray<Expr>,
  type: SqlType = scalar("UInt64"),
  filter?: Expr
): Expr => ({ _tag: "Aggregate", fn, args, filter, type })
export const dateCall = (
  fn: "startOf" | "part" | "diff" | "add",
  unit: DateUnit,
  timezone: string,
  args: ReadonlyArray<Expr>,
  type: SqlType
): Expr => ({ _tag: "DateCall", fn, unit, timezone, args, type })

/** A stored column of a scan. */
export const column = (source: string, table: TableName, name: string): Extract<Expr, { _tag: "Column" }> => {
  const stored = columnOf(table, name)
  if (stored === undefined) throw new Error(`no column ${name}`)
  return { _tag: "Column", source, name, type: stored.type }
}
export const event = (name: string): Expr => column("e", "events", name)
export const property = (name: string, ...path: ReadonlyArray<string>): Expr => ({
  _tag: "Property",
  column: column("e", "events", name),
  path,
  type: nullable(string)
})

export const scan = (table: TableName, alias: string, of: ProjectId = project): Source => ({
  _tag: "Scan",
  table,
  tenant: of,
  alias
})
export const events = scan("events", "e")

/** A SELECT of the expressions, named a, b, …. */
export const select = (
  exprs: ReadonlyArray<Expr>,
  parts: Partial<Omit<SelectPlan, "_tag">> = {}
): SelectPlan => selectPlan(exprs.map((expr, i) => ({ name: String.fromCharCode(97 + i), expr })), parts)
