import { compareCells, costOfAll, nullsLast } from "@hedgerow/sql/evaluate/CellOrder"
import type { Evaluate, Frame } from "@hedgerow/sql/evaluate/Evaluate"
import { sorted } from "@hedgerow/sql/evaluate/SlicedSort"
import type { Expr, Order, Window } from "@hedgerow/sql/plan/Plan"
import { asAggregate, isWindowName } from "@hedgerow/sql/render/RenderWindow"
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import type { Accumulator } from "./Aggregate.ts"
import { compileAggregate } from "./Aggregates.ts"
import type { CellKey } from "./CellKey.ts"
import type { RowBudget, Work } from "./RowBudget.ts"
import { frameEnds, type Place } from "./WindowFrames.ts"

/** The order of two rows of keys by the terms. */
export const orderOf = (terms: ReadonlyArray<Pick<Order, "descending">>): (a: Row, b: Row) => number => {
  const orders = terms.map(({ descending }) => nullsLast(descending ? (a, b) => compareCells(b, a) : compareCells))
  return (a, b) => {
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i]?.(a[i] ?? null, b[i] ?? null) ?? 0
      if (order !== 0) return order
    }
    return 0
  }
}

/** The cost of comparing a row with another one by its keys. */
export const keyCost = ({ keys }: { readonly keys: Row }): number => costOfAll(keys)

/** A window that can be computed. */
export interface CompiledWindow {
  readonly args: ReadonlyArray<Evaluate>
  readonly partitionBy: ReadonlyArray<Evaluate>
  readonly orderBy: ReadonlyArray<Evaluate>
  /** Starts an aggregate over a frame. */
  readonly start: (() => Accumulator) | undefined
}

/** Compiled with the rest of its SELECT, so that the aggregates in it are known. */
export const compileWindow = (
  window: Window,
  compile: (expr: Expr) => Evaluate,
  budget: RowBudget
): CompiledWindow => ({
  args: window.args.map(compile),
  partitionBy: window.partitionBy.map(compile),
  orderBy: window.orderBy.map(({ expr }) => compile(expr)),
  start: isWindowName(window.fn) ? undefined : compileAggregate(asAggregate(window), compile, budget)
})

/** A row of a partition with the cells it is ordered by. */
interface Member {
  readonly frame: Frame
  readonly keys: Row
}

const constantOf = (expr: Expr | undefined): number => expr?._tag === "Literal" ? Number(expr.value) : 1

type Value = (place: Place) => Cell

const nothing: Value = () => null

/** The values of a function of rows over one ordered partition. */
const valueOf = (window: Window, { args }: CompiledWindow, members: ReadonlyArray<Member>): Value => {
  const [arg] = args
  const at = (index: number): Cell => {
    const member = members[index]
    return member === undefined || arg === undefined ? null : arg(member.frame)
  }
  const count = constantOf(window.args[1])
  const beside = (index: number, own: number): Cell => {
    const member = members[own]
    return index >= 0 && index < members.length
      ? at(index)
      : member === undefined
      ? null
      : args[2]?.(member.frame) ?? null
  }
  switch (window.fn) {
    case "rowNumber":
      return ({ index }) => index + 1
    case "rank":
      return ({ firstPeer }) => firstPeer + 1
    case "denseRank":
      return ({ peers }) => peers
    case "firstValue":
      return ({ end, start }) => start < end ? at(start) : null
    case "lastValue":
      return ({ end, start }) => start < end ? at(end - 1) : null
    case "nthValue":
      return ({ end, start }) => start + count - 1 < end ? at(start + count - 1) : null
    case "lag":
      return ({ index }) => beside(index - count, index)
    case "lead":
      return ({ index }) => beside(index + count, index)
    default:
      throw new Error(`${window.fn} is no function of rows`)
  }
}

/** The members of a frame that are added between two looks at the time. */
const addedAtOnce = 1024

/** The cost of adding a member, in nodes. */
const nodesOfMember = 2

/** The aggregate over each frame; a frame that only grows is added to. */
class FrameAggregate {
  readonly #start: () => Accumulator
  readonly #members: ReadonlyArray<Member>
  #running: Accumulator
  #from = 0
  #to = 0

  constructor(start: () => Accumulator, members: ReadonlyArray<Member>) {
    this.#start = start
    this.#members = members
    this.#running = start()
  }

  *at(place: Place, budget: RowBudget): Work<Cell> {
    if (place.start !== this.#from || place.end < this.#to) {
      this.#running.release?.()
      this.#running = this.#start()
      this.#from = this.#to = place.start
    }
    while (this.#to < place.end) {
      this.#add(Math.min(place.end, this.#to + addedAtOnce), budget)
      if (budget.isDue()) yield false
    }
    if (this.#running.finish !== undefined) yield* this.#running.finish()
    return this.#running.result()
  }

  #add(end: number, budget: RowBudget): void {
    budget.work(nodesOfMember * (end - this.#to))
    for (; this.#to < end; this.#to++) {
      const member = this.#members[this.#to]
      if (member !== undefined) this.#running.add(member.frame)
    }
  }
}

function* fillPartition(
  window: Window,
  slot: number,
  compiled: CompiledWindow,
  members: ReadonlyArray<Member>,
  budget: RowBudget
): Work<void> {
  const order = orderOf(window.orderBy)
  const ordered = yield* sorted([...members], (a, b) => order(a.keys, b.keys), budget, keyCost)
  const { start } = compiled
  const aggregate = start === undefined ? undefined : new FrameAggregate(start, ordered)
  const value = start === undefined ? valueOf(window, compiled, ordered) : nothing
  let before: Cell = null
  for (const place of frameEnds(window, ordered.map(({ keys }) => keys), order, budget)) {
    if (place === undefined || budget.isSpent()) yield false
    if (place === undefined) continue
    const cell = aggregate === undefined ? value(place) : yield* aggregate.at(place, budget)
    if (Array.isArray(cell)) {
      budget.hold(cell)
      budget.spend(cell.length)
    }
    if (typeof cell === "string" && cell !== before) budget.keep(cell)
    before = cell
    const member = ordered[place.index]
    if (member !== undefined) member.frame[slot] = cell
  }
}

/** Computes a window for all rows of a SELECT, into its slot of their frames. */
export function* fillWindow(
  window: Window,
  slot: number,
  compiled: CompiledWindow,
  frames: ReadonlyArray<Frame>,
  budget: RowBudget
): Work<void> {
  const partitions = new Map<CellKey, Array<Member>>()
  for (const frame of frames) {
    if (budget.isSpent()) yield false
    const key = budget.keys.ofAll(compiled.partitionBy.map((evaluate) => evaluate(frame)))
    const member = { frame, keys: compiled.orderBy.map((evaluate) => evaluate(frame)) }
    for (const key of member.keys) budget.keep(key)
    const partition = partitions.get(key)
    if (partition === undefined) partitions.set(key, [member])
    else partition.push(member)
  }
  for (const members of partitions.values()) yield* fillPartition(window, slot, compiled, members, budget)
}
