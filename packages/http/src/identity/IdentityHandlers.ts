import { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Caller } from "@hedgerow/core/access/Caller"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { Users } from "@hedgerow/core/access/Users"
import { Effect } from "effect"
import { CurrentCaller } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { notFound } from "../errors/RequestErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageBody, pageRequest, slice } from "../requests/Paging.ts"
import { IdentityApi } from "./IdentityApi.ts"
import { organizationRecord, personalApiKeyRecord, projectRecord, userRecord } from "./IdentityEncode.ts"

/** All of the user's organisations and projects, however narrow the key: `@me` is exempt from a key's bounds. */
const loadProfile = Effect.gen(function*() {
  const organizations = yield* OrganizationRepository
  const projects = yield* ProjectRepository
  return Effect.fnUntraced(function*(caller: Caller) {
    const ids = caller.memberships.map((membership) => membership.organization_id)
    return userRecord(caller, yield* organizations.listByIds(ids), yield* projects.listByOrganizations(ids))
  })
})

export const layer = handlerGroup(
  IdentityApi,
  Effect.fnUntraced(function*(handlers) {
    const access = yield* ProjectAccess
    const profileOf = yield* loadProfile
    const users = yield* Users
    return handlers.handleRaw(
      "updateMe",
      Effect.fn("http.identity.updateMe")(function*({ request }) {
        const caller = yield* CurrentCaller
        return yield* profileOf({ ...caller, user: yield* users.patchMe(caller, yield* readJson(request)) })
      }, answering)
    ).handleAll({
      me: () => Effect.flatMap(CurrentCaller, profileOf),
      currentKey: Effect.fn("http.identity.currentKey")(function*() {
        const { key } = yield* CurrentCaller
        return key === undefined ? yield* notFound : personalApiKeyRecord(key)
      }),
      projects: Effect.fn("http.identity.projects")(function*({ query }) {
        const caller = yield* CurrentCaller
        yield* access.require(caller, "project:read")
        const asked = pageRequest(query)
        return yield* pageBody(slice(yield* access.projects(caller), asked), asked, projectRecord(caller))
      }, answering),
      organizations: Effect.fn("http.identity.organizations")(function*({ query }) {
        const caller = yield* CurrentCaller
        yield* access.require(caller, "organization:read")
        const asked = pageRequest(query)
        const projects = yield* access.projects(caller)
        const page = slice(yield* access.organizations(caller), asked)
        return yield* pageBody(page, asked, organizationRecord(caller, projects))
      }, answering),
      organization: Effect.fn("http.identity.organization")(function*({ params }) {
        const caller = yield* CurrentCaller
        const organization = yield* access.organization(caller, params.organization_id, "organization:read")
        return organizationRecord(caller, yield* access.projects(caller))(organization)
      }, answering),
      organizationProjects: Effect.fn("http.identity.organizationProjects")(function*({ params, query }) {
        const caller = yield* CurrentCaller
        const { id } = yield* access.organization(caller, params.organization_id, "project:read")
        const own = (yield* access.projects(caller)).filter((project) => project.organization_id === id)
        const asked = pageRequest(query)
        return yield* pageBody(slice(own, asked), asked, projectRecord(caller))
      }, answering)
    })
  })
)
