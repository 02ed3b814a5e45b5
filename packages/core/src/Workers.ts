import { Effect, Layer } from "effect"
import * as EventKeyRemoval from "./events/EventKeyRemoval.ts"
import type { EventKeys } from "./events/EventKeys.ts"
import type { JobRepository } from "./jobs/JobRepository.ts"
import type { Jobs } from "./jobs/Jobs.ts"
import * as JobWorker from "./jobs/JobWorker.ts"
import type { OutboxConsumer } from "./outbox/OutboxConsumer.ts"
import * as OutboxRunner from "./outbox/OutboxRunner.ts"
import * as OutboxTrimming from "./outbox/OutboxTrimming.ts"

/** What the background work of every domain uses. */
export type WorkerServices = EventKeys | JobRepository | Jobs | OutboxRunner.RunnerPorts

/** The outbox consumers of every domain; a domain adds its own here. */
const consumers: Effect.Effect<ReadonlyArray<OutboxConsumer>> = Effect.all([])

/** The job handlers of every domain; a domain adds its own here. */
const handlers = Effect.all([EventKeyRemoval.handler, Effect.flatMap(consumers, OutboxTrimming.handler)])

/** Does the background work of every domain as long as it lives. */
export const layer: Layer.Layer<never, never, WorkerServices> = Layer.mergeAll(
  JobWorker.layer(handlers),
  OutboxRunner.layer(consumers),
  OutboxTrimming.layer
)
