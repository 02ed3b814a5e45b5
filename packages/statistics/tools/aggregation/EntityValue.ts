/** The value of one entity in a mean metric; an entity without events has 0. */

type PropertyMath = "sum" | "avg" | "min" | "max"

const folds: Readonly<Record<PropertyMath, (values: ReadonlyArray<number>) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value))
}

/** The value from a property of the entity's events; values that are no numbers are ignored. */
const propertyValue = (math: PropertyMath, values: ReadonlyArray<unknown>): number => {
  const numbers = values.filter((value) => typeof value === "number")
  return numbers.length === 0 ? 0 : folds[math](numbers)
}

/** `total` counts events, `dau` is 1 where there is any, the others read a property of each event. */
export type EntityMath = "total" | "dau" | PropertyMath

/** The value of an entity from the property's value in each of its events. */
export const entityValue = (math: EntityMath, values: ReadonlyArray<unknown>): number => {
  if (math === "total") return values.length
  return math === "dau" ? Math.min(values.length, 1) : propertyValue(math, values)
}

/** The number of sessions that the entity's events belong to; events without one are ignored. */
export const uniqueSessions = (sessionIds: ReadonlyArray<string | null>): number =>
  new Set(sessionIds.filter((id) => id !== null && id !== "")).size

/** An arm's sums over its entities' values. */
export const sumsOf = (values: ReadonlyArray<number>) => ({
  n: values.length,
  sum: folds.sum(values),
  sum_squares: folds.sum(values.map((value) => value * value))
})
