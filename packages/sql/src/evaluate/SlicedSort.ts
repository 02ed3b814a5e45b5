import type { Meter, Sliced } from "./Meter.ts"

/** Sorted at once; longer lists are merged from runs of this length, pausing on the way. */
const runLength = 1024

/** The cost of comparing the members of a run, in nodes: runs of long texts are shorter. */
const runCost = 2048

/** The steps of a merge that are counted together; each costs as much as a row. */
const stepsAtOnce = 64
const nodesOfSteps = 16 * stepsAtOnce

/** The cost of comparing an item with another one, in nodes beside those of a step. */
type Cost<A> = (item: A) => number

function* merge<A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  compare: (x: A, y: A) => number,
  meter: Meter,
  cost: Cost<A> | undefined
): Sliced<Array<A>> {
  const merged: Array<A> = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const isCounted = merged.length % stepsAtOnce === 0
    if (isCounted) meter.work(nodesOfSteps)
    if (cost !== undefined && i < a.length) meter.work(cost(a[i] as A))
    if ((isCounted || cost !== undefined) && meter.isDue()) yield false
    const [x, y] = [a[i], b[j]]
    if (j >= b.length || (i < a.length && compare(x as A, y as A) <= 0)) {
      merged.push(x as A)
      i += 1
    } else {
      merged.push(y as A)
      j += 1
    }
  }
  return merged
}

/** The end of the run that begins at `start`. */
const endOfRun = <A>(items: ReadonlyArray<A>, start: number, cost: Cost<A> | undefined): number => {
  const most = Math.min(items.length, start + runLength)
  if (cost === undefined) return most
  let [end, left] = [start, runCost]
  while (end < most && (left >= 0 || end === start)) left -= cost(items[end++] as A)
  return end
}

/** The items in order; equal ones stay as they were. */
export function* sorted<A>(
  items: Array<A>,
  compare: (x: A, y: A) => number,
  meter: Meter,
  costOf?: Cost<A>
): Sliced<Array<A>> {
  const cost = costOf !== undefined && items.some((item) => costOf(item) > 0) ? costOf : undefined
  let runs: Array<Array<A>> = []
  for (let start = 0; start < items.length;) {
    const end = endOfRun(items, start, cost)
    meter.work(end - start)
    if (end - start === items.length) return items.sort(compare)
    runs.push(items.slice(start, end).sort(compare))
    yield false
    start = end
  }
  while (runs.length > 1) {
    const longer: Array<Array<A>> = []
    for (let i = 0; i < runs.length; i += 2) {
      const [a = [], b] = [runs[i], runs[i + 1]]
      longer.push(b === undefined ? a : yield* merge(a, b, compare, meter, cost))
    }
    runs = longer
  }
  return runs[0] ?? []
}
