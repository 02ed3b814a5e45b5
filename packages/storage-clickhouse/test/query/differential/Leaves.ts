import { columnOf, type TableName } from "@hedgerow/core/query/tables/Tables"
import type { Expr, SourceColumn } from "@hedgerow/sql/plan/Plan"
import { isSameType, scalar, withNullable } from "@hedgerow/sql/types/SqlType"
import { propertyKeys } from "./Data.ts"
import { hundredthsType, kinds, type Leaves } from "./Expressions.ts"
import type { Random } from "./Random.ts"

export type { Leaves }

type Column = Extract<Expr, { readonly _tag: "Column" }>

/** Names of sources, each used once. */
let names = 0
export const fresh = (): string => `q${++names}`

/** A stored column of a table; `optional` where a join can leave it empty. */
export const storedColumn = (alias: string, table: TableName, name: string, optional: boolean): Column => {
  const type = columnOf(table, name)?.type ?? scalar("String")
  return { _tag: "Column", source: alias, name, type: withNullable(type, optional || type.nullable) }
}

const paths = (random: Random): ReadonlyArray<string> => {
  const first = random.pick(propertyKeys)
  if (first === "t" || first === "q" || random.chance(0.6)) return [first]
  const rest = random.list(1 + random.int(3), () => random.pick(["k", "1", "2", "a b", "", "0"]))
  return [first, ...rest]
}

/** The columns and properties of one table; `optional` on the right of a left join. */
export const leavesOf = (random: Random, alias: string, table: TableName, optional: boolean): Leaves => {
  const of = (...names: ReadonlyArray<string>) => names.map((name) => storedColumn(alias, table, name, optional))
  const property = (name: string, path: ReadonlyArray<string>): Expr => ({
    _tag: "Property",
    column: storedColumn(alias, table, name, optional),
    path,
    type: scalar("String", true)
  })
  const number = (expr: Expr): Expr => ({ _tag: "Call", fn: "toFloat", args: [expr], type: scalar("Float64", true) })
  const properties = random.list(4, () => property("properties", paths(random)))
  const q = [number(property("properties", ["q"]))]
  switch (table) {
    case "events":
      return {
        String: [
          ...properties,
          property("person_properties", paths(random)),
          ...of("event", "distinct_id", "$group_0")
        ],
        UUID: of("uuid", "person_id"),
        DateTime64: of("timestamp", "sent_at"),
        Float64: q
      }
    case "persons":
      return {
        String: properties,
        UUID: of("id"),
        DateTime64: of("created_at"),
        Bool: of("is_identified"),
        Int64: of("version"),
        Float64: q
      }
    case "groups":
      return { String: [...properties, ...of("key")], DateTime64: of("updated_at"), Int64: of("index"), Float64: q }
    default:
      return {}
  }
}

/** The columns of a query, by their kind. */
export const columnLeaves = (columns: ReadonlyArray<SourceColumn>, alias: string, optional = false): Leaves => {
  const leaves: Record<string, ReadonlyArray<Expr>> = {}
  for (const { name, type } of columns) {
    const kind = type.kind === "UInt64"
      ? "Int64"
      : type.kind === "UInt8"
      ? "Test"
      : type.kind === "Decimal" && !isSameType(type, hundredthsType)
      ? "Other decimal"
      : type.kind === "Interval" && type.unit !== "day"
      ? "Other interval"
      : type.kind
    const column: Expr = {
      _tag: "Column",
      source: alias,
      name,
      type: withNullable(type, optional || type.nullable)
    }
    leaves[kind] = [...leaves[kind] ?? [], column]
  }
  return leaves
}

/** The leaves of both. */
export const merged = (a: Leaves, b: Leaves): Leaves =>
  Object.fromEntries(kinds.map((kind) => [kind, [...a[kind] ?? [], ...b[kind] ?? []]]))
