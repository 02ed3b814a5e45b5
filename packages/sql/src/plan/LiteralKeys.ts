import type { Cell } from "../types/Cell.ts"
import type { Literal } from "./Expr.ts"
import { decide, isTraced } from "./Traced.ts"

/** Values that JSON would merge are kept apart. */
export const cellText = (cell: Cell): string => {
  if (typeof cell === "bigint") return `${cell}n`
  if (typeof cell === "number") return Object.is(cell, -0) ? "-0" : String(cell)
  return Array.isArray(cell) ? `[${cell.map(cellText).join(",")}]` : JSON.stringify(cell)
}

/** Texts of the literals of one statement: the same one for equal values, and for those only. */
export type LiteralKeys = (literal: Literal) => string

/**
 * Of a value that stands for others it matters alone to which of the others it is equal: it has a number instead of its
 * text.
 */
export const makeLiteralKeys = (): LiteralKeys => {
  const constants = new Set<string>()
  const traced: Array<{ readonly literal: Literal; readonly key: string }> = []
  const equalTo = (literal: Literal): string | undefined =>
    traced.find((one) =>
      one.literal === literal || decide(() => cellText(one.literal.value) === cellText(literal.value))
    )?.key

  const keyOfTraced = (literal: Literal): string => {
    const known = equalTo(literal)
    if (known !== undefined) return known
    for (const constant of constants) if (decide(() => cellText(literal.value) === constant)) return constant
    const key = `value ${traced.length}`
    traced.push({ literal, key })
    return key
  }

  return (literal) => {
    if (isTraced(literal)) return keyOfTraced(literal)
    const text = cellText(literal.value)
    const known = traced.length === 0 ? undefined : equalTo(literal)
    if (known === undefined) constants.add(text)
    return known ?? text
  }
}
