import { compareCells, costOfAll, nullsLast } from "@hedgerow/sql/evaluate/CellOrder"
import { ListSize, sizeOfCell } from "@hedgerow/sql/evaluate/CellSize"
import type { Frame } from "@hedgerow/sql/evaluate/Evaluate"
import { compiled } from "@hedgerow/sql/evaluate/functions/Implementation"
import { sorted } from "@hedgerow/sql/evaluate/SlicedSort"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { Implementation } from "./Aggregate.ts"
import type { Work } from "./RowBudget.ts"

interface Member {
  readonly cell: Cell
  readonly by: ReadonlyArray<Cell>
}

/** The values that are not NULL, in the plan's order if it has one. */
export const groupArray: Implementation = (args, aggregate, budget, compile) => {
  const arg = compiled(aggregate, args, 0)
  const terms = aggregate.orderBy ?? []
  const keys = terms.map(({ expr }) => compile(expr))
  const orders = terms.map(({ descending }) => nullsLast(descending ? (a, b) => compareCells(b, a) : compareCells))
  const most = Number(aggregate.parameters?.[0] ?? Infinity)
  const compare = (a: ReadonlyArray<Cell>, b: ReadonlyArray<Cell>): number => {
    for (const [i, order] of orders.entries()) {
      const found = order(a[i] ?? null, b[i] ?? null)
      if (found !== 0) return found
    }
    return 0
  }
  return () => {
    const members: Array<Member> = []
    const size = new ListSize()
    let cells: ReadonlyArray<Cell> = []
    const add = (frame: Frame) => {
      const cell = arg(frame)
      if (cell === null || (terms.length === 0 && members.length >= most)) return
      budget.hold()
      if (most === Infinity) size.add(cell)
      budget.keep(cell)
      members.push({ cell, by: keys.map((key) => key(frame)) })
    }
    function* finish(): Work<void> {
      const ordered = terms.length === 0
        ? members
        : yield* sorted([...members], (a, b) => compare(a.by, b.by), budget, ({ by }) => costOfAll(by))
      cells = ordered.slice(0, most).map(({ cell }) => cell)
      if (most !== Infinity) sizeOfCell(cells)
    }
    return { add, finish, result: () => cells }
  }
}

/** The value at the level among all, in a straight line between the two beside it. */
export const quantile: Implementation = (args, aggregate, budget) => {
  const arg = compiled(aggregate, args, 0)
  const level = Number(aggregate.parameters?.[0] ?? 0.5)
  return () => {
    const values: Array<number> = []
    const add = (frame: Frame) => {
      const cell = arg(frame)
      if (cell === null || cell !== cell) return
      budget.hold()
      values.push(Number(cell))
    }
    let ordered: ReadonlyArray<number> = []
    function* finish(): Work<void> {
      ordered = yield* sorted([...values], (a, b) => a - b, budget)
    }
    const result = () => {
      const place = level * (ordered.length - 1)
      const [low, high] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]]
      if (low === undefined || high === undefined) return null
      return low === high ? low : low + (high - low) * (place - Math.floor(place))
    }
    return { add, finish, result }
  }
}
