import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import {
  type ConsumerRegistration,
  type LeaseRequest,
  OutboxConsumerRepository
} from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { beforeAll, type OutboxMessage, OutboxPosition, type OutboxRow } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect } from "effect"

/** The services that the outbox suites need. */
export type OutboxPorts =
  | OrganizationRepository
  | OutboxConsumerRepository
  | OutboxRepository
  | ProjectRepository
  | Transaction

/** Some topic, and another one. */
export const gates = "gates"
export const paths = "paths"

/** A message of the project about the key. */
export const message = (project: ProjectId, key: string, topic: string = gates): OutboxMessage => ({
  project,
  topic,
  key,
  payload: { key }
})

/** Appends one message per key, in one go. */
export const append = Effect.fnUntraced(function*(project: ProjectId, keys: ReadonlyArray<string>, topic = gates) {
  const outbox = yield* Outbox
  yield* outbox.append(keys.map((key) => message(project, key, topic)))
})

/** Rows of the project behind a position. */
export const rowsBehind = Effect.fnUntraced(function*(project: ProjectId, after: OutboxPosition = beforeAll) {
  const outbox = yield* OutboxRepository
  return (yield* outbox.read(project, { after, topics: [gates, paths], limit: 10_000 })).rows
})

export const keysOf = (rows: ReadonlyArray<OutboxRow>): ReadonlyArray<string> => rows.map(({ key }) => key)

export const position = (value: number): OutboxPosition => OutboxPosition.make(value)

/** The moment that number of seconds after a fixed one. */
export const second = (count: number): DateTime.Utc => DateTime.makeUnsafe(1_800_000_000_000 + count * 1_000)

/** Registers a consumer that no other test has; it reads `gates` from the first row. */
export const makeConsumer = Effect.fnUntraced(function*(overrides: Partial<ConsumerRegistration> = {}) {
  const consumers = yield* OutboxConsumerRepository
  const name = overrides.name ?? `consumer-${yield* makeUuid7}`
  yield* consumers.register({ name, topics: [gates], startAt: "earliest", ...overrides }, second(0))
  return name
})

/** Leases for 30 seconds from second 0 on. */
export const lease = Effect.fnUntraced(function*(consumer: string, overrides: Partial<LeaseRequest> = {}) {
  const consumers = yield* OutboxConsumerRepository
  return yield* consumers.lease({
    consumer,
    topics: [gates],
    worker: "one",
    projects: "all",
    limit: 100,
    now: second(0),
    until: second(30),
    ...overrides
  })
})

/** The lease of that project. */
export const leaseOf = Effect.fnUntraced(
  function*(consumer: string, project: ProjectId, overrides: Partial<LeaseRequest> = {}) {
    const [found] = yield* lease(consumer, { projects: [project], ...overrides })
    if (found === undefined) return yield* Effect.die(new Error("the project could not be leased"))
    return found
  }
)
