import { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Event } from "@hedgerow/core/events/Event"
import * as EventTime from "@hedgerow/core/events/EventTime"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, ProjectId, type ProjectToken } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import type { PersonChanges } from "@hedgerow/core/persons/PersonRepository"
import { ChangeCapture } from "@hedgerow/core/replication/ChangeCapture"
import type { CopiedChange } from "@hedgerow/core/replication/CopiedChange"
import { deriveUuid, makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect } from "effect"

/** The services that storing a project needs. */
export type ProjectPorts = OrganizationRepository | ProjectRepository

/** A new organisation, stored. */
export const makeOrganization = Effect.fnUntraced(function*(overrides: Partial<Organization> = {}) {
  const organizations = yield* OrganizationRepository
  const now = yield* DateTime.now
  const id = (yield* makeUuid7) as OrganizationId
  const organization = new Organization({
    id,
    name: "Meadow",
    slug: `meadow-${id}`,
    created_at: now,
    updated_at: now,
    ...overrides
  })
  yield* organizations.insert(organization)
  return organization
})

/** The fields of a new project that no other test shares. */
export const projectFields = Effect.fnUntraced(function*(organization: OrganizationId) {
  const now = yield* DateTime.now
  const uuid = yield* makeUuid7
  return {
    uuid,
    organization_id: organization,
    name: "Field",
    api_token: `phc_${uuid}` as ProjectToken,
    timezone: "UTC",
    week_start_day: 0,
    test_account_filters: [],
    events_retention_days: null,
    events_monthly_quota: null,
    events_sample_rate: 1,
    flag_approvals: null,
    created_at: now,
    updated_at: now
  } satisfies Omit<Project, "id">
})

/** A new project of a new organisation, stored: the home of one test's data. */
export const makeProject = Effect.gen(function*() {
  const projects = yield* ProjectRepository
  const organization = yield* makeOrganization()
  return yield* projects.insert(yield* projectFields(organization.id))
})

/** A project that is stored nowhere, for suites that need no storage of projects. */
export const unstoredProject = (id: number, overrides: Partial<Project> = {}): Project =>
  new Project({
    id: ProjectId.make(id),
    uuid: deriveUuid("project", id),
    organization_id: deriveUuid("organization") as OrganizationId,
    name: "Field",
    api_token: `phc_${id}` as ProjectToken,
    timezone: "UTC",
    week_start_day: 0,
    created_at: DateTime.makeUnsafe(0),
    updated_at: DateTime.makeUnsafe(0),
    ...overrides
  })

/** The id of a new project. */
export const makeProjectId = Effect.map(makeProject, ({ id }) => id)

/** Two new projects, to show that one never sees the other's data. */
export const makeTwoProjects = Effect.all([makeProject, makeProject])

/** An event of the project with a new uuid; everything not overridden is plain and valid. */
export const makeEvent = Effect.fnUntraced(function*(project: ProjectId, overrides: Partial<Event> = {}) {
  const now = yield* EventTime.now
  const distinctId = overrides.distinct_id ?? "walker"
  const event: Event = {
    project_id: project,
    uuid: yield* makeUuid7,
    event: "gate opened",
    distinct_id: distinctId,
    person_id: deriveUuid(project, distinctId),
    person_mode: "full",
    timestamp: now,
    sent_at: now,
    received_at: now,
    inserted_at: now,
    properties: "{\"side\":\"north\"}",
    derived: "{\"side\":\"north\"}",
    person_properties: "{}",
    person_created_at: now,
    group_0: "",
    group_1: "",
    group_2: "",
    group_3: "",
    group_4: "",
    session_id: "",
    window_id: "",
    elements_chain: "",
    lib: "",
    ...overrides
  }
  return event
})

/** That many events of the project. */
export const makeEvents = (project: ProjectId, count: number, overrides: Partial<Event> = {}) =>
  Effect.all(Array.from({ length: count }, () => makeEvent(project, overrides)))

/** A person whose id is derived from this distinct id, as of version 1. */
export const makePerson = (
  project: ProjectId,
  distinctId: string,
  overrides: { readonly properties?: Person["properties"]; readonly version?: number } = {}
): Person =>
  new Person({
    project_id: project,
    id: deriveUuid(project, distinctId),
    created_at: 1_700_000_000_123_456 as EventTime.EventTime,
    properties: {},
    is_identified: false,
    version: 1,
    ...overrides
  })

/** Changes of which all that is not named is empty. */
export const personChanges = (changes: Partial<PersonChanges>): PersonChanges => ({
  upserted: [],
  assigned: [],
  merged: [],
  overridden: [],
  returned: [],
  ...changes
})

/** The changes that create a person with its distinct ids; the first of them gives the person's id. */
export const newPerson = (
  project: ProjectId,
  distinctIds: readonly [string, ...ReadonlyArray<string>],
  overrides: { readonly properties?: Person["properties"]; readonly version?: number } = {}
): PersonChanges => {
  const person = makePerson(project, distinctIds[0], overrides)
  return personChanges({
    upserted: [person],
    assigned: distinctIds.map((distinctId) => ({ distinctId, personId: person.id }))
  })
}

/** Makes a change as the domain does: copies follow it. */
export const captured = (change: CopiedChange) => Effect.flatMap(ChangeCapture, ({ capture }) => capture(change))
