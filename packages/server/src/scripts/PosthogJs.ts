import { SdkScripts } from "@hedgerow/http/scripts/SdkScripts"
import type { StaticFile } from "@hedgerow/http/scripts/StaticFile"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { packageDirectory } from "../storage/CacheDirectory.ts"
import { isScript } from "./ScriptNames.ts"
import { javascript, makeStaticFile } from "./StaticFiles.ts"

/** More than the package has. */
const capacity = 200

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

/** The directory of posthog-js: the copy that builds put into this package, or the npm package where sources run. */
const findPackage = Effect.fnUntraced(function*(fs: FileSystem.FileSystem) {
  const copy = join(packageDirectory(), "dist/posthog-js")
  return (yield* fs.exists(copy)) ? copy : dirname(fileURLToPath(import.meta.resolve("posthog-js/package.json")))
})

/** Its version, where its scripts are, and their names. */
const openPackage = Effect.fnUntraced(function*(fs: FileSystem.FileSystem) {
  const directory = yield* findPackage(fs)
  const folder = join(directory, "dist/")
  const { version } = yield* Effect.flatMap(
    fs.readFileString(join(directory, "package.json")),
    Schema.decodeEffect(Manifest)
  )
  const names = (yield* fs.readDirectory(folder)).filter(isScript)
  return { version, folder, names: new Set(names) }
})

/** The scripts of posthog-js. A script is read and compressed when it is first asked for, and kept. */
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
