/** Days and other points in order, brought to a number that fits. */

/** The first of each group of `size` neighbours. */
const groupsOf = (count: number, most: number): number => Math.max(1, Math.ceil(count / most))

/** The places of the points that are drawn, of many: the first of every few, and the last. */
export const thinned = (count: number, most: number): ReadonlyArray<number> => {
  const step = groupsOf(count, most)
  const kept = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
  return count > 0 && kept.at(-1) !== count - 1 ? [...kept, count - 1] : kept
}

/** Neighbouring points as one, so that no more than `most` are left: the places of the first and the last of each. */
export const gathered = (count: number, most: number): ReadonlyArray<readonly [number, number]> => {
  const size = groupsOf(count, most)
  return Array.from(
    { length: Math.ceil(count / size) },
    (_, index) => [index * size, Math.min(count, (index + 1) * size) - 1]
  )
}
