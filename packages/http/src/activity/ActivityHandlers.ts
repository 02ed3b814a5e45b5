import { requireManager } from "@hedgerow/core/access/ManagerAccess"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { Effect, Layer } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { ActivityApi, OrganizationActivityApi } from "./ActivityApi.ts"
import { makeActivityPage } from "./ActivityPage.ts"
import { readActivityFilter } from "./ActivityQuery.ts"

const ofProject = handlerGroup(
  ActivityApi,
  Effect.fnUntraced(function*(handlers) {
    const pageOf = yield* makeActivityPage
    return handlers.handleAll({
      log: Effect.fn("http.activity.log")(function*({ query }) {
        const project = yield* CurrentProject
        return yield* pageOf(yield* readActivityFilter({ project: project.id }, query), query)
      }, answering),
      project: Effect.fn("http.activity.project")(function*({ query }) {
        const project = yield* CurrentProject
        return yield* pageOf({ project: project.id, scope: "Project", itemId: String(project.id) }, query)
      })
    })
  })
)

const ofOrganization = handlerGroup(
  OrganizationActivityApi,
  Effect.fnUntraced(function*(handlers) {
    const access = yield* ProjectAccess
    const pageOf = yield* makeActivityPage
    return handlers.handle(
      "log",
      Effect.fn("http.organizationActivity.log")(function*({ params, query }) {
        const caller = yield* CurrentCaller
        const { id } = yield* access.organization(caller, params.organization_id, "activity_log:read")
        yield* requireManager(caller, id)
        return yield* pageOf(yield* readActivityFilter({ organization: id }, query), query)
      }, answering)
    )
  })
)

/** Shows the activity log. */
export const layer = Layer.merge(ofProject, ofOrganization)
