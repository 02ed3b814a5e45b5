import { Effect, Path } from "effect"
import { readdir, readlink, stat } from "node:fs/promises"

/** A file below a directory. */
export interface TreeFile {
  /** Its path from there, with slashes. */
  readonly path: string
  readonly bytes: number
}

/** A symbolic link below a directory. */
export interface TreeLink {
  readonly path: string
  readonly target: string
}

/** All that is below a directory; sockets and the like are left out. */
export interface FileTree {
  readonly files: ReadonlyArray<TreeFile>
  /** A directory stands before those inside it. */
  readonly directories: ReadonlyArray<string>
  readonly links: ReadonlyArray<TreeLink>
}

const isGone = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/** Entries may go while they are looked at. */
const unlessGone = <A>(look: () => Promise<A>, otherwise: A): Effect.Effect<A> =>
  Effect.promise(() => look().catch((cause: unknown) => isGone(cause) ? otherwise : Promise.reject(cause)))

/** Lists what is below a directory, without the entries that `isLeftOut` names by their paths. */
export const listTree = Effect.fnUntraced(function*(
  root: string,
  isLeftOut: (path: string) => boolean = () => false
): Effect.fn.Return<FileTree, never, Path.Path> {
  const { join } = yield* Path.Path
  const files: Array<TreeFile> = []
  const directories: Array<string> = []
  const links: Array<TreeLink> = []
  const pending = [""]
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const inside = join(root, directory)
    for (const entry of yield* unlessGone(() => readdir(inside, { withFileTypes: true }), [])) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`
      if (isLeftOut(path)) continue
      const place = join(root, path)
      if (entry.isDirectory()) {
        directories.push(path)
        pending.push(path)
      } else if (entry.isSymbolicLink()) {
        const target = yield* unlessGone(() => readlink(place), undefined)
        if (target !== undefined) links.push({ path, target })
      } else if (entry.isFile()) {
        const found = yield* unlessGone(() => stat(place), undefined)
        if (found !== undefined) files.push({ path, bytes: found.size })
      }
    }
  }
  return { files, directories, links }
})
