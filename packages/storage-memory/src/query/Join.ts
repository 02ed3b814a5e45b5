import { type Evaluate, type Frame, holds, isTrue } from "@hedgerow/core/query/sql/evaluate/Evaluate"
import type { Expr, Source } from "@hedgerow/core/query/sql/Plan"
import { aliasesOf, sourcesRead } from "@hedgerow/core/query/sql/PlanWalk"
import { type CellKey, cellsKey } from "./CellKey.ts"
import type { RowBudget, Rows, Work } from "./RowBudget.ts"

type Join = Extract<Source, { readonly _tag: "Join" }>

/** One equality of a join's condition, its sides told apart. */
interface KeyPair {
  readonly left: Expr
  readonly right: Expr
  readonly nullSafe: boolean
}

const isFalse = (expr: Expr | undefined): boolean => expr?._tag === "Literal" && !isTrue(expr.value)

/** The conditions that must all hold. That one of them is NULL means the same as that it is false. */
const conjuncts = (expr: Expr): ReadonlyArray<Expr> => {
  if (expr._tag !== "Call") return [expr]
  const [first, ...rest] = expr.args
  if (expr.fn === "and") return expr.args.flatMap(conjuncts)
  if (expr.fn === "coalesce" && first !== undefined && rest.every(isFalse)) return conjuncts(first)
  return [expr]
}

const within = (expr: Expr, aliases: ReadonlySet<string>): boolean =>
  sourcesRead(expr).every((alias) => aliases.has(alias))

const keyPair = (expr: Expr, left: ReadonlySet<string>, right: ReadonlySet<string>): KeyPair | undefined => {
  if (expr._tag !== "Call" || (expr.fn !== "equals" && expr.fn !== "isNotDistinct")) return undefined
  const [a, b] = expr.args
  if (a === undefined || b === undefined) return undefined
  const nullSafe = expr.fn === "isNotDistinct"
  if (within(a, left) && within(b, right)) return { left: a, right: b, nullSafe }
  return within(b, left) && within(a, right) ? { left: b, right: a, nullSafe } : undefined
}

/** The key of a row, or undefined when it can match nothing: NaN, or NULL where the equality is not null-safe. */
const keyOf = (parts: ReadonlyArray<Evaluate>, nullSafe: ReadonlyArray<boolean>) => (frame: Frame) => {
  const cells = parts.map((part) => part(frame))
  const isLost = cells.some((cell, i) => cell === null ? nullSafe[i] !== true : cell !== cell)
  return isLost ? undefined : cellsKey(cells)
}

/** Puts the right side's part of the frame away and back. */
const slotKeeper = (slots: ReadonlyArray<number>) => ({
  save: (frame: Frame): ReadonlyArray<unknown> => slots.map((slot) => frame[slot]),
  restore: (frame: Frame, saved: ReadonlyArray<unknown>): void => {
    for (let i = 0; i < slots.length; i++) frame[slots[i] ?? 0] = saved[i]
  },
  clear: (frame: Frame): void => {
    for (const slot of slots) frame[slot] = undefined
  }
})

/** What joining needs of its SELECT. */
export interface JoinContext {
  readonly frame: Frame
  readonly budget: RowBudget
  readonly compile: (expr: Expr) => Evaluate
  readonly slotsOf: (aliases: ReadonlyArray<string>) => ReadonlyArray<number>
}

type Bucket = Array<ReadonlyArray<unknown>>
type Buckets = Map<CellKey, Bucket>
const noRows: Bucket = []

const compileJoin = (join: Join, context: JoinContext) => {
  const [leftAliases, rightAliases] = [aliasesOf(join.left), aliasesOf(join.right)]
  const [leftSet, rightSet] = [new Set(leftAliases), new Set(rightAliases)]
  const conditions = (join.on === undefined ? [] : conjuncts(join.on)).map((condition) => ({
    condition,
    pair: keyPair(condition, leftSet, rightSet)
  }))
  const pairs = conditions.flatMap(({ pair }) => pair ?? [])
  const rest = conditions.flatMap(({ condition, pair }) =>
    pair === undefined ? [holds(context.compile(condition))] : []
  )
  const nullSafe = pairs.map((pair) => pair.nullSafe)
  return {
    leftKey: keyOf(pairs.map(({ left }) => context.compile(left)), nullSafe),
    rightKey: keyOf(pairs.map(({ right }) => context.compile(right)), nullSafe),
    isMatch: (frame: Frame): boolean => rest.every((condition) => condition(frame)),
    keeper: slotKeeper(context.slotsOf(rightAliases))
  }
}

type CompiledJoin = ReturnType<typeof compileJoin>

/** Keeps the right side's rows by key; what can match nothing is left out. */
function* buildBuckets(right: Rows, { keeper, rightKey }: CompiledJoin, context: JoinContext): Work<Buckets> {
  const { budget, frame } = context
  const buckets: Buckets = new Map()
  for (const hasRow of right) {
    if (!hasRow) {
      yield false
      continue
    }
    const key = rightKey(frame)
    if (key === undefined) continue
    budget.hold()
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [keeper.save(frame)])
    else bucket.push(keeper.save(frame))
  }
  return buckets
}

function* matchRows(join: Join, left: Rows, right: Rows, compiled: CompiledJoin, context: JoinContext): Rows {
  const { budget, frame } = context
  const { isMatch, keeper, leftKey } = compiled
  const buckets = yield* buildBuckets(right, compiled, context)
  for (const hasRow of left) {
    if (!hasRow) {
      yield false
      continue
    }
    const key = leftKey(frame)
    let isMatched = false
    for (const saved of key === undefined ? noRows : buckets.get(key) ?? noRows) {
      if (budget.isSpent()) yield false
      keeper.restore(frame, saved)
      if (!isMatch(frame)) continue
      isMatched = true
      yield true
    }
    if (isMatched || join.kind !== "left") continue
    keeper.clear(frame)
    yield true
  }
}

/**
 * The joined rows: the right side is kept by its equal keys, then each left row looks for its own. Without an equality
 * all right rows share one key, which is the nested loop.
 */
export const joinRows = (join: Join, left: Rows, right: Rows, context: JoinContext): Rows =>
  matchRows(join, left, right, compileJoin(join, context), context)
