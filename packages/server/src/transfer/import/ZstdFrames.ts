import { Transform, type TransformCallback } from "node:stream"
import { createZstdDecompress } from "node:zlib"

/** Unpacks zstd of one frame or many, one behind the other, of which Node's own unpacker takes the first alone. */
export class ZstdFrames extends Transform {
  #frame = this.#open()

  #open() {
    const frame = createZstdDecompress()
    frame.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) frame.pause()
    })
    frame.on("error", (error) => this.destroy(error))
    return frame
  }

  /** A frame whose end is known ends by itself. */
  #finish(then: () => void): void {
    const frame = this.#frame
    if (frame.readableEnded) return then()
    frame.once("end", then)
    frame.end()
    frame.resume()
  }

  override _read(size: number): void {
    this.#frame.resume()
    super._read(size)
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    const frame = this.#frame
    const before = frame.bytesWritten
    frame.write(chunk, (error) => {
      if (error !== null && error !== undefined) return done(error)
      const used = frame.bytesWritten - before
      if (used === chunk.length) return done()
      // The rest belongs to the next frame.
      this.#finish(() => {
        this.#frame = this.#open()
        this._transform(chunk.subarray(used), encoding, done)
      })
    })
  }

  override _flush(done: TransformCallback): void {
    this.#finish(done)
  }
}
