import type { EngineBounds } from "@hedgerow/core/query/EngineLimits"
import { QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { rowSize } from "@hedgerow/core/query/RowsSize"
import type { Meter, Sliced } from "@hedgerow/sql/evaluate/Meter"
import type { Expr, Order } from "@hedgerow/sql/plan/Expr"
import { sizeOf } from "@hedgerow/sql/plan/ExprMeasures"
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Context } from "effect"
import { CellKeys } from "./CellKey.ts"

/** The most rows that one query may hold at once in hash tables, groups, sorts and answers. */
export class QueryRowLimit extends Context.Reference<number>("@hedgerow/storage-memory/query/QueryRowLimit", {
  defaultValue: () => 5_000_000
}) {}

/** The most bytes that one query may hold where `EngineLimits` states no number. */
export class QueryMemoryLimit extends Context.Reference<number>("@hedgerow/storage-memory/query/QueryMemoryLimit", {
  defaultValue: () => 512 * 1024 * 1024
}) {}

/** The nodes of an expression that take about as long as a row does besides. */
const nodesOfRow = 16

/** The work between two pauses, in nodes: about 2,000 rows, a few milliseconds. */
const stride = 2048 * nodesOfRow

/** Rows of a table with more bytes cost the time in which they are looked through. */
const longRow = 4096
const charactersOfNode = 4

/** The most work that may be done without a pause, in nodes: the functions of one cell, over 32 Mi characters. */
const mostAtOnce = 2 ** 23

const listSizes = new WeakMap<ReadonlyArray<unknown>, number>()

/** The nodes of a list of expressions; found once for each list, which a plan that is asked for again has unchanged. */
export const sizeOfAll = (list: ReadonlyArray<Expr | Pick<Order, "expr">>): number => {
  const known = listSizes.get(list)
  if (known !== undefined) return known
  const size = list.reduce((sum, one) => sum + sizeOf("expr" in one ? one.expr : one), 0)
  listSizes.set(list, size)
  return size
}

/** The cost of evaluating this many nodes for one row, in rows. */
export const costOf = (nodes: number): number => Math.floor(nodes / nodesOfRow)

/** About how many bytes a row that stays in memory takes beside its cells. */
const heldRowBytes = 100

/** Texts of no more characters are counted with their rows. */
const shortText = 256

/** The work that one running query has done, within its bounds. */
export class RowBudget implements Meter {
  readonly keys = new CellKeys(this)
  rowsRead = 0
  bytesRead = 0
  /** About how many bytes the rows hold that stay in memory. */
  bytesHeld = 0
  #held = 0
  #untilPause = stride
  readonly #mostHeld: number
  readonly #bounds: EngineBounds

  constructor(mostHeld: number, bounds: EngineBounds) {
    this.#mostHeld = mostHeld
    this.#bounds = bounds
  }

  /** Counts one row of a table. */
  read(bytes: number): void {
    this.rowsRead += 1
    this.bytesRead += bytes
    const { bytesRead, rowsRead } = this.#bounds
    if (this.rowsRead > rowsRead) throw new QueryTooLarge({ limit: "rows", most: rowsRead })
    if (bytes > longRow) this.work(Math.floor(bytes / charactersOfNode))
    if (this.bytesRead > bytesRead) throw new QueryTooLarge({ limit: "bytes", most: bytesRead })
  }

  /** Counts one row of work; true when it is time to let others run. */
  isSpent(): boolean {
    this.#untilPause -= nodesOfRow
    if (this.#untilPause > 0) return false
    this.#untilPause = stride
    return true
  }

  isDue(): boolean {
    if (this.#untilPause > 0) return false
    this.#untilPause = stride
    return true
  }

  /** Counts work as that of `rows` rows. */
  spend(rows: number): void {
    this.#untilPause -= rows * nodesOfRow
  }

  work(nodes: number): void {
    this.#untilPause -= nodes
    if (this.#untilPause < -mostAtOnce) throw new QueryTooLarge({ limit: "cell" })
  }

  /** Counts one row that stays in memory, with its cells where it has its own. */
  hold(row?: Row): void {
    this.#held += 1
    this.bytesHeld += row === undefined ? heldRowBytes : heldRowBytes + rowSize(row)
    if (this.#held > this.#mostHeld) throw new QueryTooLarge({ limit: "memory" })
    this.#checkMemory()
  }

  /** Counts a value that stays in memory beside the row which it is counted with, where it is a long one. */
  keep(cell: Cell): void {
    if (typeof cell === "string") {
      if (cell.length <= shortText) return
      this.bytesHeld += cell.length
    } else if (Array.isArray(cell)) this.bytesHeld += rowSize(cell)
    else return
    this.#checkMemory()
  }

  /** Counts a value that stays in the place of another one. */
  keepInstead(before: Cell, cell: Cell): void {
    if (typeof before === "string" && before.length > shortText) this.bytesHeld -= before.length
    else if (Array.isArray(before)) this.bytesHeld -= rowSize(before)
    this.keep(cell)
  }

  #checkMemory(): void {
    const { memory } = this.#bounds
    if (this.bytesHeld > memory) throw new QueryTooLarge({ limit: "memory", most: memory })
  }
}

/** Work that pauses now and then by yielding false, and ends with a result. */
export type Work<A> = Sliced<A>

/** Rows that come one by one in the frame: true for a row, false for a pause. */
export type Rows = Generator<boolean, void, void>

/** The same work, with undefined for a pause. */
export function* paused<A>(work: Work<A>): Generator<undefined, A, void> {
  let step = work.next()
  while (step.done !== true) {
    yield undefined
    step = work.next()
  }
  return step.value
}
