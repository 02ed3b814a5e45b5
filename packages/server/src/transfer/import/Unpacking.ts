import { PassThrough, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip } from "node:zlib"
import { ZstdFrames } from "./ZstdFrames.ts"

/** The number of first bytes by which packed files and Parquet are known. */
export const headBytes = 4

const packings: ReadonlyArray<{ readonly head: ReadonlyArray<number>; readonly unpack: () => Transform }> = [
  { head: [0x1f, 0x8b], unpack: () => createGunzip() },
  { head: [0x28, 0xb5, 0x2f, 0xfd], unpack: () => new ZstdFrames() }
]

const startsWith = (bytes: Uint8Array, head: ReadonlyArray<number>): boolean =>
  head.every((byte, place) => bytes[place] === byte)

/** Whether bytes with this beginning are a Parquet file. Its own compression is inside it, whatever its name ends with. */
export const isParquet = (head: Uint8Array): boolean => startsWith(head, [0x50, 0x41, 0x52, 0x31])

/** The unpacker of bytes with this beginning: gzip and zstd are known by it, brotli, which has none, by the name. */
export const unpackerOf = (head: Uint8Array, name: string): Transform => {
  const found = packings.find((packing) => startsWith(head, packing.head))
  if (found !== undefined) return found.unpack()
  return /\.br$/i.test(name) ? createBrotliDecompress() : new PassThrough()
}
