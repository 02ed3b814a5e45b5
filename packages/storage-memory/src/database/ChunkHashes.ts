import { type ChunkHashes, chunkOf } from "@hedgerow/core/caching/Chunks"

const hashes = new WeakMap<object, number>()
let last = 0

/** No two rows have the same hash, and a row that a transaction gives back has its own again. */
const hashOf = (row: object): number => {
  const hash = hashes.get(row) ?? ++last
  hashes.set(row, hash)
  return hash
}

/** Gives a row the hash of the one that it replaces, since nothing that counts is another. */
export const carryHash = <A extends object>(before: A, after: A): A => {
  hashes.set(after, hashOf(before))
  return after
}

/** The hashes that stand for the chunks of some rows. */
export const hashesOf = (rows: ReadonlyArray<{ readonly id: number | string }>): ChunkHashes => {
  const chunks = new Map<number, string>()
  for (const row of rows) {
    const chunk = chunkOf(Number(row.id))
    chunks.set(chunk, `${chunks.get(chunk) ?? ""} ${hashOf(row)}`)
  }
  return chunks
}

/** The rows of some chunks. */
export const chunksOf = <A extends { readonly id: number | string }>(
  rows: ReadonlyArray<A>,
  chunks: ReadonlyArray<number>
): ReadonlyArray<A> => {
  const wanted = new Set(chunks)
  return rows.filter(({ id }) => wanted.has(chunkOf(Number(id))))
}
