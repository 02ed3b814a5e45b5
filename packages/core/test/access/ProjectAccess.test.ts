import { assert, describe, it } from "@effect/vitest"
import { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap, type Bootstrapped } from "@hedgerow/core/access/Bootstrap"
import type { Caller } from "@hedgerow/core/access/Caller"
import { Membership } from "@hedgerow/core/access/Membership"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import type { Project, ProjectId, ProjectToken } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { DateTime, Effect, Layer, Option } from "effect"

interface World {
  readonly first: Bootstrapped
  /** A project of an organisation the caller does not belong to. */
  readonly foreign: Project
  readonly caller: Caller
}

const world = Effect.gen(function*() {
  const first = yield* bootstrap({
    projectName: "First",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const now = yield* DateTime.now
  const id = (yield* makeUuid7) as OrganizationId
  const organizations = yield* OrganizationRepository
  yield* organizations.insert(new Organization({ id, name: "Other", slug: "other", created_at: now, updated_at: now }))
  const projects = yield* ProjectRepository
  const foreign = yield* projects.insert({
    ...first.project,
    organization_id: id,
    api_token: "phc_other" as ProjectToken
  })
  const caller: Caller = {
    user: first.user,
    memberships: [
      new Membership({ organization_id: first.project.organization_id, user_id: first.user.id, level: 15 })
    ],
    scopes: ["*"],
    scopedProjects: [],
    scopedOrganizations: [],
    key: undefined
  }
  return { first, foreign, caller } satisfies World
})

const cases: ReadonlyArray<
  readonly [name: string, narrow: (world: World) => Partial<Caller>, path: (world: World) => string, outcome: string]
> = [
  ["a member", () => ({}), () => "1", "project 1"],
  ["@current", () => ({}), () => "@current", "project 1"],
  ["a key without the scope", () => ({ scopes: ["survey:read"] }), () => "1", "MissingScope"],
  ["the scope comes before the project", () => ({ scopes: [] }), () => "999", "MissingScope"],
  ["a key for this project", () => ({ scopedProjects: [1 as ProjectId] }), () => "1", "project 1"],
  ["a key for another project", () => ({ scopedProjects: [7 as ProjectId] }), () => "1", "ProjectOutOfScope"],
  [
    "the key's projects come before existence",
    () => ({ scopedProjects: [7 as ProjectId] }),
    () => "999",
    "ProjectOutOfScope"
  ],
  [
    "a key for another organisation",
    ({ foreign }) => ({ scopedOrganizations: [foreign.organization_id] }),
    () => "1",
    "OrganizationOutOfScope"
  ],
  ["an unknown project", () => ({}), () => "999", "ProjectNotFound"],
  ["no number", () => ({}), () => "abc", "ProjectNotFound"],
  ["a number with a sign", () => ({}), () => "+1", "ProjectNotFound"],
  ["a number past int4", () => ({}), () => "99999999999", "ProjectNotFound"],
  [
    "no current project",
    ({ caller }) => ({ user: { ...caller.user, current_project_id: null } }),
    () => "@current",
    "ProjectNotFound"
  ],
  ["a project of others", () => ({}), ({ foreign }) => String(foreign.id), "NotAMember"]
]

const layer = Layer.mergeAll(ActivityLog.layer, ProjectAccess.layer).pipe(
  Layer.provide(DefinitionsVersions.layer),
  Layer.provideMerge(MemoryStorage.layer)
)

const organizationCases: ReadonlyArray<
  readonly [name: string, narrow: (world: World) => Partial<Caller>, path: (world: World) => string, outcome: string]
> = [
  ["its id", () => ({}), ({ first }) => first.project.organization_id, "found"],
  ["its id in upper case", () => ({}), ({ first }) => first.project.organization_id.toUpperCase(), "found"],
  ["no id", () => ({}), () => "first", "OrganizationNotFound"],
  ["one of others", () => ({}), ({ foreign }) => foreign.organization_id, "OrganizationNotFound"],
  [
    "a member",
    ({ first: { project, user } }) => ({
      memberships: [new Membership({ organization_id: project.organization_id, user_id: user.id, level: 1 })]
    }),
    ({ first }) => first.project.organization_id,
    "NotAManager"
  ],
  [
    "a key for another organisation",
    ({ foreign }) => ({ scopedOrganizations: [foreign.organization_id] }),
    ({ first }) => first.project.organization_id,
    "OrganizationOutOfScope"
  ]
]

describe("managed organisations", () => {
  for (const [name, narrow, path, expected] of organizationCases) {
    it.effect(`${name}: ${expected}`, () =>
      Effect.gen(function*() {
        const made = yield* world
        const access = yield* ProjectAccess
        const asked = access.managed({ ...made.caller, ...narrow(made) }, path(made), "organization:write")
        const outcome = yield* asked.pipe(
          Effect.as("found"),
          Effect.catchTags({
            AccessDenied: ({ reason }) => Effect.succeed(reason._tag),
            OrganizationNotFound: ({ _tag }) => Effect.succeed(_tag)
          })
        )
        assert.strictEqual(outcome, expected)
      }).pipe(Effect.provide(layer)))
  }

  it.effect("endpoints of no project are closed to keys that are bound to some", () =>
    Effect.gen(function*() {
      const { caller, first } = yield* world
      const access = yield* ProjectAccess
      yield* access.requireUnbound(caller, "organization:write")
      const bound = { ...caller, scopedOrganizations: [first.project.organization_id] }
      const { reason } = yield* Effect.flip(access.requireUnbound(bound, "organization:write"))
      assert.strictEqual(reason._tag, "OrganizationScopeOnOtherUrl")
    }).pipe(Effect.provide(layer)))
})

describe("ProjectAccess", () => {
  for (const [name, narrow, path, expected] of cases) {
    it.effect(`${name}: ${expected}`, () =>
      Effect.gen(function*() {
        const made = yield* world
        const access = yield* ProjectAccess
        const outcome = yield* access.resolve({ ...made.caller, ...narrow(made) }, path(made), "query:read").pipe(
          Effect.map((project) => `project ${project.id}`),
          Effect.catchTags({
            AccessDenied: ({ reason }) => Effect.succeed(reason._tag),
            ProjectNotFound: ({ _tag }) => Effect.succeed(_tag)
          })
        )
        assert.strictEqual(outcome, expected)
      }).pipe(Effect.provide(layer)))
  }

  it.effect("lists only the projects that the caller reaches", () =>
    Effect.gen(function*() {
      const { caller, first } = yield* world
      const access = yield* ProjectAccess
      assert.deepStrictEqual((yield* access.projects(caller)).map(({ id }) => id), [first.project.id])
      assert.deepStrictEqual(
        (yield* access.organizations(caller)).map(({ id }) => id),
        [first.project.organization_id]
      )
    }).pipe(Effect.provide(layer)))
})
