import type { SchemaUnknown } from "@hedgerow/storage-pg/migrations/Migrations"
import type { QueryFunctionsMissing } from "@hedgerow/storage-pg/query/server/HelperSchema"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"

/** The database at `HEDGEROW_DATABASE_URL` could not be reached or prepared; the message never holds the password. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  address: Schema.String,
  reason: Schema.String
}) {
  static readonly from = (
    url: Redacted.Redacted,
    error: SqlError | SchemaUnknown | QueryFunctionsMissing
  ): DatabaseUnusable =>
    new DatabaseUnusable({
      address: addressOf(Redacted.value(url)),
      reason: error._tag === "SqlError" ? reasonOf(error) : error.message
    })

  override get message(): string {
    return `HEDGEROW_DATABASE_URL: the database at ${this.address} cannot be used: ${this.reason}`
  }
}

/** `host:port/database` of a URL. */
const addressOf = (url: string): string => {
  if (!URL.canParse(url)) return "the given URL"
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get("host") ?? host}${pathname}`
}

/** The innermost words. A failure to connect to several addresses has none of its own, but a code. */
export const reasonOf = (error: SqlError): string => {
  const cause = error.reason.cause
  if (Predicate.hasProperty(cause, "message") && Predicate.isString(cause.message) && cause.message !== "") {
    return cause.message
  }
  return Predicate.hasProperty(cause, "code") ? `${error.message} (${String(cause.code)})` : error.message
}
