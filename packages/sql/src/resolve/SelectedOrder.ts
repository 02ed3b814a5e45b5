import { makeExprKeys } from "../plan/ExprKeys.ts"
import type { Order, Selected } from "../plan/Plan.ts"
import type { ColumnOrder, ResolvedQuery } from "../planning/Planning.ts"
import { addedName } from "./ColumnNames.ts"

/** The terms of an ORDER BY as columns; those that are not selected are added to the list when they are asked for. */
export const selectedOrder = (
  select: Array<Selected>,
  orderBy: ReadonlyArray<Order>
): NonNullable<ResolvedQuery["order"]> => {
  let known: ReadonlyArray<ColumnOrder> | undefined
  return () => known ??= columnsOfOrder(select, orderBy)
}

const columnsOfOrder = (select: Array<Selected>, orderBy: ReadonlyArray<Order>): ReadonlyArray<ColumnOrder> => {
  const keyOf = makeExprKeys("alike")
  const names = new Map(select.map(({ expr, name }) => [keyOf(expr), name]))
  return orderBy.map(({ descending, expr }) => {
    const found = names.get(keyOf(expr))
    const name = found ?? addedName(select)
    if (found === undefined) {
      select.push({ name, expr })
      names.set(keyOf(expr), name)
    }
    return { column: { name, type: expr.type }, descending }
  })
}
