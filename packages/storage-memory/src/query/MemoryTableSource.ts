import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"
import { type TableRows, TableSource } from "./TableSource.ts"

const rowsOf: { readonly [T in TableName]: (data: MemoryProject) => ReadonlyArray<TableRows[T]> } = {
  events: (data) => data.events.slice(),
  persons: (data) => [...data.persons.values()],
  person_distinct_ids: (data) =>
    Array.from(data.distinctIds.entries(), ([distinct_id, person_id]) => ({ distinct_id, person_id })),
  person_overrides: (data) =>
    Array.from(data.overrides.entries(), ([old_person_id, person_id]) => ({ old_person_id, person_id })),
  cohort_members: (data) => data.cohortMembers.entries().map(([cohort_id, person_id]) => ({ cohort_id, person_id })),
  groups: (data) => [...data.groups.values()]
}

/** The memory ports' rows, as the query engine reads them. */
export const layer: Layer.Layer<TableSource, never, MemoryDatabase> = Layer.effect(
  TableSource,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    return TableSource.of({
      scan: <T extends TableName>(table: T, project: ProjectId) =>
        database.operation((state) => rowsOf[table](state.of(project)))
    })
  })
)
