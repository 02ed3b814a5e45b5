import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { extname, join } from "node:path"

/** A file of the site, compressed by Brotli, as it is stored. */
export interface GuideFile {
  readonly name: string
  readonly contentType: string
  readonly packed: Uint8Array
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml"
}

/** A name with nothing in it that leads out of the site's folder, or to a hidden file. */
const isName = (path: string): boolean => path.split("/").every((part) => /^[\w@-][\w.@-]*$/.test(part))

/** The files that a path can mean: itself, the page of that name, or the first page of that folder. */
const namesOf = (path: string): ReadonlyArray<string> =>
  path === "" ? ["index.html"] : [path, `${path}.html`, `${path}/index.html`].filter((name) => extname(name) !== "")

/** Finds the files of a site that lies in a folder, each with `.br` at the end of its name. */
export const makeGuideFiles = (folder: string) =>
  Effect.map(FileSystem.FileSystem, (fs) => {
    const read = (name: string): Effect.Effect<Option.Option<GuideFile>> =>
      fs.readFile(join(folder, `${name}.br`)).pipe(
        Effect.map((packed) => ({
          name,
          packed,
          contentType: contentTypes[extname(name)] ?? "application/octet-stream"
        })),
        Effect.option
      )
    return Effect.fnUntraced(function*(path: string) {
      if (path !== "" && !isName(path)) return Option.none<GuideFile>()
      for (const name of namesOf(path)) {
        const found = yield* read(name)
        if (Option.isSome(found)) return found
      }
      return Option.none<GuideFile>()
    })
  })
