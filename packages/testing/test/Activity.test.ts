import { assert, describe, it } from "@effect/vitest"
import { OrganizationRepository, ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import type { NewActivity } from "@hedgerow/core/activity/Activity"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import { type Project, ProjectId, type ProjectToken } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { TestApi } from "@hedgerow/testing"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"

interface Answer {
  readonly status: number
  readonly body: {
    readonly results: ReadonlyArray<Record<string, unknown>>
    readonly next: string | null
    readonly previous: string | null
    readonly total_count: number
  }
}

const get = Effect.fnUntraced(function*(path: string, key?: string) {
  const api = yield* TestApi
  const init = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }
  const response = yield* api.request(path, init)
  return { status: response.status, body: yield* Effect.promise(() => response.json()) } as Answer
})

const error = Effect.fnUntraced(function*(path: string, key?: string) {
  const { body, status } = yield* get(path, key)
  const { attr, code, detail, type }: Readonly<Record<string, unknown>> = { ...body }
  return { status, type, code, detail, attr }
})

const items = (answer: Answer) => answer.body.results.map((entry) => entry["item_id"])

/** A user of the level in the project's organisation, with a key of these scopes. */
const makeMember = Effect.fnUntraced(function*(
  organization: OrganizationId,
  level: MembershipLevel,
  scopes: ReadonlyArray<string>,
  scoped_teams: ReadonlyArray<ProjectId> = []
) {
  const users = yield* UserRepository
  const now = yield* DateTime.now
  const uuid = yield* makeUuid7
  const user = yield* users.insert({
    uuid,
    distinct_id: uuid,
    first_name: "Bo",
    last_name: "Lee",
    email: `${uuid}@example.com`,
    is_email_verified: true,
    is_active: true,
    role_at_organization: "",
    current_organization_id: organization,
    current_project_id: null,
    created_at: now
  })
  yield* users.addMembership(new Membership({ organization_id: organization, user_id: user.id, level }))
  const key = `phx_${uuid}`
  yield* (yield* PersonalApiKeyRepository).insert(
    new PersonalApiKey({
      id: uuid as string as PersonalApiKeyId,
      user_id: user.id,
      label: "test",
      secure_value: secureValueOf(key),
      mask_value: "phx_...test",
      scopes,
      scoped_teams,
      scoped_organizations: [],
      created_at: now,
      last_used_at: null,
      last_rolled_at: null
    })
  )
  return { user, key }
})

const makeProject = Effect.fnUntraced(function*(organization: OrganizationId) {
  const now = yield* DateTime.now
  const uuid = yield* makeUuid7
  return yield* (yield* ProjectRepository).insert({
    uuid,
    organization_id: organization,
    name: "Other",
    api_token: `phc_${uuid}` as ProjectToken,
    events_monthly_quota: null,
    events_sample_rate: 1,
    flag_approvals: null,
    timezone: "UTC",
    week_start_day: 0,
    test_account_filters: [],
    events_retention_days: null,
    created_at: now,
    updated_at: now
  })
})

const record = Effect.fnUntraced(function*(project: Project, activity: Partial<NewActivity>) {
  yield* (yield* ActivityLog).record({
    organization: project.organization_id,
    project: project.id,
    actor: "system",
    scope: "Survey",
    activity: "created",
    itemId: "s",
    name: "Hedges",
    ...activity
  })
})

/** Five surveys made by the system, a second apart, oldest first. */
const recordFive = Effect.fnUntraced(function*(project: Project) {
  for (const index of [1, 2, 3, 4, 5]) {
    yield* TestClock.adjust("1 second")
    yield* record(project, { itemId: `s${index}` })
  }
})

