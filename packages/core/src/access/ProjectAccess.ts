import { Context, Effect, Layer, Option } from "effect"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import { checkToken } from "../events/CaptureToken.ts"
import type { Organization, OrganizationId } from "../identity/Organization.ts"
import type { Project, ProjectId, ProjectToken } from "../identity/Project.ts"
import { traced } from "../shared/Traced.ts"
import { parseUuid } from "../shared/Uuid.ts"
import { AccessDenied, InvalidCredentials, OrganizationNotFound, ProjectNotFound } from "./AccessErrors.ts"
import { OrganizationRepository, ProjectRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { requireManager } from "./ManagerAccess.ts"
import { isProjectSecret, type Requester } from "./Requester.ts"
import { type Scope, scopeAllows } from "./Scope.ts"

const maxProjectId = 2147483647

const parseProjectId = (text: string): ProjectId | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxProjectId ? Number(text) as ProjectId : undefined

const parseOrganizationId = (text: string): OrganizationId | null => (parseUuid(text) ?? null) as OrganizationId | null

const denied = (reason: AccessDenied["reason"]) => Effect.fail(new AccessDenied({ reason }))

const isMember = (caller: Caller, organization: OrganizationId): boolean =>
  caller.memberships.some((membership) => membership.organization_id === organization)

/** Whether an organisation lies within the caller's bound: a key may be bound to some. */
const isWithinBound = ({ scopedOrganizations }: Caller, organization: OrganizationId): boolean =>
  scopedOrganizations.length === 0 || scopedOrganizations.includes(organization)

const currentProject = (requester: Requester): ProjectId | undefined =>
  isProjectSecret(requester) ? requester.project_id : requester.user.current_project_id ?? undefined

/** Whether a project lies within the bound: a secret is its project's, a key may be bound to some. */
const isBoundTo = (requester: Requester, id: ProjectId): boolean =>
  isProjectSecret(requester)
    ? requester.project_id === id
    : requester.scopedProjects.length === 0 || requester.scopedProjects.includes(id)

/** The organisations a caller reaches: the user's own ones, as far as the key is not bound to others. */
export const reachableOrganizations = (caller: Caller): ReadonlyArray<OrganizationId> =>
  caller.memberships.map((membership) => membership.organization_id).filter((id) => isWithinBound(caller, id))

/** A project as a request names it: by the id in its path, and by the token in its query, if there is one. */
export interface NamedProject {
  readonly projectId: string
  readonly token: string | undefined
}

/**
 * Decides what a caller reaches. Checks run in the documented order: scope, the key's projects and organisations, then
 * whether the project exists, then membership.
 */
export class ProjectAccess extends Context.Service<ProjectAccess, {
  /**
   * The project a path names by id or `@current`, if the requester may use it with this scope. A project's secret reaches
   * that project alone, which is its current one.
   */
  readonly resolve: (
    requester: Requester,
    projectId: string,
    scope: Scope
  ) => Effect.Effect<Project, AccessDenied | ProjectNotFound>
  /** As `resolve`; beside `@current` a project's token in the query names the project. */
  readonly named: (
    requester: Requester,
    path: NamedProject,
    scope: Scope
  ) => Effect.Effect<Project, AccessDenied | InvalidCredentials | ProjectNotFound>
  /** The organisation a path names by id or `@current`, if the caller may use it with this scope. */
  readonly organization: (
    caller: Caller,
    organizationId: string,
    scope: Scope
  ) => Effect.Effect<Organization, AccessDenied | OrganizationNotFound>
  /** As `organization`, for its admins and owners. */
  readonly managed: (
    caller: Caller,
    organizationId: string,
    scope: Scope
  ) => Effect.Effect<Organization, AccessDenied | OrganizationNotFound>
  /** For paths outside a project: the scope alone, and the key must not be bound to projects. */
  readonly require: (caller: Caller, scope: Scope) => Effect.Effect<void, AccessDenied>
  /** As `require`, and the key must not be bound to organisations either: for what belongs to none of them. */
  readonly requireUnbound: (caller: Caller, scope: Scope) => Effect.Effect<void, AccessDenied>
  /** Every project the caller reaches, by id. */
  readonly projects: (caller: Caller) => Effect.Effect<ReadonlyArray<Project>>
  /** Every organisation the caller reaches, oldest first. */
  readonly organizations: (caller: Caller) => Effect.Effect<ReadonlyArray<Organization>>
}>()("@hedgerow/core/access/ProjectAccess") {
  static readonly layer: Layer.Layer<
    ProjectAccess,
    never,
    DefinitionsVersions | OrganizationRepository | ProjectRepository
  > = Layer.effect(
    ProjectAccess,
    Effect.gen(function*() {
      const projectRepository = yield* ProjectRepository
      const organizationRepository = yield* OrganizationRepository
      const known = yield* makeVersionedCache({
        realm: (id: ProjectId) => id,
        load: projectRepository.find,
        isKept: Option.isSome,
        capacity: 10_000
      })

      const tokens = yield* makeVersionedCache({
        realm: () => "installation",
        load: projectRepository.findByToken,
        isKept: Option.isSome,
        capacity: 10_000
      })

      const knownOrganizations = yield* makeVersionedCache({
        realm: () => "installation",
        load: organizationRepository.find,
        isKept: Option.isSome,
        capacity: 10_000
      })

      const requireScope = ({ scopes }: Requester, scope: Scope) =>
        scopeAllows(scopes, scope) ? Effect.void : denied({ _tag: "MissingScope", scope })

      const refusalIn = (caller: Caller, organizationId: OrganizationId): AccessDenied["reason"] | undefined => {
        if (!isWithinBound(caller, organizationId)) return { _tag: "OrganizationOutOfScope", organizationId }
        return isMember(caller, organizationId) ? undefined : { _tag: "NotAMember" }
      }

      const requireOrganization = (caller: Caller, organizationId: OrganizationId) => {
        const refusal = refusalIn(caller, organizationId)
        return refusal === undefined ? Effect.void : denied(refusal)
      }

      /** The project, if it exists and the requester may see its organisation. */
      const reached = (requester: Requester, id: ProjectId): Effect.Effect<Project, AccessDenied | ProjectNotFound> =>
        Effect.flatMap(known.get(id), (found): Effect.Effect<Project, AccessDenied | ProjectNotFound> => {
          if (Option.isNone(found)) return Effect.fail(new ProjectNotFound())
          const refusal = isProjectSecret(requester) ? undefined : refusalIn(requester, found.value.organization_id)
          return refusal === undefined ? Effect.succeed(found.value) : denied(refusal)
        })

      const resolve = traced("ProjectAccess.resolve")(
        (requester: Requester, text: string, scope: Scope): Effect.Effect<Project, AccessDenied | ProjectNotFound> => {
          if (!scopeAllows(requester.scopes, scope)) return denied({ _tag: "MissingScope", scope })
          const id = text === "@current" ? currentProject(requester) : parseProjectId(text)
          if (id === undefined) return Effect.fail(new ProjectNotFound())
          if (!isBoundTo(requester, id)) return denied({ _tag: "ProjectOutOfScope", projectId: String(id) })
          return reached(requester, id)
        }
      )

      /** The id of the project that has the token. */
      const idOfToken = (token: string) =>
        Effect.flatMap(
          checkToken(token, null)._tag === "Success" ? tokens.get(token as ProjectToken) : Effect.succeedNone,
          Option.match({
            onNone: () => Effect.fail(new InvalidCredentials({ source: "query", kind: "project token" })),
            onSome: ({ id }) => Effect.succeed(String(id))
          })
        )

      const named = (requester: Requester, { projectId, token }: NamedProject, scope: Scope) =>
        projectId !== "@current" || token === undefined || token === "" || !scopeAllows(requester.scopes, scope)
          ? resolve(requester, projectId, scope)
          : Effect.flatMap(idOfToken(token), (id) => resolve(requester, id, scope))

      const require = Effect.fn("ProjectAccess.require")(function*(caller: Caller, scope: Scope) {
        yield* requireScope(caller, scope)
        if (caller.scopedProjects.length > 0) return yield* denied({ _tag: "ProjectScopeOnOtherUrl" })
      })

      const requireUnbound = Effect.fn("ProjectAccess.requireUnbound")(function*(caller: Caller, scope: Scope) {
        yield* require(caller, scope)
        if (caller.scopedOrganizations.length > 0) return yield* denied({ _tag: "OrganizationScopeOnOtherUrl" })
      })

      const organization = Effect.fn("ProjectAccess.organization")(
        function*(caller: Caller, text: string, scope: Scope) {
          yield* require(caller, scope)
          const id = text === "@current" ? caller.user.current_organization_id : parseOrganizationId(text)
          if (id === null || !isMember(caller, id)) return yield* new OrganizationNotFound()
          yield* requireOrganization(caller, id)
          return yield* Effect.flatMap(
            knownOrganizations.get(id),
            Option.match({ onNone: () => Effect.fail(new OrganizationNotFound()), onSome: Effect.succeed })
          )
        }
      )

      const managed = Effect.fn("ProjectAccess.managed")(function*(caller: Caller, text: string, scope: Scope) {
        const found = yield* organization(caller, text, scope)
        yield* requireManager(caller, found.id)
        return found
      })

      const projects = Effect.fn("ProjectAccess.projects")(function*(caller: Caller) {
        const all = yield* projectRepository.listByOrganizations(reachableOrganizations(caller))
        return all.filter((project) => caller.scopedProjects.length === 0 || caller.scopedProjects.includes(project.id))
      })

      const organizations = Effect.fn("ProjectAccess.organizations")((caller: Caller) =>
        organizationRepository.listByIds(reachableOrganizations(caller))
      )

      return ProjectAccess.of({
        resolve,
        named,
        organization,
        managed,
        require,
        requireUnbound,
        projects,
        organizations
      })
    })
  )
}
