import {
  Job,
  type JobCount,
  type JobId,
  type JobLease,
  type JobOwner,
  type JobState,
  type NewJob
} from "@hedgerow/core/jobs/Job"
import type { JobClaim } from "@hedgerow/core/jobs/JobRepository"
import { DateTime, Order } from "effect"
import type { MemoryState } from "../database/MemoryDatabase.ts"

type Fields = Pick<Job, keyof Job>
type Changes = Partial<Omit<Fields, "id" | "project_id" | "kind" | "unique_key" | "payload">>

const noLease = { again_at: null, leased_by: null, leased_until: null, failed_at: null } as const

/** A time to compare with; null is never. */
export const millis = (time: DateTime.Utc | null): number => time === null ? Infinity : DateTime.toEpochMillis(time)

/** The first of the two. */
export const earlier = (left: DateTime.Utc, right: DateTime.Utc | null): DateTime.Utc =>
  right === null ? left : DateTime.min(left, right)

/** The time from which the job may be claimed; null of a failed one. */
export const dueAt = (job: Job): DateTime.Utc | null => {
  if (job.state === "failed") return null
  return job.state === "ready" ? job.run_at : job.leased_until
}

/** Oldest first. */
export const byId: Order.Order<Job> = Order.mapInput(Order.String, (job) => job.id)
const byDue: Order.Order<Job> = Order.combine(Order.mapInput(Order.Number, (job) => millis(dueAt(job))), byId)

/** Whether the owner's jobs include it. */
export const belongsTo = (owner: JobOwner) => (job: Job): boolean => owner === "all" || job.project_id === owner

/** The job with these fields changed. */
export const change = (state: MemoryState, job: Fields, changes: Changes): Job => {
  const changed = new Job({ ...job, ...changes })
  state.jobs.set(job.id, changed)
  return changed
}

/** The unfinished job that has the key of this one. */
const holderOfKey = (state: MemoryState, job: Pick<Job, "project_id" | "kind" | "unique_key">): Job | undefined =>
  job.unique_key === null
    ? undefined
    : [...state.jobs.values()].find((other) =>
      other.state !== "failed" && other.unique_key === job.unique_key && other.kind === job.kind
      && other.project_id === job.project_id
    )

const askAgain = (state: MemoryState, job: Job, runAt: DateTime.Utc): Job =>
  change(
    state,
    job,
    job.state === "running" ? { again_at: earlier(runAt, job.again_at) } : { run_at: earlier(runAt, job.run_at) }
  )

/** Adds a job, or lets the one that has its key do its work. */
export const enqueue = (state: MemoryState, job: NewJob): JobId => {
  const holder = holderOfKey(state, job)
  if (holder !== undefined) return askAgain(state, holder, job.run_at).id
  state.jobs.set(job.id, new Job({ ...job, ...noLease, state: "ready", attempts: 0, lease: 0, last_error: null }))
  return job.id
}

/** Jobs that run without further ado, by when they are due. */
export const dueJobs = (state: MemoryState, kinds: ReadonlyArray<string>): ReadonlyArray<Job> =>
  [...state.jobs.values()].filter((job) => dueAt(job) !== null && kinds.includes(job.kind)).toSorted(byDue)

/** Adds a job unless one has its key. */
export const ensure = (state: MemoryState, job: NewJob): void => {
  if (holderOfKey(state, job) === undefined) enqueue(state, job)
}

/** Jobs in turns: each behind those of its kind and project that run or are due before it, up to the last turn. */
const byTurn = (
  state: MemoryState,
  due: ReadonlyArray<Job>,
  now: DateTime.Utc,
  lastTurn: number
): ReadonlyArray<Job> => {
  const turns = new Map<string, number>()
  const nextTurn = ({ kind, project_id }: Job): number => {
    const owner = JSON.stringify([kind, project_id])
    const turn = (turns.get(owner) ?? 0) + 1
    turns.set(owner, turn)
    return turn
  }
  for (const job of state.jobs.values()) {
    if (job.state === "running" && millis(job.leased_until) > millis(now)) nextTurn(job)
  }
  return due.map((job) => ({ job, turn: nextTurn(job) })).filter(({ turn }) => turn <= lastTurn)
    .toSorted((left, right) => left.turn - right.turn).map(({ job }) => job)
}

