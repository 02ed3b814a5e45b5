import type { ActivityEntry, ActivityFilter, ActivityId } from "@hedgerow/core/activity/Activity"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Page, PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Layer, Option } from "effect"
import type { MemoryActivity } from "../database/MemoryActivity.ts"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

type Test = (entry: ActivityEntry) => boolean

/** The filters that the kept lists do not answer by themselves. */
const testsOf = ({ activity, before, from, itemId, scope, scopes, userId }: ActivityFilter): ReadonlyArray<Test> => [
  ...(scope === undefined && itemId !== undefined ? [(entry: ActivityEntry) => entry.item_id === itemId] : []),
  ...(scopes === undefined ? [] : [(entry: ActivityEntry) => scopes.includes(entry.scope)]),
  ...(userId === undefined ? [] : [(entry: ActivityEntry) => entry.user?.id === userId]),
  ...(activity === undefined ? [] : [(entry: ActivityEntry) => entry.activity === activity]),
  ...(from === undefined ? [] : [(entry: ActivityEntry) => DateTime.isGreaterThanOrEqualTo(entry.created_at, from)]),
  ...(before === undefined ? [] : [(entry: ActivityEntry) => DateTime.isLessThan(entry.created_at, before)])
]

/** Entries are kept oldest first and shown newest first. */
const newestOf = (entries: ReadonlyArray<ActivityEntry>, { limit, offset }: PageRequest): Page<ActivityEntry> => {
  const end = Math.max(entries.length - offset, 0)
  return { items: entries.slice(Math.max(end - limit, 0), end).toReversed(), count: entries.length }
}

const pageOf = (activity: MemoryActivity, filter: ActivityFilter, page: PageRequest): Page<ActivityEntry> => {
  const entries = activity.entries(filter.scope, filter.itemId)
  const tests = testsOf(filter)
  return newestOf(tests.length === 0 ? entries : entries.filter((entry) => tests.every((test) => test(entry))), page)
}

const logOf = (state: MemoryState, filter: ActivityFilter): MemoryActivity =>
  filter.project === undefined ? state.activityOf(filter.organization) : state.of(filter.project).activity

/** The activity log in memory. */
export const layer: Layer.Layer<ActivityRepository, never, MemoryDatabase> = Layer.effect(
  ActivityRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return ActivityRepository.of({
      insert: Effect.fn("ActivityRepository.insert")((entry: ActivityEntry) =>
        database.operation((state) => {
          const { organization_id: organization, project_id: project } = entry
          logOf(state, project === null ? { organization } : { project }).add(entry)
        })
      ),
      find: Effect.fn("ActivityRepository.find")((project: ProjectId, id: ActivityId) =>
        database.operation((state) =>
          Option.fromUndefinedOr(
            state.of(project).activity.entries(undefined, undefined).findLast((entry) => entry.id === id)
          )
        )
      ),
      list: Effect.fn("ActivityRepository.list")((filter: ActivityFilter, page: PageRequest) =>
        database.operation((state) => pageOf(logOf(state, filter), filter, page))
      )
    })
  })
)
