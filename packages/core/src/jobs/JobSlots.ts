import type { JobHandler } from "./JobKind.ts"

/** The pool that a job runs in: that of all kinds, or its kind's own for projects of which none runs. */
export type JobPool = "common" | "spare"

/** Counts of jobs by kind. */
class Tally {
  readonly #counts = new Map<string, number>()

  of(kind: string): number {
    return this.#counts.get(kind) ?? 0
  }

  add(kind: string, count: number): void {
    this.#counts.set(kind, this.of(kind) + count)
  }
}

const positive = (entries: Iterable<readonly [string, number]>): ReadonlyMap<string, number> =>
  new Map([...entries].filter(([, more]) => more > 0))

/** The jobs that a worker runs, and its free slots. By default no kind takes all slots: its jobs may be long. */
export class JobSlots {
  readonly #concurrency: number
  readonly #limits: ReadonlyMap<string, number>
  readonly #spare: ReadonlyMap<string, number>
  readonly #running = { common: new Tally(), spare: new Tally() }
  #taken = 0

  constructor(
    handlers: ReadonlyArray<Pick<JobHandler, "concurrency" | "name" | "spare">>,
    concurrency: number
  ) {
    this.#concurrency = concurrency
    this.#limits = new Map(
      handlers.map((handler) => [handler.name, handler.concurrency ?? Math.max(1, concurrency - 1)])
    )
    this.#spare = positive(handlers.map(({ name, spare }) => [name, spare] as const))
  }

  get free(): number {
    return Math.max(0, this.#concurrency - this.#taken)
  }

  /** The kinds of which more may run, and how many. */
  get open(): ReadonlyMap<string, number> {
    if (this.free === 0) return new Map()
    const { common } = this.#running
    return positive([...this.#limits].map(([kind, limit]) => [kind, limit - common.of(kind)] as const))
  }

  /** The kinds that have no slot left in the common pool, and how many of them may run in their own. */
  get openSpare(): ReadonlyMap<string, number> {
    const { open } = this
    const { spare } = this.#running
    return positive(
      [...this.#spare].filter(([kind]) => !open.has(kind)).map(([kind, limit]) =>
        [kind, limit - spare.of(kind)] as const
      )
    )
  }

  take(kind: string, pool: JobPool): void {
    if (pool === "common") this.#taken++
    this.#running[pool].add(kind, 1)
  }

  giveBack(kind: string, pool: JobPool): void {
    if (pool === "common") this.#taken--
    this.#running[pool].add(kind, -1)
  }
}
