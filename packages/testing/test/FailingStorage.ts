import { assert } from "@effect/vitest"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Context, Effect, Exit, Layer } from "effect"

/** Decides what calls of the storage come to. */
export interface Switch {
  /** While it is set every call of a port comes to this instead. */
  instead: Effect.Effect<never> | undefined
}

const isCall = (value: unknown): value is Effect.Effect<unknown> => Effect.isEffect(value)

const watched = (of: Switch, effect: Effect.Effect<unknown>): Effect.Effect<unknown> =>
  Effect.suspend(() => of.instead ?? effect)

const wrapped = (of: Switch, service: object): object =>
  new Proxy(service, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (isCall(value)) return watched(of, value)
      if (typeof value !== "function") return value
      return (...args: ReadonlyArray<unknown>): unknown => {
        const result: unknown = Reflect.apply(value, target, args)
        return isCall(result) ? watched(of, result) : result
      }
    }
  })

/** A setting of the storage is no port. */
const isPort = (service: unknown): service is object => typeof service === "object" && service !== null

/** A storage whose every call fails, or hangs, while the switch is on. */
export const failing = <E>(of: Switch, storage: Layer.Layer<StoragePorts, E>): Layer.Layer<StoragePorts, E> =>
  Layer.effectContext(Effect.map(Layer.build(storage), (context) => {
    const services = [...context.mapUnsafe].map(([key, service]) =>
      [key, isPort(service) ? wrapped(of, service) : service] as const
    )
    return Context.makeUnsafe<StoragePorts>(new Map(services))
  }))

/** The same of memory storage. */
export const failingStorage = (of: Switch): Layer.Layer<StoragePorts> => failing(of, MemoryStorage.layer)

/** Counts the calls of the storage, and lets one of them fail. */
export class Countdown implements Switch {
  #calls = 0
  #failsAt = Infinity

  get instead(): Effect.Effect<never> | undefined {
    return this.#calls++ === this.#failsAt ? Effect.die(new Error("The storage failed here.")) : undefined
  }

  /**
   * Runs the change again and again: its first call of the storage fails, then its second, until none is left to fail.
   * `checkNothing` runs after every failure; the value is the number of runs.
   */
  failAtEachCall<A, E, R, E2, R2>(
    change: Effect.Effect<A, E, R>,
    checkNothing: (run: number) => Effect.Effect<void, E2, R2>
  ): Effect.Effect<number, E2, R | R2> {
    const run = (failing: number): Effect.Effect<number, E2, R | R2> =>
      Effect.gen({ self: this }, function*() {
        this.#begin(failing)
        const exit = yield* Effect.exit(change)
        const calls = this.#calls
        this.#begin(Infinity)
        if (Exit.isSuccess(exit)) {
          assert.isAtMost(calls, failing, "the step lay beyond the last call")
          return failing + 1
        }
        yield* checkNothing(failing + 1)
        return yield* run(failing + 1)
      })
    return run(0)
  }

  #begin(failsAt: number): void {
    this.#calls = 0
    this.#failsAt = failsAt
  }
}
