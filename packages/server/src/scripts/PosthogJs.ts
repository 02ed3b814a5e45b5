import { SdkScripts } from "@hedgerow/http/scripts/SdkScripts"
import type { StaticFile } from "@hedgerow/http/scripts/StaticFile"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fileURLToPath } from "node:url"
import { javascript, makeStaticFile } from "./StaticFiles.ts"

/** Whether a script element loads the file; modules are for bundlers. */
const isScript = (name: string): boolean => /^(?!module\.|main\.)[a-z0-9][a-z0-9.-]*\.js$/.test(name)

/** More than the package has. */
const capacity = 200

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

/** The package as it is installed: its version, where its scripts are, and their names. */
const openPackage = Effect.fnUntraced(function*(fs: FileSystem.FileSystem) {
  const manifest = new URL(import.meta.resolve("posthog-js/package.json"))
  const folder = fileURLToPath(new URL("./dist/", manifest))
  const { version } = yield* Effect.flatMap(fs.readFileString(fileURLToPath(manifest)), Schema.decodeEffect(Manifest))
  const names = (yield* fs.readDirectory(folder)).filter(isScript)
  return { version, folder, names: new Set(names) }
})

/** The scripts of the npm package posthog-js. A script is read and compressed when it is first asked for, and kept. */
export const layer = Layer.effect(
  SdkScripts,
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const opened = yield* Effect.cached(Effect.uninterruptible(Effect.orDie(openPackage(fs))))

    const files = yield* Cache.make<string, StaticFile>({
      capacity,
      lookup: (path) => Effect.flatMap(Effect.orDie(fs.readFile(path)), (body) => makeStaticFile(javascript, body))
    })

    return SdkScripts.of({
      version: Effect.map(opened, ({ version }) => version),
      find: Effect.fnUntraced(function*(name) {
        const { folder, names } = yield* opened
        return names.has(name) ? Option.some(yield* Cache.get(files, `${folder}${name}`)) : Option.none()
      })
    })
  })
)
