import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, shownAlike } from "../entities/EntityHandlers.ts"
import { type Asked, readListQuery } from "../entities/EntityQuery.ts"
import { answering } from "../errors/ErrorTable.ts"
import { pageBody, pageRequest } from "../requests/Paging.ts"
import { cohortPersonRecord } from "./CohortEncode.ts"
import { makeCohortRecords } from "./CohortRecordsOf.ts"
import { cohortFilterFields, CohortsApi } from "./CohortsApi.ts"

/** The cohorts that a query asks for. */
const readFilter = Effect.fnUntraced(function*(query: Asked) {
  const { created_by_id, is_static, search } = yield* readListQuery(cohortFilterFields, query)
  return {
    ...(search === undefined ? undefined : { search }),
    ...(is_static === undefined ? undefined : { isStatic: is_static }),
    ...(created_by_id === undefined ? undefined : { createdBy: created_by_id })
  }
})

/** Shows and changes cohorts. */
export const layer = handlerGroup(
  CohortsApi,
  Effect.fnUntraced(function*(handlers) {
    const cohorts = yield* Cohorts
    const shownInLists = yield* makeCohortRecords

    const plain = yield* makeEntityHandlers({
      group: "cohorts",
      scope: "Cohort",
      list: (project, query, page) =>
        Effect.flatMap(readFilter(query), (filter) => cohorts.list(project, filter, page)),
      find: cohorts.find,
      idOf: ({ id }: Cohort) => id,
      create: cohorts.create,
      patch: cohorts.patch,
      ...shownAlike(shownInLists)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.refuseRemoval)
      .handle(
        "persons",
        Effect.fn("http.cohorts.persons")(function*({ params, query }) {
          const { id } = yield* CurrentProject
          const asked = pageRequest(query)
          return yield* pageBody(yield* cohorts.persons(id, params.id, asked), asked, cohortPersonRecord)
        }, answering)
      )
      .handle("activity", plain.activityOfOne)
  })
)
