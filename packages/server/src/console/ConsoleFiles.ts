import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { extname, join } from "node:path"

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml"
}

/** The hashes of the files by their names. */
const Manifest = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

const none: typeof Manifest.Type = {}

/** A file of the console, packed in both codings. */
export interface ConsoleFile {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly packed: (coding: "br" | "gz") => Effect.Effect<Uint8Array>
}

/**
 * Finds the files of a console that lies in a folder, each with `.br` and with `.gz` at the end of its name. Only names in
 * its list are read. The list is read again as long as there is none: a build may put it there later.
 */
export const makeConsoleFiles = (folder: string) =>
  Effect.map(FileSystem.FileSystem, (fs) => {
    let known: Readonly<Record<string, string>> | undefined
    const list = Effect.suspend(() =>
      known !== undefined
        ? Effect.succeed(known)
        : fs.readFileString(join(folder, "manifest.json")).pipe(
          Effect.flatMap(Schema.decodeUnknownEffect(Manifest)),
          Effect.tap((found) =>
            Effect.sync(() => {
              known = found
            })
          ),
          Effect.orElseSucceed(() => none)
        )
    )
    return (name: string): Effect.Effect<Option.Option<ConsoleFile>> =>
      Effect.map(list, (files) => {
        const hash = Object.hasOwn(files, name) ? files[name] : undefined
        return hash === undefined ? Option.none() : Option.some({
          name,
          hash,
          contentType: contentTypes[extname(name)] ?? "application/octet-stream",
          packed: (coding) => Effect.orDie(fs.readFile(join(folder, `${name}.${coding}`)))
        })
      })
  })
