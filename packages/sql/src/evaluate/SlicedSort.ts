import type { Meter, Sliced } from "./Meter.ts"

/** Sorted at once; longer lists are merged from runs of this length, pausing on the way. */
const runLength = 1024

/** The steps of a merge that are counted together; each costs as much as a row. */
const stepsAtOnce = 64
const nodesOfSteps = 16 * stepsAtOnce

function* merge<A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  compare: (x: A, y: A) => number,
  meter: Meter
): Sliced<Array<A>> {
  const merged: Array<A> = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (merged.length % stepsAtOnce === 0) {
      meter.work(nodesOfSteps)
      if (meter.isDue()) yield false
    }
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

/** The items in order; equal ones stay as they were. */
export function* sorted<A>(items: Array<A>, compare: (x: A, y: A) => number, meter: Meter): Sliced<Array<A>> {
  if (items.length <= runLength) {
    meter.work(items.length)
    return items.sort(compare)
  }
  let runs: Array<Array<A>> = []
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare))
    yield false
  }
  while (runs.length > 1) {
    const longer: Array<Array<A>> = []
    for (let i = 0; i < runs.length; i += 2) {
      const [a = [], b] = [runs[i], runs[i + 1]]
      longer.push(b === undefined ? a : yield* merge(a, b, compare, meter))
    }
    runs = longer
  }
  return runs[0] ?? []
}
