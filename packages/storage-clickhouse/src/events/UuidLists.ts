import { Array } from "effect"

/** The most uuids at once: the text of a statement and each of its values stay far below what any server takes. */
const uuidsAtOnce = 1_000

/** Parts of a long list, each of which can be bound as one value: `uuid IN {uuids:Array(UUID)}`. */
export const uuidParts = <A>(all: ReadonlyArray<A>): ReadonlyArray<Array.NonEmptyReadonlyArray<A>> =>
  Array.isReadonlyArrayNonEmpty(all) ? Array.chunksOf(all, uuidsAtOnce) : []
