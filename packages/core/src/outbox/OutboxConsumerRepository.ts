import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { OutboxPosition } from "./OutboxMessage.ts"

/** The stored facts of a consumer. */
export interface ConsumerRegistration {
  readonly name: string
  readonly topics: ReadonlyArray<string>
  /** The start of a new consumer: behind every present row, or before the oldest kept one. */
  readonly startAt: "head" | "earliest"
}

/** The right to work on one project for one consumer, until the time it was taken to. */
export interface OutboxLease {
  readonly consumer: string
  readonly project: ProjectId
  readonly worker: string
  /** The topics its holder can handle. */
  readonly topics: ReadonlyArray<string>
  /** No other lease has it, not even of a consumer that was forgotten: the holder of an earlier one moves nothing. */
  readonly token: number
  /** The consumer has handled everything up to here. */
  readonly position: OutboxPosition
  /** The number of failures of the next batch in a row. */
  readonly attempts: number
}

/** A request for leases. */
export interface LeaseRequest {
  readonly consumer: string
  /** The topics the caller can handle; it gets nothing when more are registered. */
  readonly topics: ReadonlyArray<string>
  readonly worker: string
  readonly projects: ReadonlyArray<ProjectId> | "all"
  readonly limit: number
  readonly now: DateTime.Utc
  readonly until: DateTime.Utc
}

/** The new position of a lease's holder, and the new end of the lease. */
export interface Advance {
  readonly position: OutboxPosition
  readonly now: DateTime.Utc
  /** null: it gives the lease back. */
  readonly until: DateTime.Utc | null
}

/** The reason why a batch was not handled, and the time of the next attempt. */
export interface BatchFailure {
  readonly error: string
  readonly retryAt: DateTime.Utc
}

/** A consumer that cannot get on in a project. */
export interface ConsumerFailure {
  readonly project: ProjectId
  /** The rows behind this position are the ones that fail. */
  readonly position: OutboxPosition
  readonly attempts: number
  readonly error: string
  readonly retryAt: DateTime.Utc
}

/** The status of a registered consumer. */
export interface ConsumerStatus {
  readonly consumer: string
  readonly topics: ReadonlyArray<string>
  /** The time at which a process last reported that it runs this consumer. */
  readonly seenAt: DateTime.Utc
  /** The number of rows behind its positions, over all projects. */
  readonly lag: number
  /** In how many projects it is behind. */
  readonly projectsBehind: number
  /** Its failures by project, the most frequent first, at most 100. */
  readonly failures: ReadonlyArray<ConsumerFailure>
}

/** The consumers of the outbox, and how far each has come in each project. */
export class OutboxConsumerRepository extends Context.Service<OutboxConsumerRepository, {
  /**
   * Makes the consumer known, or seen again. Topics are added, never taken away; the answer is all it is registered for.
   * From here on no row of any project is trimmed before the consumer has passed it.
   */
  readonly register: (registration: ConsumerRegistration, now: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
  /** Removes a consumer with its positions; false when there was none. */
  readonly forget: (consumer: string) => Effect.Effect<boolean>
  /** Forgets the consumers that were not registered since then and returns their names. */
  readonly forgetUnseen: (since: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
  /** The position of the consumer; undefined when it is not registered. */
  readonly position: (consumer: string, project: ProjectId) => Effect.Effect<OutboxPosition | undefined>
  /** Whether the consumer has handled all its rows up to the position; undefined when it is not registered. */
  readonly hasPassed: (
    consumer: string,
    project: ProjectId,
    position: OutboxPosition
  ) => Effect.Effect<boolean | undefined>
  /**
   * Leases projects that have rows for the consumer, are not leased and not waiting for a retry; those not worked
   * on for longest first.
   */
  readonly lease: (request: LeaseRequest) => Effect.Effect<ReadonlyArray<OutboxLease>>
  /** Holds the lease until then; false when it is lost. */
  readonly renew: (lease: OutboxLease, until: DateTime.Utc) => Effect.Effect<boolean>
  /**
   * Stores how far the lease's holder has come, which clears earlier failures. `more` means that rows for the consumer lie
   * behind the position, `lost` that nothing is changed: the lease was taken over, or the consumer has been registered for
   * more than its holder can handle.
   */
  readonly advance: (lease: OutboxLease, to: Advance) => Effect.Effect<"lost" | "more" | "done">
  /** Notes that the next batch failed and gives the lease back; false when it is lost. */
  readonly fail: (lease: OutboxLease, failure: BatchFailure) => Effect.Effect<boolean>
  /** Gives the lease back, unless it is lost. */
  readonly release: (lease: OutboxLease) => Effect.Effect<void>
  /** Moves the consumer to the head wherever no lease is held and no row behind its position is of its topics. */
  readonly skip: (consumer: string, now: DateTime.Utc) => Effect.Effect<void>
  /** The number of rows behind the consumer's positions, over all projects. */
  readonly lag: (consumer: string) => Effect.Effect<number>
  readonly status: Effect.Effect<ReadonlyArray<ConsumerStatus>>
}>()("@hedgerow/core/outbox/OutboxConsumerRepository") {}