describe("the activity log of a project", () => {
  it.effect("shows an entry as clients read it", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const { user } = yield* makeMember(project.organization_id, 1, ["*"])
      yield* TestClock.adjust("90 seconds")
      yield* record(project, {
        actor: user,
        activity: "updated",
        itemId: "s1",
        name: "Updated Survey",
        before: { id: 1, name: "Original Survey", questions: [{ q: "a" }] },
        after: { id: 1, name: "Updated Survey", questions: [{ q: "b" }] }
      })
      const { body, status } = yield* get(`/api/projects/${project.id}/activity_log/?scope=Survey`)
      assert.strictEqual(status, 200)
      const [entry] = body.results
      assert.deepStrictEqual(body, {
        results: [{
          id: entry?.["id"],
          user: {
            id: user.id,
            uuid: user.uuid,
            distinct_id: user.distinct_id,
            first_name: "Bo",
            last_name: "Lee",
            email: user.email
          },
          activity: "updated",
          scope: "Survey",
          item_id: "s1",
          detail: {
            id: "s1",
            changes: [
              { type: "Survey", action: "changed", field: "name", before: "Original Survey", after: "Updated Survey" },
              {
                type: "Survey",
                action: "changed",
                field: "questions",
                before: [{ q: "a" }],
                after: [{ q: "b" }],
                paths: [{ path: "0.q", action: "changed", before: "a", after: "b" }]
              }
            ],
            merge: null,
            trigger: null,
            name: "Updated Survey",
            short_id: null,
            type: null
          },
          created_at: "1970-01-01T00:01:30Z",
          organization_id: project.organization_id,
          project_id: project.id,
          unread: false,
          is_system: false,
          was_impersonated: false
        }],
        next: null,
        previous: null,
        total_count: 1
      })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("shows the system, and no changes where there are none", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      yield* record(project, { activity: "created" })
      const [entry] = (yield* get(`/api/projects/${project.id}/activity_log?scope=Survey`)).body.results
      assert.deepStrictEqual(entry?.["user"], { first_name: "System", email: null, is_system: true })
      assert.propertyVal(entry?.["detail"], "changes", null)
      assert.isTrue(entry?.["is_system"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("pages of ten by default, newest first, linked by the client's own path and parameters", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      yield* Effect.forEach(Array.from({ length: 12 }, (_, i) => `s${i}`), (itemId) => record(project, { itemId }))
      const first = yield* get(`/api/environments/@current/activity_log?scope=Survey`)
      assert.deepStrictEqual(items(first), ["s11", "s10", "s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2"])
      assert.strictEqual(first.body.total_count, 12)
      assert.strictEqual(first.body.previous, null)
      const link = "http://hedgerow.test/api/environments/@current/activity_log?limit=10&page=2&scope=Survey"
      assert.strictEqual(first.body.next, link)
      const second = yield* get(link)
      assert.deepStrictEqual([items(second), second.body.next], [["s1", "s0"], null])
      assert.strictEqual(second.body.previous, link.replace("page=2", "page=1"))
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a page beyond the end is empty, a limit beyond the largest is cut, a key is never linked", () =>
    Effect.gen(function*() {
      const { key, project } = yield* TestApi
      yield* recordFive(project)
      const path = `/api/projects/${project.id}/activity_log/`
      for (const page of ["4", String(Number.MAX_SAFE_INTEGER)]) {
        const beyond = yield* get(`${path}?scope=Survey&limit=2&page=${page}`)
        assert.deepStrictEqual([beyond.status, items(beyond), beyond.body.next], [200, [], null])
        assert.strictEqual(beyond.body.total_count, 5)
      }
      const cut = yield* get(`${path}?scope=Survey&limit=5000&page=2`)
      assert.strictEqual(cut.body.previous, `http://hedgerow.test${path}?limit=1000&page=1&scope=Survey`)
      const linked = yield* get(`${path}?scope=Survey&limit=1&personal_api_key=${key}&secret_api_key=phs_x`)
      assert.strictEqual(linked.body.next, `http://hedgerow.test${path}?limit=1&page=2&scope=Survey`)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a limit or page that is no positive integer is refused by its name", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      for (const attr of ["limit", "page"]) {
        for (const value of ["0", "-1", "abc", "1.5", "1e3x", "1.0", "1e1", "", "0x1", `2&${attr}=x`]) {
          for (const path of ["activity_log", "activity"]) {
            const detail = "A positive integer is required."
            const refusal = { status: 400, type: "validation_error", code: "invalid_input", detail, attr }
            assert.deepStrictEqual(yield* error(`/api/projects/${project.id}/${path}/?${attr}=${value}`), refusal)
          }
        }
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("filters narrow, also together; empty ones do not", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const { user } = yield* makeMember(project.organization_id, 1, ["*"])
      yield* recordFive(project)
      yield* record(project, { itemId: "f1", scope: "FeatureFlag", activity: "deleted", actor: user })
      const cases: ReadonlyArray<readonly [query: string, items: ReadonlyArray<string>]> = [
        ["scope=FeatureFlag", ["f1"]],
        ["scopes=FeatureFlag,Cohort", ["f1"]],
        ["scopes=FeatureFlag,%20Survey&limit=2", ["f1", "s5"]],
        ["scope=Notebook", []],
        ["scope=Survey&item_id=s2", ["s2"]],
        ["item_id=s2", ["s2"]],
        ["item_id=%00", []],
        [`user=${user.id}`, ["f1"]],
        ["activity=deleted", ["f1"]],
        [`activity=created&user=${user.id}`, []],
        ["scope=Survey&item_id=&activity=&start_date=&end_date=&scopes=", ["s5", "s4", "s3", "s2", "s1"]],
        ["scope=Survey&start_date=1970-01-01T00:00:04Z", ["s5", "s4"]],
        ["scope=Survey&end_date=1970-01-01T00:00:02", ["s2", "s1"]],
        ["scope=Survey&start_date=1970-01-01T01:00:02%2B01:00&end_date=1970-01-01T01:00:03+01:00", ["s3", "s2"]],
        ["scope=Survey&start_date=1970-01-01&end_date=1970-01-01", ["s5", "s4", "s3", "s2", "s1"]],
        ["scope=Survey&start_date=1970-01-02", []],
        ["scope=Survey&start_date=1968-02-29&limit=1", ["s5"]],
        ["scope=Survey&limit=4&limit=2", ["s5", "s4"]],
        ["scope=Survey&limit=x&limit=%2B2&page=7&page=2", ["s3", "s2"]],
        ["scope=Survey&start_date=0000-01-01&end_date=9999-12-31T23:59:59-10:00&limit=1", ["s5"]]
      ]
      for (const [query, expected] of cases) {
        const found = yield* get(`/api/projects/${project.id}/activity_log/?${query}`)
        assert.deepStrictEqual([found.status, items(found)], [200, expected], query)
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a time or user that is none is refused by its name", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const refused = (attr: string, value: string) =>
        Effect.gen(function*() {
          const { detail, ...refusal } = yield* error(`/api/projects/${project.id}/activity_log/?${attr}=${value}`)
          assert.deepStrictEqual(refusal, { status: 400, type: "validation_error", code: "invalid_input", attr }, value)
          assert.isNotEmpty(detail)
        })
      for (
        const value of [
          "yesterday",
          "2026-13-01",
          "2026-02-30",
          "2026-02-30T10:00:00Z",
          "2026-03-01T24:00",
          "2026-03-01T25:00:00Z",
          "1",
          "1970-01-01T00:00:00+99:99"
        ]
      ) {
        yield* refused("start_date", value)
        yield* refused("end_date", value)
      }
      for (const value of ["ann", "0", "2147483648", "1.5"]) yield* refused("user", value)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("the project's own entries are those of the project itself", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const path = `/api/projects/${project.id}/activity/`
      const before = (yield* get(path)).body.total_count
      yield* record(project, { scope: "Project", itemId: String(project.id), activity: "updated" })
      yield* record(project, { scope: "Survey", itemId: String(project.id) })
      const found = yield* get(path)
      assert.strictEqual(found.body.total_count, before + 1)
      assert.strictEqual(found.body.results[0]?.["activity"], "updated")
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("is never another project's", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const other = yield* makeProject(project.organization_id)
      yield* record(project, { itemId: "here" })
      yield* record(other, { itemId: "there" })
      const itemsOf = (id: number) => Effect.map(get(`/api/projects/${id}/activity_log/?scope=Survey`), items)
      assert.deepStrictEqual(yield* itemsOf(project.id), ["here"])
      assert.deepStrictEqual(yield* itemsOf(other.id), ["there"])
    }).pipe(Effect.provide(TestApi.layer)))
})

const denied = (detail: string) => ({
  status: 403,
  type: "authentication_error",
  code: "permission_denied",
  detail,
  attr: null
})

describe("readers of the activity log", () => {
  it.effect("a key with activity_log:read alone, and no other", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const { organization_id } = project
      const reader = yield* makeMember(organization_id, 8, ["activity_log:read"])
      const writer = yield* makeMember(organization_id, 8, ["survey:write", "project:write", "organization:write"])
      const paths = [
        `/api/projects/${project.id}/activity_log/`,
        `/api/projects/${project.id}/activity/`,
        `/api/organizations/${organization_id}/activity_log/`
      ]
      for (const path of paths) {
        assert.strictEqual((yield* get(path, reader.key)).status, 200, path)
        const refusal = yield* error(path, writer.key)
        assert.deepStrictEqual(refusal, denied("API key missing required scope 'activity_log:read'"), path)
        assert.strictEqual((yield* get(path, "phx_unknown")).status, 401, path)
      }
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("of a project: not with a key that is bound to another one", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const other = yield* makeProject(project.organization_id)
      const { key } = yield* makeMember(project.organization_id, 8, ["*"], [other.id])
      const refusal = yield* error(`/api/projects/${project.id}/activity_log/`, key)
      const detail = `API key does not have access to the requested project: ID ${project.id}.`
      assert.deepStrictEqual(refusal, denied(detail))
      const unknown = yield* error(`/api/projects/${ProjectId.make(999_999)}/activity_log/`)
      assert.deepStrictEqual([unknown.status, unknown.detail], [404, "Project not found."])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("of an organisation: its admins and owners, and no one else", () =>
    Effect.gen(function*() {
      const { project } = yield* TestApi
      const { organization_id: organization } = project
      const path = `/api/organizations/${organization}/activity_log/`
      const before = (yield* get(path)).body.total_count
      yield* record(project, { project: null, scope: "PersonalAPIKey", itemId: "k1" })
      yield* record(project, { itemId: "of the project" })
      for (const level of [8, 15] as const) {
        const { key } = yield* makeMember(organization, level, ["activity_log:read"])
        const found = yield* get(path, key)
        assert.deepStrictEqual([found.status, found.body.total_count], [200, before + 1])
        assert.deepStrictEqual([found.body.results[0]?.["item_id"], found.body.results[0]?.["project_id"]], [
          "k1",
          null
        ])
        assert.deepStrictEqual(items(yield* get(`${path}?scope=Survey`, key)), [])
        assert.deepStrictEqual(items(yield* get(`${path}?scope=PersonalAPIKey&item_id=k1`, key)), ["k1"])
      }
      const member = yield* makeMember(organization, 1, ["*"])
      const refusal = yield* error(path, member.key)
      assert.deepStrictEqual([refusal.status, refusal.code], [403, "permission_denied"])
      assert.strictEqual((yield* get(`/api/projects/${project.id}/activity_log/`, member.key)).status, 200)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("of another organisation: no one outside of it", () =>
    Effect.gen(function*() {
      const now = yield* DateTime.now
      const id = (yield* makeUuid7) as OrganizationId
      const other = new Organization({ id, name: "Other", slug: "other", created_at: now, updated_at: now })
      yield* (yield* OrganizationRepository).insert(other)
      const refusal = yield* error(`/api/organizations/${id}/activity_log/`)
      assert.deepStrictEqual([refusal.status, refusal.detail], [404, "Organization not found."])
    }).pipe(Effect.provide(TestApi.layer)))
})
