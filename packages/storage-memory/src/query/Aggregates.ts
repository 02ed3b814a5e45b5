import { type Compare, compareCells, costOfComparing, isLongText, nullsLast } from "@hedgerow/sql/evaluate/CellOrder"
import { type Evaluate, type Frame, holds } from "@hedgerow/sql/evaluate/Evaluate"
import { integerOrNull } from "@hedgerow/sql/evaluate/functions/Arithmetic"
import { compiled } from "@hedgerow/sql/evaluate/functions/Implementation"
import type { AggregateName } from "@hedgerow/sql/functions/Functions"
import type { Aggregate, Expr } from "@hedgerow/sql/plan/Plan"
import { argument } from "@hedgerow/sql/plan/PlanWalk"
import { type Cell, integerCell } from "@hedgerow/sql/types/Cell"
import { exactCell, exactText } from "@hedgerow/sql/types/ExactCells"
import { isExact, isInteger, scaleOf } from "@hedgerow/sql/types/SqlType"
import type { Implementation, Start } from "./Aggregate.ts"
import type { CellKey } from "./CellKey.ts"
import { covariance } from "./Covariance.ts"
import { groupArray, quantile } from "./ListAggregates.ts"
import type { RowBudget } from "./RowBudget.ts"

const count: Implementation = ([arg]) => () => {
  let rows = 0
  const add = arg === undefined
    ? () => {
      rows += 1
    }
    : (frame: Frame) => {
      if (arg(frame) !== null) rows += 1
    }
  return { add, result: () => rows }
}

const countDistinct: Implementation = (args, aggregate, budget) => {
  const arg = compiled(aggregate, args, 0)
  return () => {
    const seen = new Set<CellKey>()
    const add = (frame: Frame) => {
      const cell = arg(frame)
      if (cell === null) return
      const key = budget.keys.of(cell)
      if (seen.has(key)) return
      budget.hold()
      budget.keep(key)
      seen.add(key)
    }
    return { add, result: () => seen.size }
  }
}

/** The exact total of integers: a plain number while it is safe, beside it what has left the safe range. */
class IntegerTotal {
  #small = 0
  #large = 0n
  count = 0

  add(value: number | bigint): void {
    this.count += 1
    if (typeof value === "bigint") this.#large += value
    else {
      const sum = this.#small + value
      if (Number.isSafeInteger(sum)) this.#small = sum
      else this.#large += BigInt(this.#small) + BigInt(value)
      if (!Number.isSafeInteger(sum)) this.#small = 0
    }
  }

  get total(): bigint {
    return this.#large + BigInt(this.#small)
  }
}

const integers = (arg: Evaluate, result: (total: IntegerTotal) => Cell): Start => () => {
  const total = new IntegerTotal()
  const add = (frame: Frame) => {
    const cell = arg(frame)
    if (cell !== null) total.add(cell as number | bigint)
  }
  return { add, result: () => result(total) }
}

const floats = (arg: Evaluate, result: (total: number, count: number) => Cell): Start => () => {
  let [total, rows] = [0, 0]
  const add = (frame: Frame) => {
    const cell = arg(frame)
    if (cell === null) return
    total = rows === 0 ? Number(cell) : total + Number(cell)
    rows += 1
  }
  return { add, result: () => result(total, rows) }
}

const hasIntegers = ({ args }: Aggregate): boolean => args.every(({ type }) => isInteger(type) || isExact(type))

const sum: Implementation = (args, aggregate) => {
  const arg = compiled(aggregate, args, 0)
  const none = argument(aggregate, 0).type.nullable ? null : 0
  if (!hasIntegers(aggregate)) return floats(arg, (total, rows) => rows === 0 ? none : total)
  const { type } = aggregate
  const result = (total: bigint): Cell =>
    isExact(type) ? exactCell(total, type) : type.kind === "Float64" ? Number(total) : integerOrNull(total)
  return integers(arg, ({ count, total }) => count === 0 ? none : result(total))
}

