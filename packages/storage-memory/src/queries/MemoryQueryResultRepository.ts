import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  type CacheBounds,
  type QueryResult,
  QueryResultRepository
} from "@hedgerow/core/query/execution/QueryResultRepository"
import { traced } from "@hedgerow/core/shared/Traced"
import { utf8Length } from "@hedgerow/sql/types/CanonicalJson"
import { lengthOf, piecesOf } from "@hedgerow/sql/types/LongText"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import { runsUnderWay } from "./MemoryQueryRunRepository.ts"

const keyOf = (project: ProjectId, cacheKey: string): string => `${project}/${cacheKey}`

const newest = (left: QueryResult, right: QueryResult): number =>
  right.computed_at - left.computed_at || (left.cache_key < right.cache_key ? -1 : 1)

/** Those of one project that are beyond the bounds. */
const excess = (results: ReadonlyArray<QueryResult>, bounds: CacheBounds): ReadonlyArray<QueryResult> => {
  let bytes = 0
  return results.toSorted(newest).filter(({ body, computed_at }, place) => {
    for (const piece of piecesOf(body)) bytes += utf8Length(piece)
    return computed_at < bounds.since || place >= bounds.results || bytes > bounds.bytes
  })
}

/** Cached answers in memory. */
export const layer: Layer.Layer<QueryResultRepository, never, MemoryDatabase> = Layer.effect(
  QueryResultRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    return QueryResultRepository.of({
      find: traced("QueryResultRepository.find")(<E, R>(
        project: ProjectId,
        cacheKey: string,
        now: EventTime,
        admit: (bytes: number) => Effect.Effect<void, E, R> = () => Effect.void
      ) =>
        operation((state) =>
          Option.map(Option.fromNullishOr(state.queryResults.get(keyOf(project, cacheKey))), (found) => ({
            ...found,
            isUnderWay: runsUnderWay(state, project, cacheKey, now).length > 0
          }))
        ).pipe(
          Effect.tap((found) => Option.isSome(found) ? admit(lengthOf(found.value.body)) : Effect.void)
        )
      ),
      keep: Effect.fn("QueryResultRepository.keep")((result: QueryResult) =>
        operation((state) => {
          const key = keyOf(result.project_id, result.cache_key)
          const known = state.queryResults.get(key)
          if (known === undefined || known.computed_at <= result.computed_at) state.queryResults.set(key, result)
        })
      ),
      trim: Effect.fn("QueryResultRepository.trim")((bounds: CacheBounds) =>
        operation((state) => {
          const byProject = Map.groupBy(state.queryResults.values(), ({ project_id }) => project_id)
          const removed = [...byProject.values()].flatMap((results) => excess(results, bounds))
          for (const { cache_key, project_id } of removed) state.queryResults.delete(keyOf(project_id, cache_key))
          return removed.length
        })
      )
    })
  })
)
