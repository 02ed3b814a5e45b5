import { Predicate } from "effect"
import { SqlError } from "effect/sql"
import { isTooLargeMessage } from "./MessageSize.ts"

/**
 * The SQLSTATEs by which PostgreSQL reports that it cannot serve now, rather than that a statement is wrong:
 * connections (08), logins (28), missing databases (3D), resources (53), shutdown, crash, start-up and idle sessions
 * (57P…), the system below (58), connections that it ends by its own time limits, and a server that has become
 * read-only.
 */
const notNow = /^(?:08|28|3D|53|57P|58|25P03$|25P04$|25006$)/

/** The codes by which the system reports a broken connection. */
const brokenWays: ReadonlySet<string> = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ETIMEDOUT"
])

/** The calls whose failure, whichever it is, means that there is no way to a server. */
const waysThere: ReadonlySet<string> = new Set(["connect", "getaddrinfo"])

/** The messages of node-postgres about a connection or about its pool; it gives no code. */
const brokenTexts = [
  "Connection terminated",
  "Client has encountered a connection error",
  "Cannot use a pool after calling end on the pool",
  "timeout exceeded when trying to connect",
  "Connection ended unexpectedly",
  "Client was closed and is not queryable",
  "timeout expired",
  "Query read timeout"
]

const textOf = (error: unknown, name: string): string => {
  const text = Predicate.hasProperty(error, name) ? error[name] : undefined
  return typeof text === "string" ? text : ""
}

/** Whether a SQLSTATE means that the database cannot serve now. */
export const isNotNow = (sqlState: string): boolean => sqlState.length === 5 && notNow.test(sqlState)

const isBroken = (error: unknown): boolean => {
  const code = textOf(error, "code")
  if (isNotNow(code) || brokenWays.has(code) || waysThere.has(textOf(error, "syscall"))) return true
  return error instanceof Error && brokenTexts.some((text) => error.message.startsWith(text))
}

/** The causes behind an error, itself first. A cycle ends with the depth. */
const chainOf = (error: unknown, depth = 0): ReadonlyArray<unknown> => {
  if (depth > 8 || !Predicate.isObject(error)) return []
  const inner = SqlError.isSqlError(error)
    ? [error.reason]
    : [
      ...(Predicate.hasProperty(error, "cause") ? [error.cause] : []),
      ...(error instanceof AggregateError ? error.errors : [])
    ]
  return [error, ...inner.flatMap((one) => chainOf(one, depth + 1))]
}

const isLost = (error: unknown): boolean =>
  SqlError.isSqlError(error)
  && (error.reason._tag === "ConnectionError" || error.reason._tag === "AuthenticationError")

/** Whether a statement failed as its answer has a message, such as a row, that is larger than the driver takes. */
export const isOversized = (error: unknown): boolean => chainOf(error).some(isTooLargeMessage)

/**
 * Whether a failure of this storage means that its database cannot serve now (it is away, starts, stops, has no room or
 * does not answer), rather than that it refused a statement or answered with too much.
 */
export const isUnreachable = (error: unknown): boolean => {
  const chain = chainOf(error)
  return !chain.some(isTooLargeMessage) && chain.some((one) => isLost(one) || isBroken(one))
}
