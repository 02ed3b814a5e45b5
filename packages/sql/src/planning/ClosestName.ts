/** The edit distance between two names: letters changed, added, left out or swapped with their neighbour. */
const distance = (left: string, right: string): number => {
  let before: ReadonlyArray<number> = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < right.length; j++) {
      const replaced = (row[j] ?? 0) + (left[i] === right[j] ? 0 : 1)
      const swapped = i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j]
      const cheapest = Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1)
      next.push(swapped ? Math.min(cheapest, (before[j - 1] ?? 0) + 1) : cheapest)
    }
    before = row
    row = next
  }
  return row[right.length] ?? 0
}

/** So many changes a name may be away from another one that it means. */
const mostChanges = (left: string, right: string): number =>
  Math.max(1, Math.floor(Math.max(left.length, right.length) / 4))

/** The known name closest to an unknown one in any letter case, when it is close enough to be meant. */
export const closestName = (name: string, names: ReadonlyArray<string>): string | undefined => {
  if (name.length > 64) return undefined
  const wanted = name.toLowerCase()
  const close = names
    // Letters that are missing are changes: a name of quite another length need not be compared.
    .filter((known) => Math.abs(known.length - wanted.length) <= mostChanges(known, wanted))
    .map((known) => ({ known, changes: distance(wanted, known.toLowerCase()) }))
    .filter(({ changes, known }) => changes <= mostChanges(known, wanted))
    .sort((left, right) => left.changes - right.changes)
  return close[0]?.known
}
