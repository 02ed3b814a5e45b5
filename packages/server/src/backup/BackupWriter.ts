import type { TreeFile, TreeLink } from "@hedgerow/core/shared/FileTree"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { BackupRefused } from "./BackupErrors.ts"
import { copyFile, type Digest, filesAtOnce, makeDirectories, writeFile } from "./CopyFiles.ts"
import type { BackupFile, Manifest } from "./Manifest.ts"

/** Files that are copied from a directory to the place `to` of the backup. */
export interface Copied {
  readonly from: string
  readonly to: string
  readonly files: ReadonlyArray<Pick<TreeFile, "path">>
}

const inside = (to: string) => (path: string): string => to === "" ? path : `${to}/${path}`

/** Copies into a directory, and remembers what it holds. */
export const makeBackupWriter = Effect.fnUntraced(function*(
  root: string,
  count: (bytes: number) => Effect.Effect<void>
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const files: Array<BackupFile> = []
  const directories: Array<string> = []
  const links: Array<TreeLink> = []
  const add = (place: string, { bytes, sha256 }: Digest): void => void files.push({ path: place, bytes, sha256 })
  const copy = Effect.fnUntraced(function*(source: string, place: string) {
    const digest = yield* copyFile(source, path.join(root, place), count)
    if (digest !== undefined) add(place, digest)
    return digest !== undefined
  }, Effect.provideService(FileSystem.FileSystem, fs))
  const each = <E>({ files, from, to }: Copied, use: (source: string, place: string) => Effect.Effect<void, E>) =>
    Effect.forEach(files, (file) => use(path.join(from, file.path), inside(to)(file.path)), {
      concurrency: filesAtOnce,
      discard: true
    })
  return {
    /** Makes the directory `to` and those in it. */
    makeDirectories: Effect.fnUntraced(function*(to: string, names: ReadonlyArray<string>) {
      const places = [to, ...names.map(inside(to))]
      yield* makeDirectories(root, places)
      directories.push(...places)
    }),
    /** Links are in the list alone. */
    addLinks: (to: string, some: ReadonlyArray<TreeLink>): void =>
      void links.push(...some.map((link) => ({ path: inside(to)(link.path), target: link.target }))),
    write: Effect.fnUntraced(function*(place: string, contents: Uint8Array) {
      add(place, yield* writeFile(path.join(root, place), contents))
      yield* count(contents.length)
    }),
    /** Copies all of them. */
    copyAll: (copied: Copied) =>
      each(copied, (source, place) =>
        Effect.flatMap(copy(source, place), (isThere) =>
          isThere
            ? Effect.void
            : Effect.fail(
              new BackupRefused({ message: `${source} went away: an engine was started again. Run the command again.` })
            ))),
    /** Copies those that are there. */
    copyFound: (copied: Copied) => each(copied, (source, place) => Effect.asVoid(copy(source, place))),
    contents: (): Pick<Manifest, "directories" | "files" | "links"> => ({
      files: files.toSorted((one, other) => one.path < other.path ? -1 : 1),
      directories: [...new Set(directories)],
      links
    })
  }
})

/** A backup that is being written. */
export type BackupWriter = Effect.Success<ReturnType<typeof makeBackupWriter>>
