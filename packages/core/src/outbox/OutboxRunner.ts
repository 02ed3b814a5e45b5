import { Cause, DateTime, type Duration, Effect, FiberSet, Layer, Metric, Stream } from "effect"
import type { ProjectId } from "../access/Project.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { OutboxAgenda } from "./OutboxAgenda.ts"
import type { OutboxConsumer } from "./OutboxConsumer.ts"
import { OutboxConsumerRepository, type OutboxLease } from "./OutboxConsumerRepository.ts"
import { lagOf } from "./OutboxMetrics.ts"
import { OutboxRepository } from "./OutboxRepository.ts"
import { OutboxSettings } from "./OutboxSettings.ts"
import { OutboxSignals } from "./OutboxSignals.ts"
import { makeTurn } from "./OutboxTurn.ts"

/** What running consumers needs besides what they need themselves. */
export type RunnerPorts = OutboxConsumerRepository | OutboxRepository | OutboxSignals

/** Whatever goes wrong with the storage is logged; the next poll tries again. */
const survive = (consumer: string) => <A, R>(effect: Effect.Effect<A, never, R>) =>
  Effect.catchCauseIf(
    effect,
    (cause) => !Cause.hasInterruptsOnly(cause),
    (cause) => Effect.annotateLogs(Effect.logError("The outbox could not be worked on", cause), { consumer })
  )

/** Makes the consumer known; one that was registered for more than its code handles stays aside and says so. */
export const registerConsumer = Effect.fnUntraced(function*(consumer: OutboxConsumer) {
  const consumers = yield* OutboxConsumerRepository
  const registered = yield* consumers.register(consumer, yield* DateTime.now)
  const missing = registered.filter((topic) => !consumer.topics.includes(topic))
  if (missing.length === 0) return
  yield* Effect.logError("An outbox consumer is registered for topics that its code lacks: it does not run").pipe(
    Effect.annotateLogs({ consumer: consumer.name, topics: missing.join(", ") })
  )
})

/** Takes turns in the projects on the agenda. */
const makeWork = Effect.fnUntraced(function*(consumer: OutboxConsumer, worker: string, agenda: OutboxAgenda) {
  const consumers = yield* OutboxConsumerRepository
  const settings = yield* OutboxSettings
  const turn = yield* makeTurn(consumer)
  const running = yield* FiberSet.make<void>()
  const { name, topics } = consumer

  const hintLater = (project: ProjectId, delay: Duration.Duration) =>
    FiberSet.run(running, Effect.andThen(Effect.sleep(delay), Effect.sync(() => agenda.hint(project))))

  const take = Effect.fnUntraced(function*(lease: OutboxLease) {
    const end = yield* turn(lease)
    if (end === "more") agenda.hint(lease.project)
    else if (typeof end === "object") yield* hintLater(lease.project, end.retryIn)
  })

  const start = (lease: OutboxLease) =>
    Effect.suspend(() => {
      agenda.begin(lease.project)
      const turnOver = Effect.sync(() => agenda.end(lease.project))
      return FiberSet.run(running, take(lease).pipe(survive(name), Effect.ensuring(turnOver)))
    })

  const work = Effect.gen(function*() {
    const limit = agenda.free
    const projects = agenda.take()
    const now = yield* DateTime.now
    const until = DateTime.addDuration(now, settings.lease)
    const leases = yield* consumers.lease({ consumer: name, topics, worker, projects, limit, now, until })
    if (leases.length === limit) agenda.giveBack(projects)
    yield* Effect.forEach(leases, start, { discard: true })
  }).pipe(Effect.uninterruptible, survive(name))
  return { work }
})

/** Runs one consumer and answers its agenda. */
const runConsumer = Effect.fnUntraced(function*(consumer: OutboxConsumer, worker: string) {
  const { name, topics } = consumer
  const consumers = yield* OutboxConsumerRepository
  const settings = yield* OutboxSettings
  const agenda = new OutboxAgenda(settings.concurrency)
  const { work } = yield* makeWork(consumer, worker, agenda)

  const look = Effect.gen(function*() {
    if ((yield* consumers.lag(name)) > 0) yield* consumers.skip(name, yield* DateTime.now)
    const lag = yield* consumers.lag(name)
    yield* Metric.update(lagOf(name), lag)
    if (lag > 0) agenda.hintAll()
  }).pipe(survive(name))

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(agenda.ready.await, work)))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, Effect.sleep(settings.poll))))
  return { agenda, topics: new Set(topics) }
})

/**
 * Registers the consumers and runs them until the scope closes. Then what they handle is interrupted and their leases are
 * given back, so that another process goes on at once.
 */
export const runConsumers = Effect.fnUntraced(function*(consumers: ReadonlyArray<OutboxConsumer>) {
  const signals = yield* OutboxSignals
  const rows = yield* OutboxRepository
  const worker = yield* makeUuid7
  yield* Effect.forEach(consumers, registerConsumer, { discard: true })
  const running = yield* Effect.forEach(consumers, (consumer) => runConsumer(consumer, worker))
  const announced = Stream.runForEach(rows.announcements, (project) =>
    Effect.sync(() => {
      for (const { agenda } of running) {
        if (project === undefined) agenda.hintAll()
        else agenda.hint(project)
      }
    }))
  yield* signals.listen((project, topic) => {
    for (const { agenda, topics } of running) if (topics.has(topic)) agenda.hint(project)
  })
  yield* Effect.forkScoped(announced)
})

/** Runs consumers as long as the layer lives. */
export const layer = <R>(
  consumers: Effect.Effect<ReadonlyArray<OutboxConsumer>, never, R>
): Layer.Layer<never, never, R | RunnerPorts> => Layer.effectDiscard(Effect.flatMap(consumers, runConsumers))
