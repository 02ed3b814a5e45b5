import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../../access/Project.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { ScheduledChange, ScheduledChangeId } from "./ScheduledChange.ts"

/** Which scheduled changes are meant; everything not named is any. */
export interface ScheduledChangeFilter {
  readonly modelName?: string
  readonly recordId?: string
}

/** Storage of scheduled changes. What takes a project touches no other project's. */
export class ScheduledChangeRepository extends Context.Service<ScheduledChangeRepository, {
  /** By id. */
  readonly list: (
    project: ProjectId,
    filter: ScheduledChangeFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ScheduledChange>>
  /** Those of a record that are not over, by id. */
  readonly pending: (project: ProjectId, recordId: string) => Effect.Effect<ReadonlyArray<ScheduledChange>>
  /** How many of the project's are not over. */
  readonly countPending: (project: ProjectId) => Effect.Effect<number>
  readonly find: (project: ProjectId, id: ScheduledChangeId) => Effect.Effect<Option.Option<ScheduledChange>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly findForUpdate: (project: ProjectId, id: ScheduledChangeId) => Effect.Effect<Option.Option<ScheduledChange>>
  readonly insert: (change: Omit<ScheduledChange, "id" | "isPaused">) => Effect.Effect<ScheduledChange>
  /** Replaces all fields of the project's scheduled change with this id. */
  readonly update: (change: ScheduledChange) => Effect.Effect<void>
  readonly remove: (project: ProjectId, id: ScheduledChangeId) => Effect.Effect<void>
}>()("@hedgerow/core/flags/scheduling/ScheduledChangeRepository") {}
