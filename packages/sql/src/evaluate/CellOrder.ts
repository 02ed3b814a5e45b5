import type { Cell } from "../types/Cell.ts"

/** Below zero, zero or above, as for sorting. */
export type Compare = (a: Cell, b: Cell) => number

/** Moves surrogates above the rest of the plane, so that code units order as their code points do. */
const rank = (unit: number): number => unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

/** Longer texts are compared block by block up to the first difference. */
const block = 1024

/** A place up to which two texts are equal, at most a block before their first difference. */
const equalUpTo = (a: string, b: string, length: number): number => {
  let at = 0
  while (at + block <= length && a.slice(at, at + block) === b.slice(at, at + block)) at += block
  return at
}

/** By code point, where JavaScript's own order is by UTF-16 code unit. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = length > block ? equalUpTo(a, b, length) : 0; i < length; i++) {
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

/** Cells of no more characters or members are compared in no time worth counting. */
const smallCell = 256

/** Characters that are compared in about the time of one node. */
const charactersOfNode = 64

export const isLongText = (cell: Cell): cell is string => typeof cell === "string" && cell.length > smallCell

/** The cost of comparing a cell with another one, in nodes. */
export const costOfComparing = (cell: Cell): number => {
  if (typeof cell === "string") return cell.length > smallCell ? Math.floor(cell.length / charactersOfNode) : 0
  return Array.isArray(cell) && cell.length > smallCell ? cell.length : 0
}

/** The same for several cells, of which each is compared. */
export const costOfAll = (cells: ReadonlyArray<Cell>): number => {
  let cost = 0
  for (const cell of cells) cost += costOfComparing(cell)
  return cost
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
