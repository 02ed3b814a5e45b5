import { type MakeOperator, never, when } from "./PropertyOperator.ts"

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** No longer text is a number. */
const maxLength = 1_000

/** The number a value is or spells; undefined for all others. */
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.length <= maxLength && decimal.test(value.trim())
    ? Number(value)
    : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}

const compare = (holds: (number: number, wanted: number) => boolean): MakeOperator => (value) => {
  const wanted = numberOf(value)
  if (wanted === undefined) return never
  return when((actual) => {
    const number = numberOf(actual)
    return number !== undefined && holds(number, wanted)
  })
}

const gte = compare((number, wanted) => number >= wanted)
const lte = compare((number, wanted) => number <= wanted)

const range = (isInside: boolean): MakeOperator => (value) => {
  const bounds: ReadonlyArray<unknown> = Array.isArray(value) ? value : []
  const [min, max] = bounds.map(numberOf)
  if (min === undefined || max === undefined || bounds.length !== 2) return never
  const matches = (actual: unknown) => {
    const number = numberOf(actual)
    return number !== undefined && (number >= min && number <= max) === isInside
  }
  return { matches, whenMissing: !isInside }
}

/** Operators on numbers and on texts that spell one; for other values they do not hold. */
export const numberOperators = {
  gt: compare((number, wanted) => number > wanted),
  gte,
  lt: compare((number, wanted) => number < wanted),
  lte,
  min: gte,
  max: lte,
  between: range(true),
  not_between: range(false)
} satisfies Record<string, MakeOperator>
