import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  type Advance,
  type BatchFailure,
  type ConsumerRegistration,
  type ConsumerStatus,
  type LeaseRequest,
  OutboxConsumerRepository,
  type OutboxLease
} from "@hedgerow/core/outbox/OutboxConsumerRepository"
import type { OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { DateTime, Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { type MemoryOutbox, untouchedState } from "../database/MemoryOutbox.ts"
import * as Leases from "./MemoryOutboxLeases.ts"

const shownFailures = 100

const millis = DateTime.toEpochMillis

const register = (outbox: MemoryOutbox, { name, startAt, topics }: ConsumerRegistration, now: DateTime.Utc) => {
  const known = outbox.consumers.get(name)
  const all = [...new Set([...known?.topics ?? [], ...topics])].toSorted()
  outbox.consumers.set(name, { topics: all, seenAt: now })
  if (known !== undefined) return all
  for (const [, project] of outbox.projects) {
    project.put(name, untouchedState(startAt === "head" ? project.head : project.trimmed))
  }
  return all
}

const forget = (outbox: MemoryOutbox, name: string): boolean => {
  if (!outbox.consumers.has(name)) return false
  outbox.consumers.delete(name)
  for (const [, project] of outbox.projects) project.forget(name)
  return true
}

const forgetUnseen = (outbox: MemoryOutbox, since: DateTime.Utc): ReadonlyArray<string> => {
  const unseen = [...outbox.consumers.entries()].filter(([, { seenAt }]) => millis(seenAt) < millis(since))
  return unseen.map(([name]) => name).filter((name) => forget(outbox, name)).toSorted()
}

const skip = (outbox: MemoryOutbox, name: string, now: number): void => {
  const topics = outbox.consumers.get(name)?.topics
  if (topics === undefined) return
  for (const [, project] of outbox.projects) {
    const state = project.state(name)
    if (!Leases.isLeased(state, now) && !Leases.hasRows(name, topics, project)) {
      project.put(name, { ...state, position: project.head })
    }
  }
}

const lag = (outbox: MemoryOutbox, name: string): number =>
  outbox.projects.reduce((sum, [, project]) => sum + project.head - project.state(name).position, 0)

const status = (outbox: MemoryOutbox, name: string): ConsumerStatus => {
  const { seenAt, topics } = outbox.consumers.get(name) ?? { topics: [], seenAt: DateTime.makeUnsafe(0) }
  const states = outbox.projects.map(([id, project]) => ({ project: id, head: project.head, ...project.state(name) }))
  const failures = states.flatMap(({ attempts, error, position, project, retryAt }) =>
    retryAt === null ? [] : [{ project, position, attempts, error, retryAt }]
  )
  return {
    consumer: name,
    topics,
    seenAt,
    lag: lag(outbox, name),
    projectsBehind: states.filter(({ head, position }) => position < head).length,
    failures: failures.toSorted((left, right) => right.attempts - left.attempts).slice(0, shownFailures)
  }
}

const hasPassed = (outbox: MemoryOutbox, name: string, id: ProjectId, position: OutboxPosition) => {
  const topics = outbox.consumers.get(name)?.topics
  if (topics === undefined) return undefined
  const project = outbox.of(id)
  const next = project.behind(project.state(name).position, topics).next()
  return next.done === true || next.value.position > position
}

/** The outbox's consumers in memory. */
export const layer: Layer.Layer<OutboxConsumerRepository, never, MemoryDatabase> = Layer.effect(
  OutboxConsumerRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    const operation = <A>(use: (outbox: MemoryOutbox) => A) => database.operation((state) => use(state.outbox))

    return OutboxConsumerRepository.of({
      register: Effect.fn("OutboxConsumerRepository.register")(
        (registration: ConsumerRegistration, now: DateTime.Utc) =>
          operation((outbox) => register(outbox, registration, now))
      ),
      forget: Effect.fn("OutboxConsumerRepository.forget")((consumer: string) =>
        operation((outbox) => forget(outbox, consumer))
      ),
      forgetUnseen: Effect.fn("OutboxConsumerRepository.forgetUnseen")((since: DateTime.Utc) =>
        operation((outbox) => forgetUnseen(outbox, since))
      ),
      position: Effect.fn("OutboxConsumerRepository.position")((consumer: string, project: ProjectId) =>
        operation((outbox) => outbox.consumers.has(consumer) ? outbox.of(project).state(consumer).position : undefined)
      ),
      hasPassed: Effect.fn("OutboxConsumerRepository.hasPassed")(
        (consumer: string, project: ProjectId, position: OutboxPosition) =>
          operation((outbox) => hasPassed(outbox, consumer, project, position))
      ),
      lease: Effect.fn("OutboxConsumerRepository.lease")((request: LeaseRequest) =>
        operation((outbox) => Leases.lease(outbox, request))
      ),
      renew: Effect.fn("OutboxConsumerRepository.renew")((held: OutboxLease, until: DateTime.Utc) =>
        operation((outbox) => Leases.renew(outbox, held, until))
      ),
      advance: Effect.fn("OutboxConsumerRepository.advance")((held: OutboxLease, to: Advance) =>
        operation((outbox) => Leases.advance(outbox, held, to))
      ),
      fail: Effect.fn("OutboxConsumerRepository.fail")((held: OutboxLease, failure: BatchFailure) =>
        operation((outbox) => Leases.fail(outbox, held, failure))
      ),
      release: Effect.fn("OutboxConsumerRepository.release")((held: OutboxLease) =>
        operation((outbox) => Leases.release(outbox, held))
      ),
      skip: Effect.fn("OutboxConsumerRepository.skip")((consumer: string, now: DateTime.Utc) =>
        operation((outbox) => skip(outbox, consumer, millis(now)))
      ),
      lag: Effect.fn("OutboxConsumerRepository.lag")((consumer: string) =>
        operation((outbox) => outbox.consumers.has(consumer) ? lag(outbox, consumer) : 0)
      ),
      status: operation((outbox) =>
        [...outbox.consumers.entries()].map(([name]) => name).toSorted().map((name) => status(outbox, name))
      )
    })
  })
)
