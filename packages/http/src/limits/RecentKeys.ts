/** Values by key, kept while they are used. */
export interface RecentKeys<V> {
  readonly get: (key: string) => V | undefined
  /** The value of the key, made when there is none, and kept for at least one more life. */
  readonly use: (key: string, now: number, make: () => V) => V
  readonly size: () => number
}

/**
 * Keeps a value for at least `lifeMillis` after its last use and at most twice that, without a timer: two generations,
 * of which the older is dropped as a whole. Beyond twice `capacity` keys in that time those that were longest unused are
 * dropped earlier.
 */
export const makeRecentKeys = <V>(lifeMillis: number, capacity: number): RecentKeys<V> => {
  let current = new Map<string, V>()
  let previous = new Map<string, V>()
  let turnedAt = 0

  const turn = (now: number): void => {
    const age = now - turnedAt
    if (age < lifeMillis && current.size < capacity) return
    previous = age < 2 * lifeMillis ? current : new Map()
    current = new Map()
    turnedAt = now
  }

  const get = (key: string): V | undefined => current.get(key) ?? previous.get(key)

  return {
    get,
    use: (key, now, make) => {
      turn(now)
      const value = get(key) ?? make()
      current.set(key, value)
      previous.delete(key)
      return value
    },
    size: () => current.size + previous.size
  }
}
