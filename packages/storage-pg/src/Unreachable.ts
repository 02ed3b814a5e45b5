import { SqlError } from "effect/sql"

/** Whether a failure of this storage means that its database does not answer, rather than that it refused. */
export const isUnreachable = (error: unknown): boolean =>
  SqlError.isSqlError(error)
  && (error.reason._tag === "ConnectionError" || error.reason._tag === "AuthenticationError")
