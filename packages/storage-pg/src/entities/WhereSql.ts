import type { Condition, OrderBy, Scalar } from "@hedgerow/core/entities/Where"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

type Values = ReadonlyArray<string | number>

/** A list as PostgreSQL writes it: a parameter without a type of its own, so that it takes the column's. */
const listOf = (values: Values): string =>
  `{${values.map((value) => typeof value === "number" ? value : `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`

/** No row has a value that PostgreSQL cannot hold. */
const storable = (values: Values): Values => values.filter((value) => typeof value === "number" || isStorable(value))

const isUnstorable = (value: Scalar): boolean => typeof value === "string" && !isStorable(value)

/** The conditions of a table `d`. Columns are the entity's own names; every value is a parameter. */
export const whereSql = (sql: SqlClient.SqlClient) => {
  const yes = sql.literal("true")
  const no = sql.literal("false")

  // A plain truth value, so that partial indexes are found.
  const equal = (field: string, value: Scalar): Statement.Fragment => {
    const column = sql.literal(`d.${field}`)
    if (value === null) return sql`${column} IS NULL`
    if (typeof value === "boolean") return value ? column : sql`NOT ${column}`
    return isUnstorable(value) ? no : sql`${column} = ${value}`
  }

  const unequal = (field: string, value: Scalar): Statement.Fragment => {
    const column = sql.literal(`d.${field}`)
    if (value === null) return sql`${column} IS NOT NULL`
    return isUnstorable(value) ? yes : sql`${column} IS DISTINCT FROM ${value}`
  }

  const contains = (field: string, text: string): Statement.Fragment =>
    isStorable(text)
      ? sql`strpos(lower(${sql.literal(`d.${field}::text`)} COLLATE "pg_c_utf8"),
          ${text.toLowerCase()} COLLATE "pg_c_utf8") > 0`
      : no

  const condition = (where: Condition): Statement.Fragment => {
    switch (where._tag) {
      case "Is":
        return equal(where.field, where.value)
      case "IsNot":
        return unequal(where.field, where.value)
      case "In":
        return sql`${sql.literal(`d.${where.field}`)} = ANY(${listOf(storable(where.values))})`
      case "NotIn":
        return sql`${sql.literal(`d.${where.field} IS NOT NULL AND d.${where.field}`)} <> ALL(${
          listOf(storable(where.values))
        })`
      case "Overlaps":
        return sql`(${sql.literal(`d.${where.field} <> '{}' AND d.${where.field}`)} && ${
          listOf(storable(where.values))
        })`
      case "Empty":
        return sql.literal(`d.${where.field} ${where.isEmpty ? "=" : "<>"} '{}'`)
      case "Before":
        return sql`${sql.literal(`d.${where.field}`)} < ${DateTime.toDateUtc(where.time)}`
      case "Since":
        return sql`${sql.literal(`d.${where.field}`)} >= ${DateTime.toDateUtc(where.time)}`
      case "Contains":
        return contains(where.field, where.text)
      case "All":
        return where.conditions.length === 0 ? yes : sql.and(where.conditions.map(condition))
      case "Any":
        return where.conditions.length === 0 ? no : sql.or(where.conditions.map(condition))
    }
  }

  return condition
}

/** The order as SQL; equal rows are ordered by id, in the direction of the last field. */
export const orderSql = <C>(order: OrderBy<C>): string => {
  const direction = (isDescending: boolean | undefined) => isDescending === true ? "DESC" : "ASC"
  const fields = order.map(({ field, isDescending }) => `d.${field} ${direction(isDescending)}`)
  return [...fields, `d.id ${direction(order.at(-1)?.isDescending)}`].join(", ")
}
