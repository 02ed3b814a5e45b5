import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { isOver } from "@hedgerow/core/query/execution/QueryRun"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { surveySummaryEntity } from "@hedgerow/core/surveys/summaries/SurveySummary"
import { webhookDeliveryEntity } from "@hedgerow/core/webhooks/WebhookDelivery"
import { Effect, Layer } from "effect"
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

const removeDeliveries = (state: MemoryState, project: ProjectId, isNaming: Test): number => {
  const deliveries = state.entities(webhookDeliveryEntity, project)
  const naming = [...deliveries.rows.values()].filter(({ body, error, record, response_body }) =>
    [body, error, record, response_body].some(isNaming)
  )
  for (const { id } of naming) deliveries.remove(id)
  return naming.length
}

const blankLog = (state: MemoryState, project: ProjectId, isNaming: Test): number => {
  const isSuch = ({ exception, hogql_name, project_id, query }: QueryLogEntry) =>
    project_id === project && [query, hogql_name, exception].some(isNaming)
  const naming = [...state.queryLog.entries()].filter(([, entry]) => isSuch(entry))
  for (const [key, entry] of naming) state.queryLog.set(key, { ...entry, query: "", hogql_name: "", exception: "" })
  return naming.length
}

/** Removes traces from memory, which is free at once. */
export const layer: Layer.Layer<TraceRemoval, never, MemoryDatabase> = Layer.effect(
  TraceRemoval,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase
    return TraceRemoval.of({
      remove: Effect.fn("TraceRemoval.remove")((project: ProjectId, texts: ReadonlyArray<string>) =>
        operation((state) => {
          const isNaming: Test = (text) => text !== null && texts.some((one) => text.includes(one))
          removeRows(state.queryResults, project)
          removeRows(state.queryRuns, project, isOver)
          removeSummaries(state, project)
          return removeDeliveries(state, project, isNaming) + blankLog(state, project, isNaming)
        })
      ),
      compact: Effect.void
    })
  })
)
