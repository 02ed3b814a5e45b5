/** Values by key as long as there is room: those that were used longest ago make room. */
export interface RecentValues<A> {
  readonly get: (key: string) => A | undefined
  /** Keeps the value as the newest, unless it alone is too large; the older one of the key goes. */
  readonly use: (key: string, value: A) => void
  readonly forget: (key: string) => void
}

/** Keeps values whose sizes make up no more than `most`. */
export const makeRecentValues = <A>(sizeOf: (value: A) => number, most: number): RecentValues<A> => {
  const known = new Map<string, A>()
  let size = 0
  const forget = (key: string): void => {
    const value = known.get(key)
    if (value === undefined) return
    size -= sizeOf(value)
    known.delete(key)
  }
  return {
    get: (key) => known.get(key),
    use: (key, value) => {
      forget(key)
      if (sizeOf(value) > most) return
      known.set(key, value)
      size += sizeOf(value)
      for (const oldest of known.keys()) {
        if (size <= most) return
        forget(oldest)
      }
    },
    forget
  }
}
