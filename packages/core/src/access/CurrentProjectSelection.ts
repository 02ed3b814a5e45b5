import { Effect, Option } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import { ProjectRepository, UserRepository } from "./AccessRepository.ts"

/**
 * Changes the meaning of `@current` for users as they join and leave organisations and as projects are made. Everything
 * here belongs inside the transaction of that change.
 */
export const makeCurrentProjectSelection = Effect.gen(function*() {
  const users = yield* UserRepository
  const projects = yield* ProjectRepository

  const moveTo = Effect.fnUntraced(function*(user: UserId, organization: OrganizationId | null) {
    const [project] = organization === null ? [] : yield* projects.listByOrganizations([organization])
    yield* users.setCurrent(user, organization, project?.id ?? null)
  })

  /** A user without a current organisation goes on in the one they join, in the first of its projects. */
  const join = Effect.fnUntraced(function*(id: UserId, organization: OrganizationId) {
    const user = Option.getOrUndefined(yield* users.findForUpdate(id))
    if (user?.current_organization_id === null) yield* moveTo(id, organization)
  })

  /** A user who leaves their current organisation gets another one of theirs as current, if there is one. */
  const leave = Effect.fnUntraced(function*(id: UserId, left: OrganizationId) {
    const user = Option.getOrUndefined(yield* users.findForUpdate(id))
    if (user?.current_organization_id !== left) return
    const [next] = yield* users.memberships(id)
    yield* moveTo(id, next?.organization_id ?? null)
  })

  /** A project becomes current for every user whose current organisation has no current project yet. */
  const open = Effect.fnUntraced(function*(organization: OrganizationId, project: ProjectId) {
    const waits = (user: { readonly current_organization_id: unknown; readonly current_project_id: unknown }) =>
      user.current_organization_id === organization && user.current_project_id === null
    for (const member of yield* users.members(organization)) {
      if (!waits(member.user)) continue
      const user = Option.getOrUndefined(yield* users.findForUpdate(member.user.id))
      if (user !== undefined && waits(user)) yield* users.setCurrent(user.id, organization, project)
    }
  })

  /** A project that is removed is no user's current one: each goes on in the next one of the organisation. */
  const close = Effect.fnUntraced(function*(organization: OrganizationId, project: ProjectId) {
    const others = yield* projects.listByOrganizations([organization])
    const next = others.find(({ id }) => id !== project)?.id ?? null
    for (const member of yield* users.members(organization)) {
      if (member.user.current_project_id !== project) continue
      const user = Option.getOrUndefined(yield* users.findForUpdate(member.user.id))
      if (user?.current_project_id === project) yield* users.setCurrent(user.id, organization, next)
    }
  })

  return { join, leave, open, close }
})
