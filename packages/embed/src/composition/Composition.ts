import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import type { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import * as Domain from "@hedgerow/core/Domain"
import { HasWorkers } from "@hedgerow/core/jobs/BackgroundWork"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as Workers from "@hedgerow/core/Workers"
import { Effect, Layer, Schema } from "effect"
import * as Login from "./Login.ts"
import { layerStopping } from "./OpenRequests.ts"

/** The services that an embedding provides: those of every domain, the ports below them, and who calls. */
export type Services = CallerResolver | Domain.DomainServices | StoragePorts

/** The parts that an embedding is made of. */
export interface Parts<E> {
  /** Every port: `MemoryStorage.layer`, `PgStorage.layer({ url })`, `ClickHouseStorage.layer(…)`, each with what it needs. */
  readonly storage: Layer.Layer<StoragePorts, E>
  /**
   * Your own login; API keys go on to work beside it. Default: API keys alone. A layer of `CallerResolver` decides by
   * itself.
   */
  readonly auth?: Login.Login | Layer.Layer<CallerResolver, E, Domain.DomainServices | StoragePorts> | undefined
  /**
   * Whether background work is done: queries that run in the background, cohorts, schedules, copies. Default `true`.
   * `"elsewhere"`: another process on the same storage does it. `false`: nobody does, and a request that needs it is
   * refused with 501 `background_work_off`.
   */
  readonly workers?: boolean | "elsewhere" | undefined
  /** Limits and switches: references such as `TrustProxy`, `QueryLimits`, `MaxJsonBytes`, loggers, services of yours. */
  readonly settings?: Layer.Layer<never, E> | undefined
}

/** The storage copies changes elsewhere, which nobody would do. */
export class StorageNeedsWorkers extends Schema.TaggedError<StorageNeedsWorkers>()("StorageNeedsWorkers", {}) {
  override get message(): string {
    return "This storage needs work in the background, as events and persons are in different databases: leave `workers` "
      + "out, or set it to \"elsewhere\" where another process does the work."
  }
}

const layerWorkers = (workers: boolean | "elsewhere") => {
  if (workers === true) return Workers.layer
  if (workers === "elsewhere") return Layer.empty
  return Layer.effectDiscard(Effect.flatMap(
    Workers.StorageConsumers,
    (consumers) => consumers.length === 0 ? Effect.void : Effect.fail(new StorageNeedsWorkers())
  ))
}

const layerCallers = <E>(auth: Parts<E>["auth"]) => {
  if (auth === undefined) return ApiKeyCallers.layer
  return typeof auth === "function" ? Login.layer(auth) : auth
}

/** The domain over a storage, with its callers and its background work. */
export const layer = <E>(
  { auth, settings = Layer.empty, storage, workers = true }: Parts<E>
): Layer.Layer<Services, E | StorageNeedsWorkers> =>
  layerWorkers(workers).pipe(
    Layer.provideMerge(layerCallers(auth)),
    Layer.provideMerge(Domain.layer),
    Layer.provide(Layer.succeed(HasWorkers, workers !== false)),
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.mergeAll(layerStopping, settings))
  )
