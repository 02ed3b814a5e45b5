import type { Advance, BatchFailure, LeaseRequest, OutboxLease } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { DateTime } from "effect"
import type { ConsumerState, MemoryOutbox, MemoryOutboxProject } from "../database/MemoryOutbox.ts"

const millis = DateTime.toEpochMillis

const released = { worker: null, leasedUntil: -Infinity } as const

/** Whether somebody has the state. */
export const isLeased = (state: ConsumerState, now: number): boolean => state.leasedUntil > now

/** Whether rows of the topics lie behind the consumer's position. */
export const hasRows = (name: string, topics: ReadonlyArray<string>, project: MemoryOutboxProject): boolean =>
  project.behind(project.state(name).position, topics).next().done !== true

const isFree = (state: ConsumerState, now: number): boolean =>
  !isLeased(state, now) && (state.retryAt === null || millis(state.retryAt) <= now)

/** Gives the leases asked for. */
export const lease = (outbox: MemoryOutbox, request: LeaseRequest): ReadonlyArray<OutboxLease> => {
  const { consumer, limit, projects, topics, until, worker } = request
  const now = millis(request.now)
  const registered = outbox.consumers.get(consumer)
  if (registered === undefined || !registered.topics.every((topic) => topics.includes(topic))) return []
  const wanted = projects === "all" ? undefined : new Set(projects)
  return outbox.projects
    .filter(([id, project]) => wanted?.has(id) !== false && isFree(project.state(consumer), now))
    .filter(([, project]) => hasRows(consumer, registered.topics, project))
    .toSorted(([, left], [, right]) => left.state(consumer).workedAt - right.state(consumer).workedAt || 0)
    .slice(0, limit)
    .map(([id, project]) => {
      const before = project.state(consumer)
      const token = outbox.nextToken()
      project.put(consumer, { ...before, token, worker, leasedUntil: millis(until), workedAt: now })
      return { consumer, project: id, worker, topics, token, position: before.position, attempts: before.attempts }
    })
}

/** Changes the state if the lease still holds it. */
const change = (outbox: MemoryOutbox, held: OutboxLease, changes: (state: ConsumerState) => Partial<ConsumerState>) => {
  const project = outbox.of(held.project)
  const state = project.state(held.consumer)
  if (state.token !== held.token || state.worker !== held.worker) return false
  project.put(held.consumer, { ...state, ...changes(state) })
  return true
}

/** Moves the state if the lease still holds it. */
export const advance = (
  outbox: MemoryOutbox,
  held: OutboxLease,
  to: Advance
): "lost" | "more" | "done" => {
  const topics = outbox.consumers.get(held.consumer)?.topics
  if (topics === undefined || !topics.every((topic) => held.topics.includes(topic))) return "lost"
  const isDone = change(outbox, held, () => ({
    position: to.position,
    workedAt: millis(to.now),
    attempts: 0,
    error: "",
    retryAt: null,
    ...(to.until === null ? released : { leasedUntil: millis(to.until) })
  }))
  if (!isDone) return "lost"
  return hasRows(held.consumer, topics, outbox.of(held.project)) ? "more" : "done"
}

/** Holds the lease for longer. */
export const renew = (outbox: MemoryOutbox, held: OutboxLease, until: DateTime.Utc): boolean =>
  change(outbox, held, () => ({ leasedUntil: millis(until) }))

/** Notes a failure and gives the lease back. */
export const fail = (outbox: MemoryOutbox, held: OutboxLease, { error, retryAt }: BatchFailure): boolean =>
  change(outbox, held, ({ attempts }) => ({ attempts: attempts + 1, error, retryAt, ...released }))

/** Gives the lease back. */
export const release = (outbox: MemoryOutbox, held: OutboxLease): void => {
  change(outbox, held, () => released)
}
