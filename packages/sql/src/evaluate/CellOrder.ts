import type { Cell } from "../Cell.ts"

/** Below zero, zero or above, as for sorting. */
export type Compare = (a: Cell, b: Cell) => number

/** Moves surrogates above the rest of the plane, so that code units order as their code points do. */
const rank = (unit: number): number => unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

/** By code point, where JavaScript's own order is by UTF-16 code unit. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

const comparePlain = (a: boolean | number | bigint, b: boolean | number | bigint): number => a < b ? -1 : a > b ? 1 : 0

const compareArrays = (a: ReadonlyArray<Cell>, b: ReadonlyArray<Cell>): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const order = nullsLast(compareCells)(a[i] ?? null, b[i] ?? null)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const isArray = (cell: Cell): cell is ReadonlyArray<Cell> => Array.isArray(cell)

/** The order of two cells of one type that are neither NULL nor NaN. */
export const compareCells: Compare = (a, b) => {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b)
  if (isArray(a) && isArray(b)) return compareArrays(a, b)
  return comparePlain(a as number, b as number)
}

const isNaNCell = (cell: Cell): boolean => cell !== cell

/** 0 for a value, 1 for NaN, 2 for NULL. */
const absence = (cell: Cell): number => cell === null ? 2 : isNaNCell(cell) ? 1 : 0

/** Values by `compare`, then NaN, then NULL. */
export const nullsLast = (compare: Compare): Compare => (a, b) => {
  const [x, y] = [absence(a), absence(b)]
  return x === 0 && y === 0 ? compare(a, b) : x - y
}

/** Whether two cells of one type that are not NULL are equal; NaN equals nothing. */
export const isEqual = (a: Cell, b: Cell): boolean => isArray(a) && isArray(b) ? compareArrays(a, b) === 0 : a === b
