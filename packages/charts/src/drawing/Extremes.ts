/** A point of a line: its place among all points, and its value. */
export type LinePoint = readonly [place: number, value: number | null]

/**
 * About `most` points of a line, which keeps its shape: of each few neighbours the lowest and the highest are left, at
 * their own places.
 */
export const extremes = (values: ReadonlyArray<number | null>, most: number): ReadonlyArray<LinePoint> => {
  if (values.length <= most) return values.map((value, place) => [place, value])
  const size = Math.ceil(values.length / (most / 2))
  const kept: Array<LinePoint> = []
  for (let from = 0; from < values.length; from += size) {
    let [low, high] = [from, from]
    for (let place = from; place < Math.min(values.length, from + size); place++) {
      const value = values[place] ?? null
      if (value === null) continue
      if (value < (values[low] ?? Number.POSITIVE_INFINITY)) low = place
      if (value > (values[high] ?? Number.NEGATIVE_INFINITY)) high = place
    }
    const places = low === high ? [low] : [low, high].toSorted((one, other) => one - other)
    for (const place of places) kept.push([place, values[place] ?? null])
  }
  return kept
}
