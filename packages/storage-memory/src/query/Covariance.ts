import type { Frame } from "@hedgerow/sql/evaluate/Evaluate"
import { compiled } from "@hedgerow/sql/evaluate/functions/Implementation"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { Implementation } from "./Aggregate.ts"

/** A number that has powers. */
const known = (cell: Cell): number | undefined =>
  cell !== null && Math.abs(Number(cell)) <= 1e70 ? Number(cell) : undefined

/** By Welford's method, over the distances from the first row. */
export const covariance: Implementation = (args, aggregate) => {
  const [left, right] = [compiled(aggregate, args, 0), compiled(aggregate, args, 1)]
  return () => {
    const first = { x: 0, y: 0 }
    const mean = { x: 0, y: 0 }
    let [rows, products] = [0, 0]
    const add = (frame: Frame) => {
      const [a, b] = [known(left(frame)), known(right(frame))]
      if (a === undefined || b === undefined) return
      if (rows === 0) [first.x, first.y] = [a, b]
      rows += 1
      const [x, y] = [a - first.x, b - first.y]
      const before = x - mean.x
      mean.x += before / rows
      mean.y += (y - mean.y) / rows
      products += before * (y - mean.y)
    }
    return { add, result: () => rows === 0 ? null : products / rows }
  }
}
