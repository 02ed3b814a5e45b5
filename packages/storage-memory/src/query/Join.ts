import { compareCells } from "@hedgerow/sql/evaluate/CellOrder"
import { type Evaluate, type Frame, holds } from "@hedgerow/sql/evaluate/Evaluate"
import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import { aliasesOf } from "@hedgerow/sql/plan/PlanWalk"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { CellKey } from "./CellKey.ts"
import type { CompileAt } from "./CompileExpr.ts"
import { conjuncts, keyOf, keyPair, within } from "./JoinKeys.ts"
import type { RowBudget, Rows, Work } from "./RowBudget.ts"
import { aheadRows, type Stage } from "./Stage.ts"

type Join = Extract<Source, { readonly _tag: "Join" }>

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

/** The part of a SELECT that joining needs. */
export interface JoinContext {
  readonly frame: Frame
  readonly budget: RowBudget
  readonly compileAt: CompileAt
  readonly stage: () => Stage
  readonly slotsOf: (aliases: ReadonlyArray<string>) => ReadonlyArray<number>
}

/** A row of the right side. */
interface Saved {
  readonly slots: ReadonlyArray<unknown>
  isUsed: boolean
}

type Bucket = Array<Saved>
type Buckets = Map<CellKey, Bucket>
const noRows: Bucket = []

const compileJoin = (join: Join, context: JoinContext) => {
  const [leftAliases, rightAliases] = [aliasesOf(join.left), aliasesOf(join.right)]
  const [leftSet, rightSet] = [new Set(leftAliases), new Set(rightAliases)]
  const conditions = (join.on === undefined ? [] : conjuncts(join.on)).map((condition) => ({
    condition,
    pair: keyPair(condition, leftSet, rightSet)
  }))
  const { budget: { keys }, compileAt } = context
  const [ofLeft, ofRight, ofMatch] = [context.stage(), context.stage(), context.stage()]
  const pairs = conditions.flatMap(({ pair }) => pair ?? [])
  const rest = conditions.flatMap(({ condition, pair }) =>
    pair === undefined ? [holds(compileAt(ofMatch)(condition))] : []
  )
  const nullSafe = pairs.map((pair) => pair.nullSafe)
  return {
    ofLeft,
    ofRight,
    ofMatch,
    leftKey: keyOf(pairs.map(({ left }) => compileAt(ofLeft)(left)), nullSafe, keys),
    rightKey: keyOf(pairs.map(({ right }) => compileAt(ofRight)(right)), nullSafe, keys),
    isMatch: (frame: Frame): boolean => rest.every((condition) => condition(frame)),
    keeper: slotKeeper(context.slotsOf(rightAliases)),
    leftKeeper: slotKeeper(context.slotsOf(leftAliases)),
    nearest: isAsof(join) ? nearestOf(conditions.at(-1)?.condition, leftSet, compileAt(ofMatch)) : undefined
  }
}

const isAsof = ({ kind }: Join): boolean => kind === "asof" || kind === "left asof"

/** Of the matches, the one whose side of the last inequality is nearest: the greatest below, the least above. */
const nearestOf = (condition: Expr | undefined, left: ReadonlySet<string>, compile: (expr: Expr) => Evaluate) => {
  const [a, b] = condition?._tag === "Call" ? condition.args : []
  if (condition?._tag !== "Call" || a === undefined || b === undefined) {
    throw new Error("The plan has an asof join without an inequality")
  }
  const isLeftFirst = within(a, left)
  const below = condition.fn.startsWith("greater") === isLeftFirst
  const value = compile(isLeftFirst ? b : a)
  return { value, isNearer: (x: Cell, y: Cell): boolean => below ? compareCells(x, y) > 0 : compareCells(x, y) < 0 }
}

type CompiledJoin = ReturnType<typeof compileJoin>

