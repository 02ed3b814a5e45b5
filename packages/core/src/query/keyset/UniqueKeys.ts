import { makeExprKeys } from "@hedgerow/sql/plan/ExprKeys"
import { hasAggregate } from "@hedgerow/sql/plan/ExprMeasures"
import {
  type Column,
  columnsOf,
  type CommonTable,
  type Expr,
  type JoinSource,
  type QueryPlan,
  type SelectPlan,
  type Source,
  type SourceColumn
} from "@hedgerow/sql/plan/Plan"
import { sourcesRead } from "@hedgerow/sql/plan/PlanWalk"
import { withNullable } from "@hedgerow/sql/types/SqlType"
import { Result } from "effect"
import { columnOf, storedScan, type TableName } from "../tables/Tables.ts"

/** Values that no two rows have alike, or why there are none. */
export type Keys = Result.Result<ReadonlyArray<Expr>, string>

/** The queries of WITH by their names. */
export type CommonTables = ReadonlyMap<string, CommonTable>

/** The columns of each table of which no two of its rows have the same values, in the order that serves reading. */
const tableKeys: Readonly<Record<TableName, readonly [string, ...Array<string>]>> = {
  events: ["timestamp", "uuid"],
  persons: ["id"],
  person_distinct_ids: ["distinct_id"],
  person_overrides: ["old_person_id"],
  cohort_members: ["cohort_id", "person_id"],
  groups: ["index", "key"]
}

const column = (source: string, { name, type }: SourceColumn): Column => ({ _tag: "Column", source, name, type })

const scanKeys = (scan: Extract<Source, { readonly _tag: "Scan" }>): ReadonlyArray<Expr> => {
  const { table } = storedScan(scan)
  return tableKeys[table].flatMap((name) => {
    const found = columnOf(table, name)
    return found === undefined ? [] : [column(scan.alias, { name, type: found.type })]
  })
}

/** The keys where a join can leave them NULL. */
const emptied = (keys: Keys): Keys =>
  Result.map(
    keys,
    (exprs) => exprs.map((expr) => expr._tag === "Column" ? { ...expr, type: withNullable(expr.type, true) } : expr)
  )

const together = (one: Keys, other: Keys): Keys =>
  Result.flatMap(one, (keys) => Result.map(other, (more) => [...keys, ...more]))

const conjuncts = (expr: Expr | undefined): ReadonlyArray<Expr> => {
  if (expr === undefined) return []
  return expr._tag === "Call" && expr.fn === "and" ? expr.args.flatMap(conjuncts) : [expr]
}

/** Whether each left row has one match at most: its values are those of the key of a table. */
const isLookup = ({ on, right }: JoinSource): boolean => {
  if (right._tag !== "Scan") return false
  const isOther = (expr: Expr | undefined) => expr !== undefined && !sourcesRead(expr).includes(right.alias)
  const isKey = (expr: Expr | undefined, name: string) =>
    expr?._tag === "Column" && expr.source === right.alias && expr.name === name
  const equalities = conjuncts(on).flatMap((one) => one._tag === "Call" && one.fn === "equals" ? [one.args] : [])
  return tableKeys[storedScan(right).table].every((name) =>
    equalities.some(([a, b]) => (isKey(a, name) && isOther(b)) || (isKey(b, name) && isOther(a)))
  )
}

const joinKeys = (join: JoinSource, tables: CommonTables): Keys => {
  const left = sourceKeys(join.left, tables)
  switch (join.kind) {
    case "inner":
    case "cross":
      return isLookup(join) ? left : together(left, sourceKeys(join.right, tables))
    case "left":
      return isLookup(join) ? left : together(left, emptied(sourceKeys(join.right, tables)))
    case "full":
      return together(emptied(left), emptied(sourceKeys(join.right, tables)))
    default:
      return left
  }
}

const queryKeys = (plan: QueryPlan, alias: string, tables: CommonTables): Keys =>
  Result.map(uniqueColumns(plan, tables), (columns) => columns.map((one) => column(alias, one)))

const sourceKeys = (source: Source, tables: CommonTables): Keys => {
  switch (source._tag) {
    case "Scan":
      return Result.succeed(scanKeys(source))
    case "Numbers":
      return Result.succeed([column(source.alias, { name: "number", type: source.type })])
    case "Subquery":
      return queryKeys(source.plan, source.alias, tables)
    case "CteRef": {
      const table = tables.get(source.name)
      return table === undefined
        ? Result.fail("the query of a WITH reads itself")
        : queryKeys(table.plan, source.alias, tables)
    }
    case "Values":
      return Result.fail("it reads a table whose rows have no key")
    case "ArrayJoin":
      return Result.fail("the members of an array have no key")
    case "Join":
      return joinKeys(source, tables)
  }
}

/** Values that no two rows of a SELECT have alike, before its LIMIT. */
export const selectKeys = (plan: SelectPlan, tables: CommonTables): Keys => {
  if (plan.distinct) return Result.succeed(plan.select.map(({ expr }) => expr))
  if (plan.groupBy !== undefined || hasAggregate(plan)) return Result.succeed(plan.groupBy ?? [])
  return plan.from === undefined ? Result.succeed([]) : sourceKeys(plan.from, tables)
}

/** The columns of a query of which no two of its rows have the same values. */
const uniqueColumns = (
  plan: QueryPlan,
  outer: CommonTables
): Result.Result<ReadonlyArray<SourceColumn>, string> => {
  const tables = withTables(plan, outer)
  if (plan._tag === "Recursive") return Result.fail("the rows of a recursive query have no key")
  if (plan._tag === "Set") {
    return plan.operator === "union all"
      ? Result.fail("UNION ALL can give the same row twice")
      : Result.succeed(columnsOf(plan))
  }
  const keyOf = makeExprKeys()
  const selected = new Map(plan.select.map(({ expr, name }) => [keyOf(expr), { name, type: expr.type }]))
  return Result.flatMap(selectKeys(plan, tables), (keys) => {
    const columns = keys.flatMap((key) => selected.get(keyOf(key)) ?? [])
    return columns.length === keys.length
      ? Result.succeed(columns)
      : Result.fail("a sub-query does not select the key of its rows")
  })
}

/** The queries of WITH that a plan sees: its own and those around it. */
export const withTables = (plan: QueryPlan, outer: CommonTables): CommonTables =>
  plan.with === undefined ? outer : new Map([...outer, ...plan.with.map((table) => [table.name, table] as const)])
