import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { type LogBounds, type LogWindow, QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

const keyOf = ({ id, project_id }: QueryLogEntry): string => `${project_id}/${id}`

const newestFirst = (left: QueryLogEntry, right: QueryLogEntry): number =>
  right.event_time - left.event_time || (left.id < right.id ? 1 : -1)

const entriesOf = (state: MemoryState, project: ProjectId): Array<QueryLogEntry> =>
  [...state.queryLog.values()].filter((entry) => entry.project_id === project).sort(newestFirst)

const within = (entries: ReadonlyArray<QueryLogEntry>, { characters, rows }: LogWindow) => {
  let held = 0
  return entries.slice(0, rows).filter(({ exception, query }) => {
    held += query.length + exception.length
    return held <= characters
  })
}

/** The query log in memory. */
export const layer: Layer.Layer<QueryLogRepository, never, MemoryDatabase> = Layer.effect(
  QueryLogRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    return QueryLogRepository.of({
      append: Effect.fn("QueryLogRepository.append")((entries: ReadonlyArray<QueryLogEntry>) =>
        operation((state) => {
          for (const entry of entries) if (!state.queryLog.has(keyOf(entry))) state.queryLog.set(keyOf(entry), entry)
        })
      ),
      ofQuery: Effect.fn("QueryLogRepository.ofQuery")((project: ProjectId, queryId: string, limit: number) =>
        operation((state) => entriesOf(state, project).filter((entry) => entry.query_id === queryId).slice(0, limit))
      ),
      newest: Effect.fn("QueryLogRepository.newest")((project: ProjectId, window: LogWindow) =>
        operation((state) => within(entriesOf(state, project), window))
      ),
      trim: Effect.fn("QueryLogRepository.trim")(({ rows, since }: LogBounds) =>
        operation((state) => {
          const byProject = Map.groupBy(state.queryLog.values(), ({ project_id }) => project_id)
          const removed = [...byProject.values()].flatMap((entries) =>
            entries.toSorted(newestFirst).filter(({ event_time }, place) => event_time < since || place >= rows)
          )
          for (const entry of removed) state.queryLog.delete(keyOf(entry))
          return removed.length
        })
      )
    })
  })
)