const avg: Implementation = (args, aggregate) => {
  const arg = compiled(aggregate, args, 0)
  const scale = scaleOf(argument(aggregate, 0).type)
  return hasIntegers(aggregate)
    ? integers(arg, ({ count, total }) => count === 0 ? null : Number(exactText(total, scale)) / count)
    : floats(arg, (total, rows) => rows === 0 ? null : total / rows)
}

/** NaN is after all numbers in both directions, so that it stays only without other values. */
const ascending = nullsLast(compareCells)
const descending = nullsLast((a, b) => compareCells(b, a))

const extreme = (order: Compare): Implementation => (args, aggregate, budget) => {
  const arg = compiled(aggregate, args, 0)
  return () => {
    let best: Cell = null
    const add = (frame: Frame) => {
      const cell = arg(frame)
      if (isLongText(cell)) budget.work(costOfComparing(cell))
      if (order(cell, best) >= 0) return
      budget.keepInstead(best, cell)
      best = cell
    }
    return { add, result: () => best, release: () => budget.keepInstead(best, null) }
  }
}

const atExtreme = (order: Compare): Implementation => (args, aggregate, budget) => {
  const [taken, by] = [compiled(aggregate, args, 0), compiled(aggregate, args, 1)]
  return () => {
    let [best, bestBy]: [Cell, Cell] = [null, null]
    const keep = (cell: Cell, cellBy: Cell): void => {
      budget.keepInstead(best, cell)
      budget.keepInstead(bestBy, cellBy)
      best = cell
      bestBy = cellBy
    }
    const add = (frame: Frame) => {
      const [cell, cellBy] = [taken(frame), by(frame)]
      if (cell === null || cellBy === null) return
      if (isLongText(cellBy)) budget.work(costOfComparing(cellBy))
      const place = order(cellBy, bestBy)
      if (place > 0 || (place === 0 && ascending(cell, best) >= 0)) return
      keep(cell, cellBy)
    }
    return { add, result: () => best, release: () => keep(null, null) }
  }
}

const bits = (none: bigint, both: (a: bigint, b: bigint) => bigint): Implementation => (args, aggregate) => {
  const arg = compiled(aggregate, args, 0)
  return () => {
    let found = none
    const add = (frame: Frame) => {
      const cell = arg(frame)
      if (cell !== null) found = both(found, BigInt(cell as number | bigint))
    }
    return { add, result: () => integerCell(found) }
  }
}

/** Adds each value of the argument once. */
const onceEach = (aggregate: Aggregate, args: ReadonlyArray<Evaluate>, start: Start, budget: RowBudget): Start => {
  const arg = compiled(aggregate, args, 0)
  return () => {
    const { add, ...rest } = start()
    const seen = new Set<CellKey>()
    return {
      add: (frame) => {
        const key = budget.keys.of(arg(frame))
        if (seen.has(key)) return
        budget.hold()
        budget.keep(key)
        seen.add(key)
        add(frame)
      },
      ...rest
    }
  }
}

const implementations: Readonly<Record<AggregateName, Implementation>> = {
  count,
  countDistinct,
  sum,
  avg,
  covariance,
  min: extreme(ascending),
  max: extreme(descending),
  anyValue: extreme(ascending),
  argMin: atExtreme(ascending),
  argMax: atExtreme(descending),
  groupArray,
  groupBitAnd: bits(-1n, (a, b) => a & b),
  groupBitOr: bits(0n, (a, b) => a | b),
  groupBitXor: bits(0n, (a, b) => a ^ b),
  quantile
}

/** Compiles an aggregate to a function that starts it for a new group. */
export const compileAggregate = (aggregate: Aggregate, compile: (expr: Expr) => Evaluate, budget: RowBudget): Start => {
  const args = aggregate.args.map(compile)
  const every = implementations[aggregate.fn](args, aggregate, budget, compile)
  const start = aggregate.distinct === true ? onceEach(aggregate, args, every, budget) : every
  if (aggregate.filter === undefined) return start
  const isIncluded = holds(compile(aggregate.filter))
  return () => {
    const { add, ...rest } = start()
    return {
      add: (frame) => {
        if (isIncluded(frame)) add(frame)
      },
      ...rest
    }
  }
}
