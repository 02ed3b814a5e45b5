import { Effect } from "effect"

/** The hash of each chunk of a project's records: it changes whenever a relevant field in the chunk does. */
export type ChunkHashes = ReadonlyMap<number, string>

/** The number of consecutive ids that make a chunk. */
export const chunkSize = 64

/** The chunk of the record with this id. */
export const chunkOf = (id: number): number => Math.trunc(id / chunkSize)

/** A project's records in chunks, as they were last read. */
export interface Chunked<A> {
  readonly hashes: ChunkHashes
  readonly chunks: ReadonlyMap<number, ReadonlyArray<A>>
}

/** The source of a project's records. */
export interface ChunkSource<Stored, A> {
  readonly hashes: Effect.Effect<ChunkHashes>
  readonly all: Effect.Effect<ReadonlyArray<Stored>>
  readonly inChunks: (chunks: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Stored>>
  /** The value kept for a record, given its previous one. */
  readonly make: (stored: Stored, before: A | undefined) => A
  readonly idOf: (kept: A) => number
}

/** The number of records that are made before others get a turn. */
const maxAtOnce = 500

/**
 * Reads what has changed since `before` and takes the rest over. The hashes are read first: a change in between leaves a
 * chunk with a hash older than its content, never newer, and is read the next time.
 */
export const readChunks = Effect.fnUntraced(function*<Stored extends { readonly id: number }, A>(
  { all, idOf, inChunks, make, hashes: readHashes }: ChunkSource<Stored, A>,
  before: Chunked<A> | undefined
): Effect.fn.Return<Chunked<A>> {
  const hashes = yield* readHashes
  const chunks = new Map<number, Array<A>>()
  const taken = new Map<number, ReadonlyArray<A>>()
  for (const [chunk, hash] of hashes) {
    const same = before?.hashes.get(chunk) === hash ? before.chunks.get(chunk) : undefined
    if (same === undefined) chunks.set(chunk, [])
    else taken.set(chunk, same)
  }
  if (before !== undefined && chunks.size === 0 && taken.size === before.chunks.size) return before

  const old = new Map<number, A>()
  for (const chunk of chunks.keys()) for (const kept of before?.chunks.get(chunk) ?? []) old.set(idOf(kept), kept)
  const stored = chunks.size === 0 ? [] : taken.size === 0 ? yield* all : yield* inChunks([...chunks.keys()])
  for (const [at, one] of stored.entries()) {
    if (at % maxAtOnce === maxAtOnce - 1) yield* Effect.yieldNow
    // A record that came into a chunk after the hashes were read belongs to the next change.
    chunks.get(chunkOf(one.id))?.push(make(one, old.get(one.id)))
  }
  const ordered = Array.from(hashes.keys()).sort((left, right) => left - right)
  return { hashes, chunks: new Map(ordered.map((chunk) => [chunk, taken.get(chunk) ?? chunks.get(chunk) ?? []])) }
})

/** The records of all chunks, by id. */
export const chunkedItems = <A>({ chunks }: Chunked<A>): Array<A> => {
  const items: Array<A> = []
  for (const chunk of chunks.values()) for (const item of chunk) items.push(item)
  return items
}
