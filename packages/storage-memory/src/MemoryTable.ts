import type { UndoLog } from "./UndoLog.ts"

/** Rows by key; every change can be taken back through the log. */
export class MemoryTable<K, V> {
  readonly #log: UndoLog
  readonly #rows = new Map<K, V>()

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

  set(key: K, value: V): void {
    this.#recordRow(key)
    this.#rows.set(key, value)
  }

  delete(key: K): void {
    if (!this.#rows.has(key)) return
    this.#recordRow(key)
    this.#rows.delete(key)
  }

  #recordRow(key: K): void {
    const before = this.#rows.get(key)
    this.#log.record(
      before === undefined ? () => this.#rows.delete(key) : () => this.#rows.set(key, before)
    )
  }
}
