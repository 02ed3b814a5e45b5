import type { JobHandler } from "./JobKind.ts"

/** The jobs that a worker runs, and its free slots. By default no kind takes all slots: its jobs may be long. */
export class JobSlots {
  readonly #concurrency: number
  readonly #limits: ReadonlyMap<string, number>
  readonly #running = new Map<string, number>()
  #taken = 0

  constructor(handlers: ReadonlyArray<Pick<JobHandler, "name" | "concurrency">>, concurrency: number) {
    this.#concurrency = concurrency
    this.#limits = new Map(
      handlers.map((handler) => [handler.name, handler.concurrency ?? Math.max(1, concurrency - 1)])
    )
  }

  get free(): number {
    return Math.max(0, this.#concurrency - this.#taken)
  }

  /** The kinds of which more may run, and how many. */
  get open(): ReadonlyMap<string, number> {
    if (this.free === 0) return new Map()
    return new Map(
      [...this.#limits].map(([kind, limit]) => [kind, limit - (this.#running.get(kind) ?? 0)] as const)
        .filter(([, more]) => more > 0)
    )
  }

  take(kind: string): void {
    this.#taken++
    this.#running.set(kind, (this.#running.get(kind) ?? 0) + 1)
  }

  giveBack(kind: string): void {
    this.#taken--
    this.#running.set(kind, (this.#running.get(kind) ?? 0) - 1)
  }
}
