import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Group } from "@hedgerow/core/persons/Group"
import type { Person } from "@hedgerow/core/persons/Person"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { Effect } from "effect"
import { Context } from "effect"

/** Rows of the queried tables, all of one project; a table that is not named gets none. */
export interface SeedRows {
  readonly events?: ReadonlyArray<Event>
  readonly persons?: ReadonlyArray<Person>
  readonly person_distinct_ids?: ReadonlyArray<{ readonly distinct_id: string; readonly person_id: Uuid }>
  readonly person_overrides?: ReadonlyArray<{ readonly old_person_id: Uuid; readonly person_id: Uuid }>
  readonly cohort_members?: ReadonlyArray<{ readonly cohort_id: CohortId; readonly person_id: Uuid }>
  readonly groups?: ReadonlyArray<Group>
}

/** Writes rows where the engine reads them. The project need not exist; its id is the suite's choice. */
export class SeedTables extends Context.Service<SeedTables, {
  readonly seed: (project: ProjectId, rows: SeedRows) => Effect.Effect<void>
}>()("@hedgerow/testing/contracts/query/SeedTables") {}
