import type { Evaluate, Frame } from "@hedgerow/sql/evaluate/Evaluate"
import type { Accumulator } from "./Aggregate.ts"
import type { CellKey, CellKeys } from "./CellKey.ts"
import { paused, type RowBudget, type Rows } from "./RowBudget.ts"
import type { Statement } from "./Statement.ts"

/** The first row of a group stands for its keys. */
interface Group {
  readonly frame: Frame
  readonly accumulators: ReadonlyArray<Accumulator>
}

const keyOf = (parts: ReadonlyArray<Evaluate>, keys: CellKeys): (frame: Frame) => CellKey => {
  const [only] = parts
  return parts.length === 1 && only !== undefined
    ? (frame) => keys.of(only(frame))
    : (frame) => keys.ofAll(parts.map((part) => part(frame)))
}

const finish = (group: Group, { aggregates }: Statement): Frame => {
  for (const [i, { slot }] of aggregates.entries()) group.frame[slot] = group.accumulators[i]?.result()
  return group.frame
}

/**
 * A frame for each group, with the aggregates' results in their slots; undefined for a pause. No keys make one group of
 * all rows, also when there are none.
 */
export function* groupFrames(
  rows: Rows,
  keys: ReadonlyArray<Evaluate>,
  statement: Statement,
  budget: RowBudget
): Generator<Frame | undefined, void, void> {
  const { frame } = statement
  const key = keyOf(keys, budget.keys)
  const groups = new Map<CellKey, Group>()
  const open = (found: CellKey): Group => {
    budget.hold()
    budget.keep(found)
    return { frame: frame.slice(), accumulators: statement.aggregates.map(({ start }) => start()) }
  }
  for (const hasRow of rows) {
    if (!hasRow) {
      yield undefined
      continue
    }
    const found = key(frame)
    let group = groups.get(found)
    if (group === undefined) groups.set(found, group = open(found))
    for (const accumulator of group.accumulators) accumulator.add(frame)
  }
  if (keys.length === 0 && groups.size === 0) groups.set("", { ...open(""), frame: statement.emptyFrame() })
  for (const group of groups.values()) {
    if (budget.isSpent()) yield undefined
    for (const { finish } of group.accumulators) if (finish !== undefined) yield* paused(finish())
    yield finish(group, statement)
  }
}
