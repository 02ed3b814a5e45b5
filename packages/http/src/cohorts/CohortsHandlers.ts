import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import type { CohortFilter } from "@hedgerow/core/cohorts/CohortFilter"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { boolean, integer, readFields, text } from "@hedgerow/core/shared/Fields"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { makeActivityPage } from "../activity/ActivityPage.ts"
import { Api } from "../Api.ts"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { answering } from "../errors/ErrorTable.ts"
import { hardDeleteRefused } from "../errors/RequestErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageBody, pageRequest } from "../requests/Paging.ts"
import { cohortPersonRecord, cohortRecord } from "./CohortWire.ts"

const filterFields = {
  search: text({ verbatim: true }).optional,
  is_static: boolean().optional,
  created_by_id: integer().optional
}

/** The cohorts that a query asks for. */
const readFilter = Effect.fnUntraced(function*(query: Readonly<Record<string, unknown>>) {
  const asked = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""))
  const { created_by_id, is_static, search } = yield* readFields(filterFields, asked)
  const filter: CohortFilter = {
    ...(search === undefined ? undefined : { search }),
    ...(is_static === undefined ? undefined : { isStatic: is_static }),
    ...(created_by_id === undefined ? undefined : { createdBy: created_by_id })
  }
  return filter
})

/** Who makes the change, and in which project. */
const editing = Effect.gen(function*() {
  return { project: yield* CurrentProject, actor: (yield* CurrentCaller).user }
})

/** Shows and changes cohorts. */
export const layer = HttpApiBuilder.group(
  Api,
  "cohorts",
  Effect.fnUntraced(function*(handlers) {
    const cohorts = yield* Cohorts
    const { people } = yield* UserLookup
    const activityPage = yield* makeActivityPage

    const recordsOf = Effect.fnUntraced(function*(found: ReadonlyArray<Cohort>) {
      const ids = found.flatMap(({ created_by }) => created_by ?? [])
      return cohortRecord(yield* people(yield* CurrentProject, ids))
    })

    const body = Effect.fnUntraced(function*(cohort: Cohort) {
      return (yield* recordsOf([cohort]))(cohort)
    })

    return handlers
      .handle(
        "list",
        Effect.fn("http.cohorts.list")(function*({ query }) {
          const { id } = yield* CurrentProject
          const asked = pageRequest(query)
          const page = yield* cohorts.list(id, yield* readFilter(query), asked)
          return yield* pageBody(page, asked, yield* recordsOf(page.items))
        }, answering)
      )
      .handleRaw(
        "create",
        Effect.fn("http.cohorts.create")(function*({ request }) {
          return yield* body(yield* cohorts.create(yield* editing, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.cohorts.read")(function*({ params }) {
          const { id } = yield* CurrentProject
          return yield* body(yield* cohorts.find(id, params.id))
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.cohorts.update")(function*({ params, request }) {
          return yield* body(yield* cohorts.patch(yield* editing, params.id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "remove",
        Effect.fn("http.cohorts.remove")(function*({ params }) {
          yield* cohorts.find((yield* CurrentProject).id, params.id)
          return yield* hardDeleteRefused
        }, answering)
      )
      .handle(
        "persons",
        Effect.fn("http.cohorts.persons")(function*({ params, query }) {
          const { id } = yield* CurrentProject
          const asked = pageRequest(query)
          return yield* pageBody(yield* cohorts.persons(id, params.id, asked), asked, cohortPersonRecord)
        }, answering)
      )
      .handle(
        "activity",
        Effect.fn("http.cohorts.activity")(function*({ params, query }) {
          const project = (yield* CurrentProject).id
          const { id } = yield* cohorts.find(project, params.id)
          return yield* activityPage({ project, scope: "Cohort", itemId: String(id) }, query)
        }, answering)
      )
  })
)
