import { SortedKeys } from "./SortedKeys.ts"
import type { UndoLog } from "./UndoLog.ts"

/** Rows by key; every change can be taken back through the log. */
export class MemoryTable<K, V> {
  readonly #log: UndoLog
  readonly #rows = new Map<K, V>()
  #sortedKeys: SortedKeys<K> | undefined

  constructor(log: UndoLog) {
    this.#log = log
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: K): V | undefined {
    return this.#rows.get(key)
  }

  has(key: K): boolean {
    return this.#rows.has(key)
  }

  entries(): Iterable<readonly [K, V]> {
    return this.#rows.entries()
  }

  values(): Iterable<V> {
    return this.#rows.values()
  }

  /** The first keys above `after`, in ascending order; from the first without it. */
  keysAfter(after: K | undefined, limit: number): ReadonlyArray<K> {
    this.#sortedKeys ??= this.#sortKeys()
    return this.#sortedKeys.after(after, limit)
  }

  set(key: K, value: V): void {
    this.#recordRow(key)
    this.#put(key, value)
  }

  delete(key: K): void {
    if (!this.#rows.has(key)) return
    this.#recordRow(key)
    this.#remove(key)
  }

  #sortKeys(): SortedKeys<K> {
    const keys = new SortedKeys<K>()
    for (const key of this.#rows.keys()) keys.add(key)
    return keys
  }

  #put(key: K, value: V): void {
    if (this.#sortedKeys !== undefined && !this.#rows.has(key)) this.#sortedKeys.add(key)
    this.#rows.set(key, value)
  }

  #remove(key: K): void {
    if (this.#rows.delete(key)) this.#sortedKeys?.remove(key)
  }

  #recordRow(key: K): void {
    const before = this.#rows.get(key)
    this.#log.record(
      before === undefined ? () => this.#remove(key) : () => this.#put(key, before)
    )
  }
}
