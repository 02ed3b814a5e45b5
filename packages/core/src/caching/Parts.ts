import { Effect } from "effect"

/** What stands for each part of a project's things: another text whenever anything that counts in the part is another. */
export type PartStamps = ReadonlyMap<number, string>

/** So many ids in a row make a part. */
export const partSize = 64

/** The part that the thing with this id is in. */
export const partOf = (id: number): number => Math.trunc(id / partSize)

/** A project's things in parts, as they were read last. */
export interface Parted<A> {
  readonly stamps: PartStamps
  readonly parts: ReadonlyMap<number, ReadonlyArray<A>>
}

/** How a project's things are read. */
export interface PartSource<Stored, A> {
  readonly stamps: Effect.Effect<PartStamps>
  readonly all: Effect.Effect<ReadonlyArray<Stored>>
  readonly inParts: (parts: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Stored>>
  /** What is kept of a thing, given what was kept of it before. */
  readonly make: (stored: Stored, before: A | undefined) => A
  readonly idOf: (kept: A) => number
}

/** So many things are made before others get a turn. */
const maxAtOnce = 500

/**
 * Reads what has changed since `before` and takes the rest over. The stamps are read first: a change in between leaves a
 * part with a stamp older than its content, never newer, and is read the next time.
 */
export const readParts = Effect.fnUntraced(function*<Stored extends { readonly id: number }, A>(
  { all, idOf, inParts, make, stamps: readStamps }: PartSource<Stored, A>,
  before: Parted<A> | undefined
): Effect.fn.Return<Parted<A>> {
  const stamps = yield* readStamps
  const parts = new Map<number, Array<A>>()
  const taken = new Map<number, ReadonlyArray<A>>()
  for (const [part, stamp] of stamps) {
    const same = before?.stamps.get(part) === stamp ? before.parts.get(part) : undefined
    if (same === undefined) parts.set(part, [])
    else taken.set(part, same)
  }
  if (before !== undefined && parts.size === 0 && taken.size === before.parts.size) return before

  const old = new Map<number, A>()
  for (const part of parts.keys()) for (const kept of before?.parts.get(part) ?? []) old.set(idOf(kept), kept)
  const stored = parts.size === 0 ? [] : taken.size === 0 ? yield* all : yield* inParts([...parts.keys()])
  for (const [at, one] of stored.entries()) {
    if (at % maxAtOnce === maxAtOnce - 1) yield* Effect.yieldNow
    // What came into a part after the stamps were read is of the next change.
    parts.get(partOf(one.id))?.push(make(one, old.get(one.id)))
  }
  const ordered = Array.from(stamps.keys()).sort((left, right) => left - right)
  return { stamps, parts: new Map(ordered.map((part) => [part, taken.get(part) ?? parts.get(part) ?? []])) }
})

/** All things of all parts, by id. */
export const partedItems = <A>({ parts }: Parted<A>): Array<A> => {
  const items: Array<A> = []
  for (const part of parts.values()) for (const item of part) items.push(item)
  return items
}
