import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { Projects } from "@hedgerow/core/access/Projects"
import { ProjectUsage } from "@hedgerow/core/access/ProjectUsage"
import { traced } from "@hedgerow/core/shared/Traced"
import { Effect, Layer } from "effect"
import { CurrentCaller, CurrentProject } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { ProjectApi } from "../IdentityApi.ts"
import { projectRecord, usageRecord } from "../IdentityEncode.ts"
import { ProjectsApi } from "./ProjectsApi.ts"

const projects = handlerGroup(
  ProjectsApi,
  Effect.fnUntraced(function*(handlers) {
    const access = yield* ProjectAccess
    const service = yield* Projects
    return handlers.handleRaw(
      "create",
      Effect.fn("http.projects.create")(function*({ request }) {
        const caller = yield* CurrentCaller
        const { id } = yield* access.managed(caller, "@current", "project:write")
        return projectRecord(caller)(yield* service.create(caller, id, yield* readJson(request)))
      }, answering)
    )
  })
)

const project = handlerGroup(
  ProjectApi,
  Effect.fnUntraced(function*(handlers) {
    const service = yield* Projects
    const usage = yield* ProjectUsage
    return handlers
      .handle(
        "usage",
        Effect.fn("http.project.usage")(function*() {
          return usageRecord(yield* usage.current(yield* CurrentProject))
        })
      )
      .handle(
        "project",
        traced("http.project.project")(Effect.fnUntraced(function*() {
          return projectRecord(yield* CurrentCaller)(yield* CurrentProject)
        }))
      )
      .handleRaw(
        "updateProject",
        Effect.fn("http.project.updateProject")(function*({ request }) {
          const caller = yield* CurrentCaller
          return projectRecord(caller)(yield* service.patch(caller, yield* CurrentProject, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "resetToken",
        Effect.fn("http.project.resetToken")(function*() {
          const caller = yield* CurrentCaller
          return projectRecord(caller)(yield* service.resetToken(caller, yield* CurrentProject))
        }, answering)
      )
      .handle(
        "removeProject",
        Effect.fn("http.project.removeProject")(function*() {
          yield* service.remove(yield* CurrentCaller, yield* CurrentProject)
        }, answering)
      )
  })
)

export const layer = Layer.mergeAll(projects, project)
