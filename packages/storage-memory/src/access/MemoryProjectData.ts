import { ProjectData } from "@hedgerow/core/access/ProjectData"
import { dataExportEntity } from "@hedgerow/core/exports/DataExport"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"
import type { MemoryTable } from "../database/MemoryTable.ts"

/** Removes the rows of a table of all projects that belong to one of them. */
const removeFrom = <K, V>(table: MemoryTable<K, V>, isMeant: (row: V) => boolean): void => {
  for (const [key, row] of Array.from(table.entries())) {
    if (isMeant(row)) table.delete(key)
  }
}

const removeRows = (state: MemoryState, project: ProjectId): void => {
  const isOwn = (row: { readonly project_id: ProjectId | null }): boolean => row.project_id === project
  for (const { id } of state.entities(dataExportEntity, project).rows.values()) state.exportPieces.remove(project, id)
  state.removeProject(project)
  state.outbox.remove(project)
  removeFrom(state.jobs, isOwn)
  removeFrom(state.queryRuns, isOwn)
  removeFrom(state.queryLog, isOwn)
  removeFrom(state.queryResults, isOwn)
  removeFrom(state.querySlots, (slot) => slot.project === project)
  for (const [identity, { batchId, key }] of Array.from(state.eventKeys.entries())) {
    if (!isOwn(key)) continue
    state.eventKeysOfBatch.remove(batchId, identity)
    state.eventKeys.delete(identity)
  }
}

/** Removal of projects in memory. */
export const layer: Layer.Layer<ProjectData, never, MemoryDatabase> = Layer.effect(
  ProjectData,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return ProjectData.of({
      remove: Effect.fn("ProjectData.remove")((project: ProjectId) =>
        database.operation((state) => removeRows(state, project))
      ),
      forgetVersions: Effect.fn("ProjectData.forgetVersions")((project: ProjectId) =>
        database.operation((state) => {
          state.definitionsVersions.delete(project)
          state.definitionsVersions.delete(`property types of ${project}`)
        })
      ),
      removeLog: Effect.fn("ProjectData.removeLog")((organization: OrganizationId) =>
        database.operation((state) =>
          state.activityOf(organization).removeAllBut(
            ({ activity, scope }) => scope === "Organization" && activity === "deleted"
          )
        )
      )
    })
  })
)
