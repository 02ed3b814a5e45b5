/** The actors behind an edge or a step of paths. */
import { Effect } from "effect"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryError } from "../../QueryKind.ts"
import { type Actors, actorSource } from "../actors/ActorSource.ts"
import type { PathStep } from "./PathShape.ts"
import { pathsQuery } from "./PathsKind.ts"
import type { PathsFilter } from "./PathsNode.ts"
import { eachPath } from "./RunPaths.ts"

/** At most this many actors are listed. */
const maxActors = 500_000

const given = (key: string | null | undefined): key is string => (key ?? "") !== ""

/** Whether a path is one of those that the keys mean; without keys every path is. */
const isMeant = (
  { pathDropoffKey: dropoff, pathEndKey: end, pathStartKey: start }: PathsFilter,
  path: ReadonlyArray<PathStep>
): boolean => {
  const keys = path.map(({ item }, index) => `${index + 1}_${item}`)
  if (given(dropoff) && keys.at(-1) !== dropoff) return false
  if (!given(start) && !given(end)) return true
  return keys.some((key, index) => {
    const next = keys[index + 1]
    return next !== undefined && (!given(start) || key === start) && (!given(end) || next === end)
  })
}

/** Paths as a source of actors: those who took an edge, or whose path ended with a step. */
export const pathsActors = actorSource(pathsQuery, {
  group: ({ aggregation_group_type_index: group }) => group,
  actors: Effect.fnUntraced(function*(node, _, run): Effect.fn.Return<Actors, QueryError> {
    const filter = node.pathsFilter ?? {}
    const paths = new Map<string, number>()
    yield* eachPath(node, run, (path, actor) => {
      if (paths.size <= maxActors && isMeant(filter, path)) paths.set(actor, (paths.get(actor) ?? 0) + 1)
    })
    if (paths.size > maxActors) return yield* new QueryTooLarge({ limit: "rows", most: maxActors })
    const ids = [...paths.keys()].toSorted()
    return { _tag: "Listed", ids, counts: ids.map((id) => paths.get(id) ?? 0) }
  })
})
