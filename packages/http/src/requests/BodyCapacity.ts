import { Context, Effect } from "effect"
import type { ApiError } from "../errors/ApiError.ts"

/** Counts bytes of a request's body before they are kept, packed or unpacked; fails when they exceed the capacity. */
export class BodyMeter extends Context.Reference<(bytes: number) => Effect.Effect<void, ApiError>>(
  "@hedgerow/http/requests/BodyCapacity/BodyMeter",
  { defaultValue: () => () => Effect.void }
) {}

/** The most bytes of bodies in memory, of all requests together. */
export class BodyCapacity {
  readonly #limit: number
  readonly #full: ApiError
  #held = 0

  constructor(limit: number, full: ApiError) {
    this.#limit = limit
    this.#full = full
  }

  /**
   * Counts the bytes of a request's body until the request has ended. A request that comes when others hold too much fails;
   * one alone is never refused.
   */
  readonly measured = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, ApiError | E, R> =>
    Effect.suspend(() => {
      let own = 0
      const take = (bytes: number) =>
        Effect.suspend(() => {
          if (this.#held > own && this.#held + bytes > this.#limit) return Effect.fail(this.#full)
          own += bytes
          this.#held += bytes
          return Effect.void
        })
      return request.pipe(
        Effect.provideService(BodyMeter, take),
        Effect.ensuring(Effect.sync(() => {
          this.#held -= own
        }))
      )
    })
}