/** Leases what is due, of all projects in turns. */
export const claim = (
  state: MemoryState,
  { kinds, limit, limits, node, now, ofIdleProjects, until }: JobClaim
): ReadonlyArray<Job> => {
  const left = new Map(limits)
  const isWanted = ({ kind }: Job): boolean => {
    const more = left.get(kind) ?? limit
    left.set(kind, more - 1)
    return more > 0
  }
  const due = dueJobs(state, kinds).filter((job) => millis(dueAt(job)) <= millis(now))
  return byTurn(state, due, now, ofIdleProjects === true ? 1 : Infinity).filter(isWanted).slice(0, limit).map((job) =>
    change(state, job, {
      state: "running",
      again_at: null,
      attempts: job.attempts + 1,
      lease: job.lease + 1,
      leased_by: node,
      leased_until: until
    })
  )
}

/** Changes the job if the lease is still the current one. */
export const endLeased = (
  state: MemoryState,
  { id, lease }: JobLease,
  ended: (job: Job) => Changes | "done"
): boolean => {
  const job = state.jobs.get(id)
  if (job === undefined || job.state !== "running" || job.lease !== lease) return false
  const changes = ended(job)
  if (changes === "done") state.jobs.delete(id)
  else change(state, job, { ...noLease, ...changes })
  return true
}

/** A run that will not be tried again. */
export const failed = (job: Job, error: string, now: DateTime.Utc): Changes =>
  job.again_at === null
    ? { state: "failed", last_error: error, failed_at: now }
    : { state: "ready", run_at: job.again_at, attempts: 0, last_error: error }

/** Makes a job due; answers the id of the one that does its work. */
export const retry = (state: MemoryState, owner: JobOwner, id: JobId, now: DateTime.Utc): JobId | undefined => {
  const job = state.jobs.get(id)
  if (job === undefined || !belongsTo(owner)(job)) return undefined
  if (job.state === "running" && millis(job.leased_until) > millis(now)) return undefined
  const holder = holderOfKey(state, job)
  if (job.state === "failed" && holder !== undefined) {
    state.jobs.delete(id)
    return holder.id
  }
  return change(state, job, { ...noLease, state: "ready", run_at: now, attempts: 0 }).id
}

/** Fails what is overdue and of a kind that nobody has named since. */
export const failUnknown = (state: MemoryState, before: DateTime.Utc, error: string, now: DateTime.Utc): number => {
  const unknown = [...state.jobs.values()].filter((job) =>
    millis(dueAt(job)) < millis(before) && (state.jobKinds.get(job.kind) ?? -Infinity) < millis(before)
  )
  for (const job of unknown) change(state, job, { ...noLease, state: "failed", last_error: error, failed_at: now })
  return unknown.length
}

/** Removes what failed long ago. */
export const removeFailed = (state: MemoryState, before: DateTime.Utc, limit: number): number => {
  const old = [...state.jobs.values()].filter((job) => millis(job.failed_at) < millis(before)).slice(0, limit)
  for (const { id } of old) state.jobs.delete(id)
  return old.length
}

/** The number of jobs in each state, counted up to a limit. */
export const tallyJobs = (state: MemoryState, limit: number): Readonly<Record<JobState, number>> => {
  const tally = { ready: 0, running: 0, failed: 0 }
  for (const job of state.jobs.values()) tally[job.state] = Math.min(limit, tally[job.state] + 1)
  return tally
}

/** The number of jobs of each kind and state. */
export const countJobs = (jobs: ReadonlyArray<Job>): ReadonlyArray<JobCount> =>
  [...Map.groupBy(jobs, ({ kind, state }) => JSON.stringify([kind, state]))].toSorted(([a], [b]) => a < b ? -1 : 1)
    .flatMap(([, group]) =>
      group[0] === undefined ? [] : [{ kind: group[0].kind, state: group[0].state, count: group.length }]
    )
