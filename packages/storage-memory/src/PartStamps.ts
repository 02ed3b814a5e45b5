import { partOf, type PartStamps } from "@hedgerow/core/caching/Parts"

const stamps = new WeakMap<object, number>()
let last = 0

/** No two rows have the same stamp, and a row that a transaction gives back has its own again. */
const stampOf = (row: object): number => {
  const stamp = stamps.get(row) ?? ++last
  stamps.set(row, stamp)
  return stamp
}

/** Gives a row the stamp of the one that it replaces, since nothing that counts is another. */
export const carryStamp = <A extends object>(before: A, after: A): A => {
  stamps.set(after, stampOf(before))
  return after
}

/** What stands for the parts of some rows. */
export const stampsOf = (rows: ReadonlyArray<{ readonly id: number | string }>): PartStamps => {
  const parts = new Map<number, string>()
  for (const row of rows) {
    const part = partOf(Number(row.id))
    parts.set(part, `${parts.get(part) ?? ""} ${stampOf(row)}`)
  }
  return parts
}

/** The rows of some parts. */
export const partsOf = <A extends { readonly id: number | string }>(
  rows: ReadonlyArray<A>,
  parts: ReadonlyArray<number>
): ReadonlyArray<A> => {
  const wanted = new Set(parts)
  return rows.filter(({ id }) => wanted.has(partOf(Number(id))))
}
