import type { ClickHouseOptions } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const expected = "must be http(s)://user:password@host:port/database"

const holdsUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#/]+(?:\/[^\s?#/]*)?$/.test(text) && URL.canParse(text) && isDecodable(text)

/** A stray `%` in a name or password is written `%25`. */
const isDecodable = (text: string): boolean => Result.isSuccess(Result.try(() => decodeURIComponent(text)))

const ClickHouseUrl = Schema.RedactedFromValue(
  Schema.String.check(Schema.makeFilter((text) => holdsUrl(text) || expected))
)

const ClusterName = Schema.String.check(
  Schema.isPattern(/^[A-Za-z_][\w.-]*$/, { message: "must be the name of a cluster" })
)

const leastMemory = 256 * 1024 * 1024

const EngineMemory = Schema.ByteSizeFromString.check(
  Schema.makeFilter((size) => size >= leastMemory, { message: "must be at least 256 MiB" })
)

/** The place of events of external storage, unless that is PostgreSQL; and the memory of the embedded ClickHouse. */
export const clickHouseSettings = Config.all({
  url: Config.option(Config.schema(ClickHouseUrl, "CLICKHOUSE_URL")),
  cluster: Config.option(Config.schema(ClusterName, "CLICKHOUSE_CLUSTER")),
  memory: Config.option(Config.map(Config.schema(EngineMemory, "CLICKHOUSE_MEMORY"), Number))
})

export type ClickHouseSettings = Config.Success<typeof clickHouseSettings>

/** The client's options: the path of the URL names the database. */
export const clickHouseOptions = (url: Redacted.Redacted, { cluster }: ClickHouseSettings): ClickHouseOptions => {
  const parsed = new URL(Redacted.value(url))
  const database = decodeURIComponent(parsed.pathname.slice(1))
  parsed.pathname = ""
  return {
    url: Redacted.make(parsed.toString()),
    ...(database === "" ? {} : { database }),
    ...Option.match(cluster, { onNone: () => ({}), onSome: (name) => ({ cluster: name }) })
  }
}
