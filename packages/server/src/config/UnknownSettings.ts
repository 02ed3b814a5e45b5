import { knownNames, misnomers } from "@hedgerow/core/shared/KnownNames"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ServerConfig } from "./ServerConfig.ts"
import { isServiceLink } from "./ServiceLinks.ts"

const prefix = "HEDGEROW_"

/** A variable that no setting has the name of, with the setting that was meant, if one comes near. */
export interface UnknownSetting {
  readonly name: string
  readonly meant: string | undefined
}

/** `HEDGEROW_STORGE: is no setting. Did you mean HEDGEROW_STORAGE?` */
export const describeUnknown = ({ meant, name }: UnknownSetting): string =>
  `${name}: is no setting${meant === undefined ? ", and is ignored." : `. Did you mean ${meant}?`}`

/** Variables whose names come near those of settings: what they were to set would silently stay as it is. */
export class SettingsMisspelt extends Schema.TaggedError<SettingsMisspelt>()("SettingsMisspelt", {
  names: Schema.Array(Schema.String)
}) {}

/** Values for settings of which others depend: these are read only where those are set. */
const leading: Readonly<Record<string, string>> = {
  HEDGEROW_AI_BASE_URL: "http://127.0.0.1",
  HEDGEROW_AI_MODEL: "any",
  HEDGEROW_OIDC_CLIENT_ID: "any",
  HEDGEROW_OIDC_DOMAINS: "example.com",
  HEDGEROW_OIDC_ISSUER: "http://127.0.0.1"
}

/** The variables that commands read instead of arguments. */
const ofCommands: ReadonlySet<string> = new Set(["HEDGEROW_IMPORT_KEY", "HEDGEROW_IMPORT_TO_KEY"])

/** The names of all settings: those that are asked for when the settings are read. */
export const settingNames: Effect.Effect<ReadonlySet<string>> = Effect.suspend(() => {
  const names = new Set<string>()
  const listening = ConfigProvider.make((path) =>
    Effect.sync(() => {
      const name = path.join("_")
      names.add(name)
      const value = leading[name]
      return value === undefined ? undefined : ConfigProvider.makeValue(value)
    })
  )
  return Effect.as(Effect.exit(ServerConfig.parse(listening)), names)
})

/** The variables below a path, with their values; names of settings have no parts that are numbers. */
const variablesBelow = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>, ConfigProvider.SourceError> =>
  Effect.gen(function*() {
    const node = yield* provider.load(path)
    if (node === undefined) return []
    const own = node.value === undefined ? [] : [[path.join("_"), node.value] as const]
    if (node._tag !== "Record") return own
    const below = yield* Effect.forEach([...node.keys], (key) => variablesBelow(provider, [...path, key]))
    return [...own, ...below.flat()]
  })

/** The variables that begin as settings do and are none, but for those that Kubernetes adds for services. */
export const findUnknownSettings = Effect.gen(function*() {
  const provider = yield* ConfigProvider.ConfigProvider
  const known = yield* settingNames
  const variables = yield* variablesBelow(provider, ["HEDGEROW"])
  const unknown = variables.filter(([name, value]) =>
    name.startsWith(prefix) && !known.has(name) && !ofCommands.has(name) && !isServiceLink(name, value)
  )
  const plain = (name: string): string => name.slice(prefix.length)
  const names = knownNames([...known].filter((name) => name.startsWith(prefix)).map(plain))
  return unknown.map(([name]): UnknownSetting => {
    const meant = misnomers({ [plain(name)]: "" }, names)[0]?.meant
    return { name, meant: meant === undefined ? undefined : `${prefix}${meant}` }
  })
})

/** The settings; fails where one is misspelt, or bad. Unknown ones that come near none are left to the caller. */
export const readSettings = Effect.gen(function*() {
  const unknown = yield* Effect.orDie(findUnknownSettings)
  const misspelt = unknown.filter(({ meant }) => meant !== undefined)
  if (misspelt.length > 0) return yield* new SettingsMisspelt({ names: misspelt.map(({ name }) => name) })
  return yield* ServerConfig
})
