interface Visit<A> {
  readonly one: A
  readonly needed: ReadonlyArray<A>
  readonly next: number
}

/**
 * Records and all that they need, each once and after its needs; a circle is cut where it closes. Reads each record
 * once on any number of ways, and no deep chain exhausts the stack.
 */
export const neededFirst = <A>(roots: ReadonlyArray<A>, neededBy: (one: A) => ReadonlyArray<A>): ReadonlyArray<A> => {
  const seen = new Set<A>()
  const ordered: Array<A> = []
  const path: Array<Visit<A>> = []
  const enter = (one: A): void => {
    if (seen.has(one)) return
    seen.add(one)
    path.push({ one, needed: neededBy(one), next: 0 })
  }
  for (const root of roots) {
    enter(root)
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      if (at.next === at.needed.length) ordered.push(at.one)
      else {
        path.push({ ...at, next: at.next + 1 })
        for (const needed of at.needed.slice(at.next, at.next + 1)) enter(needed)
      }
    }
  }
  return ordered
}
