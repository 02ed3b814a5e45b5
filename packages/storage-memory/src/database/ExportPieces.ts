import type { DataExportId } from "@hedgerow/core/exports/DataExport"
import type { ContentKey } from "@hedgerow/core/exports/ExportContent"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { MemoryIndex } from "./MemoryIndex.ts"
import { MemoryTable } from "./MemoryTable.ts"
import type { UndoLog } from "./UndoLog.ts"

interface Piece {
  readonly content: Uuid
  readonly bytes: Uint8Array
}

const fileOf = (project: ProjectId, id: DataExportId): string => `${project}/${id}`

const keyOf = (of: ContentKey, number: number): string => `${fileOf(of.project, of.export)}/${of.content}/${number}`

/** The files of exports in pieces. */
export class ExportPieces {
  readonly #pieces: MemoryTable<string, Piece>
  /** The keys of the pieces of a file. */
  readonly #keys: MemoryIndex<string, string>

  constructor(log: UndoLog) {
    this.#pieces = new MemoryTable(log)
    this.#keys = new MemoryIndex(log)
  }

  get(of: ContentKey, number: number): Uint8Array | undefined {
    return this.#pieces.get(keyOf(of, number))?.bytes
  }

  set(of: ContentKey, number: number, bytes: Uint8Array): void {
    const key = keyOf(of, number)
    this.#pieces.set(key, { content: of.content, bytes })
    this.#keys.add(fileOf(of.project, of.export), key)
  }

  /** Removes the pieces of an export, but for those of one attempt. */
  remove(project: ProjectId, id: DataExportId, kept?: Uuid): void {
    const file = fileOf(project, id)
    for (const key of this.#keys.get(file)) {
      if (this.#pieces.get(key)?.content === kept) continue
      this.#pieces.delete(key)
      this.#keys.remove(file, key)
    }
  }
}
