import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import { dataExportEntity } from "@hedgerow/core/exports/DataExport"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { isOver } from "@hedgerow/core/query/execution/QueryRun"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { surveySummaryEntity } from "@hedgerow/core/surveys/summaries/SurveySummary"
import { type WebhookDelivery, webhookDeliveryEntity } from "@hedgerow/core/webhooks/WebhookDelivery"
import { DateTime, Effect, Layer } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"
import type { MemoryTable } from "../database/MemoryTable.ts"

/** Removes the project's rows of a table that are such. */
const removeRows = <V extends { readonly project_id: ProjectId }>(
  table: MemoryTable<string, V>,
  project: ProjectId,
  isSuch: (row: V) => boolean = () => true
): void => {
  for (const [key, row] of Array.from(table.entries())) if (row.project_id === project && isSuch(row)) table.delete(key)
}

const removeSummaries = (state: MemoryState, project: ProjectId): void => {
  const summaries = state.entities(surveySummaryEntity, project)
  for (const { id } of Array.from(summaries.rows.values())) summaries.remove(id)
}

type Test = (text: string | null) => boolean

const isNamingDelivery = (isNaming: Test, { body, error, record, response_body }: WebhookDelivery): boolean =>
  [body, error, record, response_body].some(isNaming)

const isNamingEntry = (isNaming: Test, { exception, hogql_name, query }: QueryLogEntry): boolean =>
  [query, hogql_name, exception].some(isNaming)

/** Removes the deliveries of these ids that name a person. */
const removeDeliveries =
  (project: ProjectId, isNaming: Test, ids: ReadonlyArray<WebhookDelivery["id"]>) => (state: MemoryState): number => {
    const deliveries = state.entities(webhookDeliveryEntity, project)
    const naming = ids.filter((id) => {
      const delivery = deliveries.rows.get(id)
      return delivery !== undefined && isNamingDelivery(isNaming, delivery)
    })
    for (const id of naming) deliveries.remove(id)
    return naming.length
  }

/** Blanks the entries of these keys that name a person. */
const blankLog = (isNaming: Test, keys: ReadonlyArray<string>) => (state: MemoryState): number => {
  let count = 0
  for (const key of keys) {
    const entry = state.queryLog.get(key)
    if (entry === undefined || !isNamingEntry(isNaming, entry)) continue
    state.queryLog.set(key, { ...entry, query: "", hogql_name: "", exception: "" })
    count++
  }
  return count
}

/** The most rows of one search: others get their turn between two of them. */
const rowsAtOnce = 200

/** Removes traces from memory, which is free at once. */
export const layer: Layer.Layer<TraceRemoval, never, MemoryDatabase> = Layer.effect(
  TraceRemoval,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    const inParts = Effect.fnUntraced(
      function*<A>(rows: ReadonlyArray<A>, of: (part: ReadonlyArray<A>) => (state: MemoryState) => number) {
        let count = 0
        for (let at = 0; at < rows.length; at += rowsAtOnce) {
          count += yield* operation(of(rows.slice(at, at + rowsAtOnce)))
          yield* Effect.yieldNow
        }
        return count
      }
    )

    /** What is removed whole, and then the rows that may name a person. */
    const begin = (project: ProjectId) => (state: MemoryState) => {
      removeRows(state.queryResults, project)
      removeRows(state.queryRuns, project, isOver)
      removeSummaries(state, project)
      const deliveries = Array.from(state.entities(webhookDeliveryEntity, project).rows.values(), ({ id }) => id)
      const entries = [...state.queryLog.entries()].filter(([, entry]) => entry.project_id === project)
      return { deliveries, entries: entries.map(([key]) => key) }
    }

    return TraceRemoval.of({
      remove: Effect.fn("TraceRemoval.remove")(function*(project: ProjectId, texts: ReadonlyArray<string>) {
        const isNaming: Test = (text) => text !== null && texts.some((one) => text.includes(one))
        const { deliveries, entries } = yield* operation(begin(project))
        const removed = yield* inParts(deliveries, (part) => removeDeliveries(project, isNaming, part))
        return removed + (yield* inParts(entries, (part) => blankLog(isNaming, part)))
      }),
      removeExports: Effect.fn("TraceRemoval.removeExports")((project: ProjectId, until: DateTime.Utc) =>
        operation((state) => {
          const exports = state.entities(dataExportEntity, project)
          for (const { created_at, id } of Array.from(exports.rows.values())) {
            if (DateTime.isGreaterThan(created_at, until)) continue
            state.exportPieces.remove(project, id)
            exports.remove(id)
          }
        })
      ),
      compact: () => Effect.void
    })
  })
)