/** Keeps the right side's rows by key; a row that can match nothing is left out, unless all rows are wanted. */
function* buildBuckets(right: Rows, join: Join, { keeper, ofRight, rightKey }: CompiledJoin, context: JoinContext) {
  const { budget, frame } = context
  const buckets: Buckets = new Map()
  const unmatched: Bucket = []
  for (const hasRow of aheadRows(right, ofRight, frame)) {
    if (!hasRow) {
      yield false
      continue
    }
    const key = rightKey(frame)
    if (key === undefined && join.kind !== "full") continue
    budget.hold()
    const saved: Saved = { slots: keeper.save(frame), isUsed: false }
    const bucket = key === undefined ? unmatched : buckets.get(key)
    if (bucket !== undefined) bucket.push(saved)
    else if (key !== undefined) buckets.set(key, [saved])
  }
  return { buckets, unmatched }
}

/** Whether a left row gives one row at most. */
const takesOne = ({ kind }: Join): boolean => kind !== "inner" && kind !== "left" && kind !== "full" && kind !== "cross"

/** The one match of a left row that counts. */
function* oneMatch(bucket: Bucket, compiled: CompiledJoin, context: JoinContext): Work<Saved | undefined> {
  const { budget, frame } = context
  const { isMatch, keeper, nearest, ofMatch } = compiled
  let best: Saved | undefined
  let bestValue: Cell = null
  for (const saved of bucket) {
    if (budget.isSpent()) yield false
    keeper.restore(frame, saved.slots)
    if (!ofMatch.isFilled(frame)) yield* ofMatch.fill(frame)
    if (!isMatch(frame)) continue
    if (nearest === undefined) return saved
    const value = nearest.value(frame)
    if (best === undefined || nearest.isNearer(value, bestValue)) [best, bestValue] = [saved, value]
  }
  return best
}

const keepsUnmatched: ReadonlySet<Join["kind"]> = new Set(["left", "full", "anti", "left any", "left asof"])

function* matchRows(join: Join, left: Rows, right: Rows, compiled: CompiledJoin, context: JoinContext): Rows {
  const { budget, frame } = context
  const { isMatch, keeper, leftKey, leftKeeper, ofLeft, ofMatch } = compiled
  const { buckets, unmatched } = yield* buildBuckets(right, join, compiled, context)
  const taken = new Set<CellKey>()
  for (const hasRow of aheadRows(left, ofLeft, frame)) {
    if (!hasRow) {
      yield false
      continue
    }
    const key = leftKey(frame)
    const bucket = key === undefined ? noRows : buckets.get(key) ?? noRows
    let isMatched = false
    if (takesOne(join)) {
      const found = yield* oneMatch(bucket, compiled, context)
      isMatched = found !== undefined
      if (found !== undefined && join.kind !== "anti") {
        // One row for each key of the left side.
        if (join.kind === "any" && key !== undefined && taken.has(key)) continue
        if (key !== undefined) taken.add(key)
        keeper.restore(frame, found.slots)
        yield true
      }
    } else {
      for (const saved of bucket) {
        if (budget.isSpent()) yield false
        keeper.restore(frame, saved.slots)
        if (!ofMatch.isFilled(frame)) yield* ofMatch.fill(frame)
        if (!isMatch(frame)) continue
        isMatched = true
        saved.isUsed = true
        yield true
      }
    }
    if (isMatched || !keepsUnmatched.has(join.kind)) continue
    keeper.clear(frame)
    yield true
  }
  if (join.kind !== "full") return
  leftKeeper.clear(frame)
  for (const saved of [...buckets.values(), unmatched].flat()) {
    if (budget.isSpent()) yield false
    if (saved.isUsed) continue
    keeper.restore(frame, saved.slots)
    yield true
  }
}

/**
 * The joined rows: the right side is kept by its equal keys, then each left row looks for its own. Without an equality
 * all right rows share one key, which is the nested loop.
 */
export const joinRows = (join: Join, left: Rows, right: Rows, context: JoinContext): Rows =>
  matchRows(join, left, right, compileJoin(join, context), context)
