import type { UndoLog } from "./UndoLog.ts"

/** The values of each key; every change can be taken back through the log. */
export class MemoryIndex<K, V> {
  readonly #log: UndoLog
  readonly #values = new Map<K, Set<V>>()

  constructor(log: UndoLog) {
    this.#log = log
  }

  /** The key's values as of now: later changes do not reach the answer. */
  get(key: K): ReadonlyArray<V> {
    return [...this.#values.get(key) ?? []]
  }

  /** Every key with each of its values, as of now. */
  entries(): ReadonlyArray<readonly [key: K, value: V]> {
    return Array.from(this.#values, ([key, values]) => Array.from(values, (value) => [key, value] as const)).flat()
  }

  has(key: K, value: V): boolean {
    return this.#values.get(key)?.has(value) === true
  }

  add(key: K, value: V): void {
    if (this.has(key, value)) return
    this.#add(key, value)
    this.#log.record(() => this.#remove(key, value))
  }

  remove(key: K, value: V): void {
    if (!this.has(key, value)) return
    this.#remove(key, value)
    this.#log.record(() => this.#add(key, value))
  }

  #add(key: K, value: V): void {
    const values = this.#values.get(key)
    if (values === undefined) this.#values.set(key, new Set([value]))
    else values.add(value)
  }

  #remove(key: K, value: V): void {
    const values = this.#values.get(key)
    if (values === undefined) return
    values.delete(value)
    if (values.size === 0) this.#values.delete(key)
  }
}
