import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { ActivityEntry, ActivityFilter } from "./Activity.ts"

/** Storage of the activity log. Entries are never changed. */
export class ActivityRepository extends Context.Service<ActivityRepository, {
  readonly insert: (entry: ActivityEntry) => Effect.Effect<void>
  /** Newest first: by creation, then by id. A text that nothing can hold finds nothing. */
  readonly list: (filter: ActivityFilter, page: PageRequest) => Effect.Effect<Page<ActivityEntry>>
}>()("@hedgerow/core/activity/ActivityRepository") {}
