import type { UndoLog } from "./UndoLog.ts"

const nothing: ReadonlySet<never> = new Set()

/** Which values belong to a key; every change can be taken back through the log. */
export class MemoryIndex<K, V> {
  readonly #log: UndoLog
  readonly #values = new Map<K, Set<V>>()

  constructor(log: UndoLog) {
    this.#log = log
  }

  get(key: K): ReadonlySet<V> {
    return this.#values.get(key) ?? nothing
  }

  add(key: K, value: V): void {
    if (this.get(key).has(value)) return
    this.#add(key, value)
    this.#log.record(() => this.#remove(key, value))
  }

  remove(key: K, value: V): void {
    if (!this.get(key).has(value)) return
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
