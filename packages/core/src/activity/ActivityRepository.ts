import { Context, type Effect, type Option } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { ActivityEntry, ActivityFilter, ActivityId } from "./Activity.ts"

/** Storage of the activity log. Entries are never changed. */
export class ActivityRepository extends Context.Service<ActivityRepository, {
  readonly insert: (entry: ActivityEntry) => Effect.Effect<void>
  /** The project's entry with this id. */
  readonly find: (project: ProjectId, id: ActivityId) => Effect.Effect<Option.Option<ActivityEntry>>
  /** Newest first: by creation, then by id. A text that nothing can hold finds nothing. */
  readonly list: (filter: ActivityFilter, page: PageRequest) => Effect.Effect<Page<ActivityEntry>>
}>()("@hedgerow/core/activity/ActivityRepository") {}
