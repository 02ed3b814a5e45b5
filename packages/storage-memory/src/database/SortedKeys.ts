/** Keys kept in ascending order. Adding one is cheap: they are put in order when they are next asked for. */
export class SortedKeys<K> {
  #ordered: Array<K> = []
  readonly #removed = new Set<K>()
  readonly #added = new Set<K>()

  add(key: K): void {
    if (!this.#removed.delete(key)) this.#added.add(key)
  }

  remove(key: K): void {
    if (!this.#added.delete(key)) this.#removed.add(key)
  }

  /** The first ones above `after`, or from the first. */
  after(after: K | undefined, limit: number): ReadonlyArray<K> {
    this.#settle()
    const from = after === undefined ? 0 : this.#firstAbove(after)
    return this.#ordered.slice(from, from + limit)
  }

  #settle(): void {
    if (this.#removed.size > 0) this.#ordered = this.#ordered.filter((key) => !this.#removed.has(key))
    if (this.#added.size > 0) this.#ordered = [...this.#ordered, ...this.#added].sort(ascending)
    this.#removed.clear()
    this.#added.clear()
  }

  #firstAbove(key: K): number {
    let low = 0
    let high = this.#ordered.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ascending(this.#ordered[middle] as K, key) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

const ascending = <K>(left: K, right: K): number => left < right ? -1 : left > right ? 1 : 0
