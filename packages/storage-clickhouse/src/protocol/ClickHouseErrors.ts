import { Predicate, Schema } from "effect"

/**
 * The engine refused or broke a statement; `code` is ClickHouse's own (62 syntax, 60 unknown table, 159 time limit, 241
 * memory limit, 394 cancelled, …) and `message` is its text.
 */
export class ClickHouseError extends Schema.TaggedError<ClickHouseError>()("ClickHouseError", {
  code: Schema.Int,
  message: Schema.String
}) {}

/** The engine answers no request, not even a ping. */
export class EngineSilent extends Error {
  override readonly message = "no answer, not even that it is there"
  /** Whether the statement was kept back. */
  readonly isUnsent: boolean

  constructor(isUnsent: boolean) {
    super()
    this.isUnsent = isUnsent
  }
}

/** An error that came from another process is an object without a prototype. */
const messageOf = (cause: unknown): string => {
  if (Predicate.hasProperty(cause, "message")) return String(cause.message)
  return Predicate.isObject(cause) ? JSON.stringify(cause) : String(cause)
}

/** The engine cannot be reached, is going away or takes nothing now; the same statement may succeed later. */
export class ClickHouseUnavailable extends Schema.TaggedError<ClickHouseUnavailable>()("ClickHouseUnavailable", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `ClickHouse cannot be reached: ${messageOf(this.cause)}`
  }

  /** Whether there was no connection at all, so that the statement has surely not arrived. */
  get isUnsent(): boolean {
    const { cause } = this
    if (cause instanceof EngineSilent) return cause.isUnsent
    return Predicate.isObject(cause)
      && (Predicate.hasProperty(cause, "syscall") && (cause.syscall === "connect" || cause.syscall === "getaddrinfo")
        || Predicate.hasProperty(cause, "code") && cause.code === "ECONNREFUSED")
  }
}

/** The statement ended the engine's process again and again, and is not sent for a while. */
export class StatementRefused extends Schema.TaggedError<StatementRefused>()("StatementRefused", {
  retryAfterSeconds: Schema.Finite
}) {}

/** Whether a failure passes so soon that the statement is worth another try at once; a silence lasts. */
export const isPassing = (error: ClickHouseFailure): boolean =>
  error._tag === "ClickHouseUnavailable" && !(error.cause instanceof EngineSilent)

export type ClickHouseFailure = ClickHouseError | ClickHouseUnavailable

/** Whether an unknown failure is one of ClickHouse. */
export const isClickHouseFailure = (error: unknown): error is ClickHouseFailure =>
  error instanceof ClickHouseError || error instanceof ClickHouseUnavailable
