import { Effect } from "effect"
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

/** The folder of the repository. */
export const root = join(import.meta.dirname, "../../../..")

const copied = ["docs", "scripts", "package.json", "tsconfig.base.json", "vitest.config.ts"]

/**
 * A copy of the sources and tests, to be changed by a test. Links between packages lead to the copies, those to npm
 * packages to the installed ones. What the compiler built is copied `withBuilt`, so that it compiles what changed alone.
 */
export const workingCopy = ({ withBuilt }: { readonly withBuilt: boolean }) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const copy = mkdtempSync(join(tmpdir(), "hedgerow-copy-"))
      const links = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }
      for (const path of copied) cpSync(join(root, path), join(copy, path), links)
      const filter = (path: string) => withBuilt || basename(path) !== "dist"
      cpSync(join(root, "packages"), join(copy, "packages"), { ...links, filter })
      symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
      return copy
    }),
    (copy) => Effect.sync(() => rmSync(copy, { recursive: true, force: true }))
  )
