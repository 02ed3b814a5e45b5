import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import { type Array, Cause, Effect, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { ConsumerRegistration } from "./OutboxConsumerRepository.ts"
import type { OutboxRow } from "./OutboxMessage.ts"

/** Rows of one project, in order. */
export interface OutboxBatch {
  readonly project: ProjectId
  readonly rows: Array.NonEmptyReadonlyArray<OutboxRow>
}

/** A consumer as a domain describes it. */
export interface ConsumeOptions<E, R> extends ConsumerRegistration {
  /** The most rows of a batch. */
  readonly batchSize: number
  /**
   * Handles a batch. It may get the same rows again, cut into other batches: its effect must be the same when repeated,
   * for which (project, position) identifies a row. A failure blocks this consumer in this project until a retry
   * succeeds.
   */
  readonly run: (batch: OutboxBatch) => Effect.Effect<void, E, R>
}

/** A consumer did not handle a batch; the log has the cause. */
export class BatchFailed extends Schema.TaggedError<BatchFailed>()("BatchFailed", { reason: Schema.String }) {}

/** A consumer that has all it needs. */
export type OutboxConsumer = ConsumeOptions<BatchFailed, never>

const maxReasonLength = 2_000

/** The cause in words: names and messages, no stacks. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const texts = Cause.prettyErrors(cause).map(({ message, name }) => message === "" ? name : `${name}: ${message}`)
  return sanitizeText(texts.join("; ").slice(0, maxReasonLength))
}

const failed = (consumer: string, { project }: OutboxBatch, cause: Cause.Cause<unknown>) =>
  Effect.logWarning("An outbox consumer failed", cause).pipe(
    Effect.annotateLogs({ consumer, project }),
    Effect.andThen(Effect.fail(new BatchFailed({ reason: reasonOf(cause) })))
  )

/** A consumer as a domain exports it; its requirements are those of its `run`. */
export const consume = <E, R>(options: ConsumeOptions<E, R>): Effect.Effect<OutboxConsumer, never, R> =>
  Effect.map(Effect.context<R>(), (context) => ({
    ...options,
    run: (batch) =>
      Effect.suspend(() => options.run(batch)).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : failed(options.name, batch, cause)
        ),
        Effect.provideContext(context)
      )
  }))
