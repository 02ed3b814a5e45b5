import type { ClickHouseFailure } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** `host:port/database` of a URL, without the password. */
export const clickHouseAddress = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `${host}${pathname}`
}

/** The ClickHouse at `HEDGEROW_CLICKHOUSE_URL` could not be reached or prepared; the message never holds the password. */
export class ClickHouseUnusable extends Schema.TaggedError<ClickHouseUnusable>()("ClickHouseUnusable", {
  address: Schema.String,
  reason: Schema.String
}) {
  static readonly from = (url: Redacted.Redacted, error: ClickHouseFailure): ClickHouseUnusable => {
    const { password } = new URL(Redacted.value(url))
    const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== "")
    const reason = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), reasonOf(error))
    return new ClickHouseUnusable({ address: clickHouseAddress(url), reason })
  }

  override get message(): string {
    return `HEDGEROW_CLICKHOUSE_URL: the ClickHouse at ${this.address} cannot be used: ${this.reason}`
  }
}

/** A setting about ClickHouse that the others make meaningless. */
export class ClickHouseSettingUnused extends Schema.TaggedError<ClickHouseSettingUnused>()("ClickHouseSettingUnused", {
  name: Schema.String,
  needs: Schema.String
}) {
  override get message(): string {
    return `${this.name}: has no meaning without ${this.needs}.`
  }
}

const textOf = (failure: object, name: "code" | "message"): string =>
  Predicate.hasProperty(failure, name) ? String(failure[name]).split("\n", 1)[0]?.trim() ?? "" : ""

/** The first line of the engine's own words, or of why it could not be reached, and their code. */
export const reasonOf = (error: ClickHouseFailure): string => {
  const failure = error._tag === "ClickHouseUnavailable" && Predicate.isObject(error.cause) ? error.cause : error
  const [message, code] = [textOf(failure, "message"), textOf(failure, "code")]
  return code === "" || message.includes(code) ? message : `${message} (code ${code})`.trim()
}
