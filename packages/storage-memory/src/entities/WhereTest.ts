import type { Condition, OrderBy } from "@hedgerow/core/entities/Where"
import { compareText } from "@hedgerow/sql/evaluate/CellOrder"
import { DateTime } from "effect"

type Test = (row: object) => boolean

const valueOf = (row: object, field: string): unknown => Reflect.get(row, field)

const listOf = (row: object, field: string): ReadonlyArray<unknown> => {
  const value = valueOf(row, field)
  return Array.isArray(value) ? value : []
}

const isEarlier = (value: unknown, time: DateTime.Utc): boolean =>
  DateTime.isDateTime(value) && DateTime.isLessThan(value, time)

const isSince = (value: unknown, time: DateTime.Utc): boolean => DateTime.isDateTime(value) && !isEarlier(value, time)

const hasText = (value: unknown, text: string): boolean =>
  typeof value === "string" && value.toLowerCase().includes(text.toLowerCase())

/** Whether a row fulfils a condition. */
export const whereTest = (where: Condition): Test => {
  switch (where._tag) {
    case "Is":
      return (row) => valueOf(row, where.field) === where.value
    case "IsNot":
      return (row) => valueOf(row, where.field) !== where.value
    case "In": {
      const values = new Set<unknown>(where.values)
      return (row) => values.has(valueOf(row, where.field))
    }
    case "NotIn": {
      const values = new Set<unknown>(where.values)
      return (row) => valueOf(row, where.field) !== null && !values.has(valueOf(row, where.field))
    }
    case "Overlaps": {
      const values = new Set<unknown>(where.values)
      return (row) => listOf(row, where.field).some((value) => values.has(value))
    }
    case "Empty":
      return (row) => where.isEmpty === (listOf(row, where.field).length === 0)
    case "Before":
      return (row) => isEarlier(valueOf(row, where.field), where.time)
    case "Since":
      return (row) => isSince(valueOf(row, where.field), where.time)
    case "Contains":
      return (row) => hasText(valueOf(row, where.field), where.text)
    case "All": {
      const tests = where.conditions.map(whereTest)
      return (row) => tests.every((test) => test(row))
    }
    case "Any": {
      const tests = where.conditions.map(whereTest)
      return (row) => tests.some((test) => test(row))
    }
  }
}

/** Null is greater than every value. */
const compareValues = (left: unknown, right: unknown): number => {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === "string" && typeof right === "string") return compareText(left, right)
  const [a, b] = [left, right].map((value) =>
    DateTime.isDateTime(value) ? DateTime.toEpochMillis(value) : Number(value)
  )
  return Number(a) - Number(b)
}

/** The order of rows; equal rows are ordered by id, in the direction of the last field. */
export const rowOrder = <C>(order: OrderBy<C>) => {
  const fields: OrderBy<C & { readonly id: number | string }> = [
    ...order,
    { field: "id", isDescending: order.at(-1)?.isDescending ?? false }
  ]
  return <Row extends C & { readonly id: number | string }>(left: Row, right: Row): number => {
    for (const { field, isDescending } of fields) {
      const difference = compareValues(left[field], right[field])
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return 0
  }
}
