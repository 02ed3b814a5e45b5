import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { ServerConfig } from "./ServerConfig.ts"

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

interface BadSetting {
  readonly name: string
  readonly problem: string
}

const badSettingsOf = (error: Config.ConfigError): ReadonlyArray<BadSetting> =>
  Schema.isSchemaError(error.cause)
    ? formatIssues(error.cause.issue).issues.map(({ message, path = [] }) => ({
      name: path.map(String).join("_"),
      problem: message
    }))
    : [{ name: "", problem: error.message }]

/** `HEDGEROW_PORT: Expected …` */
export const describeBadSetting = ({ name, problem }: BadSetting): string =>
  name === "" ? problem : `${name}: ${problem}`

const without = (provider: ConfigProvider.ConfigProvider, names: ReadonlySet<string>): ConfigProvider.ConfigProvider =>
  ConfigProvider.make((path) => names.has(path.join("_")) ? Effect.undefined : provider.load(path))

/**
 * Every setting that is bad, in the order they are read. Reading stops at the first one, so it is read again without
 * those that are known to be bad.
 */
export const findBadSettings = Effect.gen(function*() {
  const provider = yield* ConfigProvider.ConfigProvider
  const found = new Map<string, BadSetting>()
  while (true) {
    const read = yield* Effect.result(ServerConfig.parse(without(provider, new Set(found.keys()))))
    if (Result.isSuccess(read)) return [...found.values()]
    const fresh = badSettingsOf(read.failure).filter(({ name }) => !found.has(name))
    for (const bad of fresh) found.set(bad.name, bad)
    if (fresh.length === 0) return [...found.values()]
  }
})
