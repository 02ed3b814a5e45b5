import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Context, Effect, Layer } from "effect"

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
