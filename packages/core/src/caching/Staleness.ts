import { Context, Duration } from "effect"

/** The longest that a caller who goes on with last known values waits to learn whether they are still true. */
export const longestDoubt = Duration.seconds(1)

/** The parts of an answer that could not be checked for being fresh, because the storage is away or silent. */
export class Staleness {
  #freshAt: number | undefined

  /** Notes that something was used which was fresh at this time, in milliseconds, and may not be any more. */
  note(freshAt: number): void {
    this.#freshAt = Math.min(freshAt, this.#freshAt ?? freshAt)
  }

  get isStale(): boolean {
    return this.#freshAt !== undefined
  }

  /** For how many whole seconds the oldest part has not been known to be fresh; undefined when all of it was. */
  secondsAt(now: number): number | undefined {
    return this.#freshAt === undefined ? undefined : Math.max(0, Math.round((now - this.#freshAt) / 1000))
  }
}

/**
 * Set where an answer by what was known last is better than none: then it takes the place of what a storage that is
 * away or silent does not answer, and is noted here. Everywhere else a storage that cannot serve is a failure.
 */
export class GoesOnStale extends Context.Reference<Staleness | undefined>(
  "@hedgerow/core/caching/Staleness/GoesOnStale",
  { defaultValue: () => undefined }
) {}
