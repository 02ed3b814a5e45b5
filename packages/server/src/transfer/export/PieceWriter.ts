import type { Place } from "@hedgerow/core/exports/ExportSource"
import type { Encoder } from "@hedgerow/core/files/RowFile"
import type { Row } from "@hedgerow/sql/types/Cell"
import { createHash } from "node:crypto"
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs"
import { ExportedFile } from "./Manifest.ts"

/** A file that is being written. It gets its name when it is whole. */
export class PieceWriter {
  readonly #file: number
  readonly #hash = createHash("sha256")
  readonly #folder: string
  readonly #name: string
  readonly #encoder: Encoder
  #bytes = 0
  #rows = 0
  #last: Place = []

  constructor(folder: string, name: string, encoder: Encoder) {
    this.#folder = folder
    this.#name = name
    this.#encoder = encoder
    this.#file = openSync(this.#part, "w")
    this.#write(encoder.begin())
  }

  get #part(): string {
    return `${this.#folder}/${this.#name}.part`
  }

  #write(pieces: Iterable<Uint8Array>): void {
    for (const bytes of pieces) {
      let written = 0
      while (written < bytes.length) written += writeSync(this.#file, bytes, written)
      this.#hash.update(bytes)
      this.#bytes += bytes.length
    }
  }

  get rows(): number {
    return this.#rows
  }

  add(rows: ReadonlyArray<Row>, last: Place): void {
    this.#write(this.#encoder.add(rows))
    this.#rows += rows.length
    this.#last = last
  }

  /** Leaves the file without its name: the next run writes it anew. */
  abandon(): void {
    closeSync(this.#file)
  }

  /** The whole file, on the disk. */
  end(): ExportedFile {
    this.#write(this.#encoder.end())
    fsyncSync(this.#file)
    closeSync(this.#file)
    renameSync(this.#part, `${this.#folder}/${this.#name}`)
    return new ExportedFile({
      name: this.#name,
      rows: this.#rows,
      bytes: this.#bytes,
      sha256: this.#hash.digest("hex"),
      last: [...this.#last]
    })
  }
}
