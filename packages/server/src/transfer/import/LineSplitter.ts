import { Transform, type TransformCallback } from "node:stream"

/** A longer line is cut. */
export const maxLineBytes = 16 * 1024 * 1024

/** A line of text, and its number from 1 on. */
export interface Line {
  readonly number: number
  readonly text: string
  /** Whether it was longer than a line may be: then `text` is its beginning. */
  readonly isCut: boolean
}

const newline = 0x0a

/** Bytes in, lists of lines out; lines without anything but white space are counted and left out. */
export class LineSplitter extends Transform {
  #number = 0
  #parts: Array<Uint8Array> = []
  #size = 0

  constructor() {
    super({ readableObjectMode: true, readableHighWaterMark: 4 })
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return
    if (this.#size < maxLineBytes) this.#parts.push(part)
    this.#size += part.length
  }

  #line(): Line | undefined {
    const isCut = this.#size > maxLineBytes
    const bytes = Buffer.concat(this.#parts)
    const text = bytes.toString("utf8", 0, isCut ? 1_000 : bytes.length)
    this.#parts = []
    this.#size = 0
    this.#number++
    return text.trim() === "" ? undefined : { number: this.#number, text, isCut }
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const lines: Array<Line> = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end))
      start = end + 1
      const line = this.#line()
      if (line !== undefined) lines.push(line)
    }
    // The rest is kept as a copy: a part would hold all of the chunk.
    this.#add(Uint8Array.from(chunk.subarray(start)))
    done(null, lines.length === 0 ? undefined : lines)
  }

  override _flush(done: TransformCallback): void {
    const line = this.#line()
    done(null, line === undefined ? undefined : [line])
  }
}
