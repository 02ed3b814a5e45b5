import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Group } from "@hedgerow/core/persons/Group"
import type { Person } from "@hedgerow/core/persons/Person"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { Effect } from "effect"
import { Context } from "effect"

/** The form of one row of each table in memory; `TableColumns.ts` knows how a row gives its columns. */
export interface TableRows {
  readonly events: Event
  readonly persons: Person
  readonly person_distinct_ids: { readonly distinct_id: string; readonly person_id: Uuid }
  readonly cohort_members: { readonly cohort_id: CohortId; readonly person_id: Uuid }
  readonly person_overrides: { readonly old_person_id: Uuid; readonly person_id: Uuid }
  readonly groups: Group
}

/**
 * The rows that the memory storage holds. A scan answers the project's committed rows of one moment: the array and the
 * rows in it do not change afterwards. Rows that stay the same should be the same object, as parsed JSON is kept by row.
 */
export class TableSource extends Context.Service<TableSource, {
  readonly scan: <T extends TableName>(table: T, project: ProjectId) => Effect.Effect<ReadonlyArray<TableRows[T]>>
}>()("@hedgerow/storage-memory/query/TableSource") {}
