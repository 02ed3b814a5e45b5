import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { consume, type OutboxBatch, type OutboxConsumer } from "@hedgerow/core/outbox/OutboxConsumer"
import type { OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { runConsumers } from "@hedgerow/core/outbox/OutboxRunner"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { gates, type OutboxPorts } from "./OutboxWorld.ts"

/** A row as a test's consumer handled it. */
export interface Handled {
  readonly by: string
  readonly project: ProjectId
  readonly position: OutboxPosition
  readonly key: string
}

/** A server as far as the outbox goes: appends of others in it, and the consumers it runs. */
export interface Process {
  readonly outbox: Outbox["Service"]
  /** Runs consumers until `stop`. */
  readonly start: (...consumers: ReadonlyArray<OutboxConsumer>) => Effect.Effect<void, never, OutboxPorts>
  readonly stop: Effect.Effect<void>
}

/** In how many projects at once each consumer of these processes works. */
export const concurrency = 2

const settings = {
  poll: Duration.minutes(1),
  measure: Duration.minutes(1),
  /** Longer than any test while time passes. */
  lease: Duration.days(1_000),
  concurrency,
  batchesPerTurn: 3,
  firstBackOff: Duration.seconds(10),
  longestBackOff: Duration.seconds(25),
  forgetAfter: Duration.days(30)
}

/** A process of its own beside others on the same storage. */
export const makeProcessWith = Effect.fnUntraced(function*(overrides: Partial<typeof settings>) {
  const scope = yield* Scope.fork(yield* Scope.Scope)
  const context = yield* Layer.buildWithScope(Layer.fresh(Outbox.layer), scope)
  const process: Process = {
    outbox: Context.get(context, Outbox),
    start: (...consumers) =>
      runConsumers(consumers).pipe(
        Effect.provideService(OutboxSettings, { ...settings, ...overrides }),
        Effect.provideContext(context),
        Scope.provide(scope)
      ),
    stop: Scope.close(scope, Exit.void)
  }
  return process
})

/** A process of its own beside others on the same storage. */
export const makeProcess = makeProcessWith({})

/** A consumer of `gates` that no other test has. */
export const consumerOf = Effect.fnUntraced(function*<E>(
  run: (batch: OutboxBatch) => Effect.Effect<void, E>,
  overrides: Partial<Omit<OutboxConsumer, "run">> = {}
) {
  return yield* consume({
    name: `consumer-${yield* makeUuid7}`,
    topics: [gates],
    startAt: "head",
    batchSize: 4,
    run,
    ...overrides
  })
})

/** Remembers every row it gets. */
export const recording = (by: string, handled: Array<Handled>): OutboxConsumer["run"] => ({ project, rows }) =>
  Effect.sync(() => {
    for (const { key, position } of rows) handled.push({ by, project, position, key })
  })

/** The keys of the project's rows, in the order they were handled. */
export const keysIn = (handled: ReadonlyArray<Handled>, project: ProjectId): ReadonlyArray<string> =>
  handled.filter((row) => row.project === project).map(({ key }) => key)

/** Runs the effect while the test's clock goes on, far faster than real time. */
export const whileTimePasses = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.raceFirst(
    effect,
    Effect.forever(Effect.andThen(TestClock.adjust("3 seconds"), TestClock.withLive(Effect.sleep("1 milli"))))
  )
