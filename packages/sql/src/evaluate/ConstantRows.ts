import { columnsOf, type Expr, type QueryPlan, type SelectPlan, type SetPlan } from "../plan/Plan.ts"
import type { Cell, Row } from "../types/Cell.ts"
import { isInteger, type SqlType } from "../types/SqlType.ts"
import { isTrue } from "./Evaluate.ts"

/** The most members of one list that are looked at: what is longer is left to the engine. */
const mostMembers = 1_000

/** The cell as every engine gives it: predicates are numbers in integer types. Undefined where it takes an engine. */
const cellOf = (value: Cell, type: SqlType): Cell | undefined => {
  if (typeof value === "boolean" && isInteger(type)) return Number(value)
  if (!Array.isArray(value)) return type.kind === "JSON" ? undefined : value
  if (type.kind === "Array") return cellsOf(value, () => type.element)
  return type.kind === "Tuple" ? cellsOf(value, (place) => type.elements[place]) : undefined
}

const cellsOf = (values: ReadonlyArray<Cell>, typeOf: (place: number) => SqlType | undefined) =>
  allOf(values, (value, place) => {
    const type = typeOf(place)
    return type === undefined ? undefined : cellOf(value, type)
  })

/** The cells of all items, unless there are too many or one has none. */
const allOf = <A>(
  items: ReadonlyArray<A>,
  cellOf: (item: A, place: number) => Cell | undefined
): ReadonlyArray<Cell> | undefined => {
  if (items.length > mostMembers) return undefined
  const cells: Array<Cell> = []
  for (const [place, item] of items.entries()) {
    const cell = cellOf(item, place)
    if (cell === undefined) return undefined
    cells.push(cell)
  }
  return cells
}

const constantOf = (expr: Expr): Cell | undefined => {
  if (expr._tag === "Literal") return cellOf(expr.value, expr.type)
  return expr._tag === "Call" && (expr.fn === "array" || expr.fn === "tuple") ? allOf(expr.args, constantOf) : undefined
}

/** Rows of the inner query with the columns that are selected; undefined where more than columns are. */
const selectedOf = ({ select }: SelectPlan, alias: string, inner: QueryPlan): ReadonlyArray<Row> | undefined => {
  const rows = constantRows(inner)
  if (rows === undefined) return undefined
  const names = columnsOf(inner).map(({ name }) => name)
  const places = select.map(({ expr }) =>
    expr._tag === "Column" && expr.source === alias ? names.indexOf(expr.name) : -1
  )
  return places.includes(-1) ? undefined : rows.map((row) => places.map((place) => row[place] ?? null))
}

const sourceRows = (plan: SelectPlan): ReadonlyArray<Row> | undefined => {
  if (plan.from?._tag === "Subquery") return selectedOf(plan, plan.from.alias, plan.from.plan)
  const row = plan.from === undefined ? allOf(plan.select, ({ expr }) => constantOf(expr)) : undefined
  return row === undefined ? undefined : [row]
}

/** Whether a condition and the limits alone decide about the rows of a SELECT. */
const isPlain = (plan: SelectPlan): boolean =>
  plan.groupBy === undefined && plan.having === undefined && plan.limitBy === undefined && !plan.distinct
  && plan.orderBy.length === 0

const rowsOfSelect = (plan: SelectPlan): ReadonlyArray<Row> | undefined => {
  const condition = plan.where === undefined ? 1 : constantOf(plan.where)
  if (condition === undefined || !isPlain(plan)) return undefined
  const { limit = Infinity, offset } = plan
  const rows = sourceRows(plan)
  return isTrue(condition) ? rows?.slice(offset, offset + limit) : rows && []
}

const rowsOfSet = ({ inputs, operator }: SetPlan): ReadonlyArray<Row> | undefined => {
  if (operator !== "union all" || inputs.length > mostMembers) return undefined
  const rows: Array<Row> = []
  for (const input of inputs) {
    const more = constantRows(input)
    if (more === undefined) return undefined
    rows.push(...more)
  }
  return rows
}

/** The rows of a plan whose values are all constants, which no engine needs to run; undefined for any other plan. */
export const constantRows = (plan: QueryPlan): ReadonlyArray<Row> | undefined => {
  switch (plan._tag) {
    case "Select":
      return rowsOfSelect(plan)
    case "Set":
      return rowsOfSet(plan)
    case "Recursive":
      return undefined
  }
}
