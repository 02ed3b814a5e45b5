import { Cause, DateTime, Duration, Effect, FiberSet, Layer, Metric, Scope, Stream } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { Stopping } from "../shared/Stopping.ts"
import { againAfter } from "../shared/UntilItWorks.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import type { OutboxConsumer } from "./OutboxConsumer.ts"
import { OutboxConsumerRepository, type OutboxLease } from "./OutboxConsumerRepository.ts"
import { makeTurn } from "./OutboxLease.ts"
import { lagOf } from "./OutboxMetrics.ts"
import { OutboxQueue } from "./OutboxQueue.ts"
import { OutboxRepository } from "./OutboxRepository.ts"
import { OutboxSettings } from "./OutboxSettings.ts"
import { OutboxSignals } from "./OutboxSignals.ts"

/** The ports of the runner itself, beside those of its consumers. */
export type RunnerPorts = OutboxConsumerRepository | OutboxRepository | OutboxSignals

/** A failure of the storage is logged; the next poll tries again. */
const survive = (consumer: string) => <A, R>(effect: Effect.Effect<A, never, R>) =>
  Effect.catchCauseIf(
    effect,
    (cause) => !Cause.hasInterruptsOnly(cause),
    (cause) => Effect.annotateLogs(Effect.logError("The outbox could not be worked on", cause), { consumer })
  )

/** Registers the consumer; one that was registered for more topics than its code handles stays aside and logs it. */
export const registerConsumer = Effect.fnUntraced(function*(consumer: OutboxConsumer) {
  const consumers = yield* OutboxConsumerRepository
  const registered = yield* consumers.register(consumer, yield* DateTime.now)
  const missing = registered.filter((topic) => !consumer.topics.includes(topic))
  if (missing.length === 0) return
  yield* Effect.logError("An outbox consumer is registered for topics that its code lacks: it does not run").pipe(
    Effect.annotateLogs({ consumer: consumer.name, topics: missing.join(", ") })
  )
})

/** Registers the consumer; while the storage is away, that is tried again beside everything else. */
const registerSoon = (consumer: OutboxConsumer) =>
  Effect.catchCauseIf(
    registerConsumer(consumer),
    (cause) => !Cause.hasInterruptsOnly(cause),
    (cause) =>
      againAfter("An outbox consumer could not be registered")(registerConsumer(consumer))(cause).pipe(
        Effect.annotateLogs({ consumer: consumer.name }),
        Effect.forkScoped,
        Effect.asVoid
      )
  )

/** Takes turns in the projects on the queue. */
const makeWork = Effect.fnUntraced(function*(consumer: OutboxConsumer, worker: string, queue: OutboxQueue) {
  const consumers = yield* OutboxConsumerRepository
  const settings = yield* OutboxSettings
  const turn = yield* makeTurn(consumer)
  const running = yield* FiberSet.make<void>()
  const { name, topics } = consumer

  const hintLater = (project: ProjectId, delay: Duration.Duration) =>
    FiberSet.run(running, Effect.andThen(Effect.sleep(delay), Effect.sync(() => queue.hint(project))))

  const take = Effect.fnUntraced(function*(lease: OutboxLease, until: DateTime.Utc) {
    const end = yield* turn(lease, until)
    if (end === "more") queue.hint(lease.project)
    else if (end === "lost") yield* hintLater(lease.project, settings.lease)
    else if (typeof end === "object") yield* hintLater(lease.project, end.retryIn)
  })

  const start = (lease: OutboxLease, until: DateTime.Utc) =>
    Effect.suspend(() => {
      queue.begin(lease.project)
      const turnOver = Effect.sync(() => queue.end(lease.project))
      return FiberSet.run(running, take(lease, until).pipe(survive(name), Effect.ensuring(turnOver)))
    })

  // Uninterruptible, or leases would stay taken; bounded, as a storage that does not answer would hold the process.
  const work = Effect.gen(function*() {
    const limit = queue.free
    const projects = queue.take()
    const now = yield* DateTime.now
    const until = DateTime.addDuration(now, settings.lease)
    const leases = yield* consumers.lease({ consumer: name, topics, worker, projects, limit, now, until }).pipe(
      Effect.timeout(Duration.divideUnsafe(settings.lease, 3)),
      Effect.orDie
    )
    if (leases.length === limit) queue.giveBack(projects)
    yield* Effect.forEach(leases, (lease) => start(lease, until), { discard: true })
  }).pipe(Effect.uninterruptible, survive(name))
  return { work }
})

/** Registers the consumer again often enough that it is not forgotten. */
const seenEvery = (forgetAfter: Duration.Duration) => Duration.divideUnsafe(forgetAfter, 30)

/** Runs one consumer and returns its queue. Once the process stops, it leases nothing more. */
const runConsumer = Effect.fnUntraced(function*(consumer: OutboxConsumer, worker: string) {
  const { name, topics } = consumer
  const consumers = yield* OutboxConsumerRepository
  const settings = yield* OutboxSettings
  const stopping = yield* Stopping
  const queue = new OutboxQueue(settings.concurrency)
  const { work } = yield* makeWork(consumer, worker, queue)

  const measure = Effect.gen(function*() {
    let lag = yield* consumers.lag(name)
    if (lag > 0) {
      yield* consumers.skip(name, yield* DateTime.now)
      lag = yield* consumers.lag(name)
    }
    yield* Metric.update(lagOf(name), lag)
  }).pipe(survive(name))
  const register = survive(name)(registerConsumer(consumer))

  const untilStop = <R>(step: Effect.Effect<void, never, R>) =>
    Effect.forkScoped(Effect.raceFirst(Effect.forever(step), stopping.await))
  yield* untilStop(Effect.andThen(queue.ready.await, work))
  yield* untilStop(Effect.andThen(Effect.sync(() => queue.hintAll()), Effect.sleep(settings.poll)))
  yield* untilStop(Effect.andThen(measure, Effect.sleep(settings.measure)))
  yield* untilStop(Effect.andThen(Effect.sleep(seenEvery(settings.forgetAfter)), register))
  return { queue, topics: new Set(topics) }
})

/**
 * Registers the consumers and runs them until the scope closes. Then what they handle is interrupted and their leases are
 * given back, so that another process goes on at once.
 */
export const runConsumers = Effect.fnUntraced(function*(consumers: ReadonlyArray<OutboxConsumer>) {
  const signals = yield* OutboxSignals
  const rows = yield* OutboxRepository
  const worker = yield* makeUuid7
  yield* Effect.forEach(consumers, registerSoon, { discard: true })
  // They end side by side: a storage that does not answer is waited for once.
  const all = yield* Scope.fork(yield* Effect.scope, "parallel")
  const running = yield* Effect.forEach(
    consumers,
    Effect.fnUntraced(function*(consumer) {
      return yield* Scope.provide(runConsumer(consumer, worker), yield* Scope.fork(all))
    })
  )
  const announced = Stream.runForEach(rows.announcements, (project) =>
    Effect.sync(() => {
      for (const { queue } of running) {
        if (project === undefined) queue.hintAll()
        else queue.hint(project)
      }
    }))
  yield* signals.listen((project, topic) => {
    for (const { queue, topics } of running) if (topics.has(topic)) queue.hint(project)
  })
  yield* Effect.forkScoped(announced)
})

/** Runs consumers as long as the layer lives. */
export const layer = <R>(
  consumers: Effect.Effect<ReadonlyArray<OutboxConsumer>, never, R>
): Layer.Layer<never, never, R | RunnerPorts> => Layer.effectDiscard(Effect.flatMap(consumers, runConsumers))
