import * as Effect from "effect/Effect"
import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from "node:fs"

/** A row that could not be taken. */
export interface RejectedRow {
  readonly source: string
  readonly row: number
  readonly reason: string
  /** Its text. */
  readonly record: string
}

/** The file of the rows that could not be taken, one as JSON on each line; made with the first of them. */
export interface Rejects {
  readonly path: string
  readonly bytes: () => number
  readonly add: (rows: ReadonlyArray<RejectedRow>) => void
  /** Forgets the rows behind the first bytes. */
  readonly cut: (bytes: number) => void
}

/** Opens the file, whose first bytes stay: those after them belong to rows that are read again. */
export const openRejects = (path: string, wanted: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      // A run that was killed may have cut the file already.
      const kept = Math.min(wanted, statSync(path, { throwIfNoEntry: false })?.size ?? 0)
      let file: number | undefined
      let bytes = kept
      if (kept === 0) rmSync(path, { force: true })
      const opened = (): number => {
        if (file !== undefined) return file
        file = openSync(path, kept === 0 ? "w" : "r+")
        ftruncateSync(file, kept)
        return file
      }
      const rejects: Rejects = {
        path,
        bytes: () => bytes,
        add: (rows) => {
          if (rows.length === 0) return
          const text = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
          writeSync(opened(), text, 0, text.length, bytes)
          fsyncSync(opened())
          bytes += text.length
        },
        cut: (at) => {
          if (at >= bytes) return
          ftruncateSync(opened(), at)
          bytes = at
        }
      }
      return { rejects, close: () => file === undefined ? undefined : closeSync(file) }
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ rejects }) => rejects))
