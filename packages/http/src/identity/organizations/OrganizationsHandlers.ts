import { ProjectNotFound } from "@hedgerow/core/access/AccessErrors"
import type { Caller } from "@hedgerow/core/access/Caller"
import { Membership } from "@hedgerow/core/access/Membership"
import { Organizations } from "@hedgerow/core/access/Organizations"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { Projects } from "@hedgerow/core/access/Projects"
import type { Scope } from "@hedgerow/core/access/Scope"
import type { Organization } from "@hedgerow/core/identity/Organization"
import { Effect } from "effect"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { organizationRecord, projectRecord } from "../IdentityEncode.ts"
import { OrganizationsApi } from "./OrganizationsApi.ts"

/** The caller as the owner they have just become. */
const asOwner = (caller: Caller, { id }: Organization): Caller => ({
  ...caller,
  memberships: [
    ...caller.memberships,
    new Membership({ organization_id: id, user_id: caller.user.id, level: 15 })
  ]
})

export const layer = handlerGroup(
  OrganizationsApi,
  Effect.fnUntraced(function*(handlers) {
    const access = yield* ProjectAccess
    const organizations = yield* Organizations
    const projects = yield* Projects

    /** The project that a path names, if it is one of the organisation's. */
    const projectIn = Effect.fnUntraced(
      function*(caller: Caller, params: { readonly organization_id: string; readonly id: string }, scope: Scope) {
        const { id } = yield* access.organization(caller, params.organization_id, scope)
        const project = yield* access.resolve(caller, params.id, scope).pipe(
          Effect.catchTag("AccessDenied", () => Effect.fail(new ProjectNotFound()))
        )
        return project.organization_id === id ? project : yield* new ProjectNotFound()
      }
    )

    return handlers
      .handleRaw(
        "create",
        Effect.fn("http.organizations.create")(function*({ request }) {
          const caller = yield* CurrentCaller
          const created = yield* organizations.create(caller, yield* readJson(request))
          return organizationRecord(asOwner(caller, created), [])(created)
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.organizations.update")(function*({ params, request }) {
          const caller = yield* CurrentCaller
          const { id } = yield* access.managed(caller, params.organization_id, "organization:write")
          const changed = yield* organizations.patch(caller, id, yield* readJson(request))
          return organizationRecord(caller, yield* projects.list(caller))(changed)
        }, answering)
      )
      .handleRaw(
        "createProject",
        Effect.fn("http.organizations.createProject")(function*({ params, request }) {
          const caller = yield* CurrentCaller
          const { id } = yield* access.managed(caller, params.organization_id, "project:write")
          const created = yield* projects.create(caller, id, yield* readJson(request))
          return projectRecord(caller)(created)
        }, answering)
      )
      .handle(
        "remove",
        Effect.fn("http.organizations.remove")(function*({ params }) {
          yield* organizations.remove(yield* CurrentCaller, params.organization_id)
        }, answering)
      )
      .handle(
        "project",
        Effect.fn("http.organizations.project")(function*({ params }) {
          const caller = yield* CurrentCaller
          return projectRecord(caller)(yield* projectIn(caller, params, "project:read"))
        }, answering)
      )
      .handleRaw(
        "updateProject",
        Effect.fn("http.organizations.updateProject")(function*({ params, request }) {
          const caller = yield* CurrentCaller
          const found = yield* projectIn(caller, params, "project:write")
          return projectRecord(caller)(yield* projects.patch(caller, found, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "removeProject",
        Effect.fn("http.organizations.removeProject")(function*({ params }) {
          const caller = yield* CurrentCaller
          yield* projects.remove(caller, yield* projectIn(caller, params, "project:write"))
        }, answering)
      )
  })
)
