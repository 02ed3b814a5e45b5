import { assert, describe, it } from "@effect/vitest"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import { DashboardRepository } from "@hedgerow/core/dashboards/DashboardRepository"
import { DashboardTileRepository } from "@hedgerow/core/dashboards/DashboardTileRepository"
import { InsightRepository } from "@hedgerow/core/dashboards/InsightRepository"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { call, create, FlagApi, good } from "../flags/FlagApi.ts"

const storages = {
  memory: FlagApi.layer,
  PostgreSQL: Layer.suspend(() => FlagApi.layerOver(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))))
} as const

const uuidOf = (n: number) => `018f0000-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`

/** Records of several kinds and two events. */
const fill = Effect.fnUntraced(function*(base: string, token: unknown) {
  yield* good("POST", `${base}feature_flags/`, { key: "beta" })
  yield* good("POST", `${base}surveys/`, { name: "NPS", type: "api", questions: [{ type: "open", question: "Why?" }] })
  const dashboard = yield* good("POST", `${base}dashboards/`, { name: "Board" })
  const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "signed up" }] }
  yield* good("POST", `${base}insights/`, { name: "Signups", query, dashboards: [dashboard["id"]] })
  const batch = [1, 2].map((n) => ({ event: "signed up", distinct_id: `u${n}`, uuid: uuidOf(n) }))
  assert.strictEqual((yield* call("POST", "/batch/", { api_key: token, batch })).status, 200)
})

/** The number of records and of events that a project has, asked at the storage. */
const contentOf = Effect.fnUntraced(function*(id: ProjectId) {
  const counted = yield* Effect.all([
    Effect.flatMap(FeatureFlagRepository, (rows) => rows.all(id)),
    Effect.flatMap(SurveyRepository, (rows) => rows.all(id)),
    Effect.flatMap(DashboardRepository, (rows) => rows.all(id)),
    Effect.flatMap(DashboardTileRepository, (rows) => rows.all(id)),
    Effect.flatMap(InsightRepository, (rows) => rows.all(id)),
    Effect.flatMap(ProjectSecretKeyRepository, (rows) => rows.all(id))
  ])
  return counted.map(({ length }) => length)
})

/** Waits until background work that is due is done; days of it are due when the clock is moved. */
const removalsLeft = Effect.gen(function*() {
  const jobs = yield* Jobs
  const { items } = yield* jobs.list("all", { failed: false, limit: 1000, offset: 0 })
  return items.filter(({ kind }) => kind === "projects.remove_data" || kind === "organizations.remove_log")
})

const untilRemovalsLeft = (count: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("200 millis"), removalsLeft), {
    until: (left) => left.length === count && left.every(({ state }) => state === "ready")
  })

const eventCount = Effect.fnUntraced(function*(base: string) {
  const query = { kind: "ServiceSqlQuery", query: "SELECT count() FROM events WHERE event = 'signed up'" }
  const { results } = yield* good("POST", `${base}query/`, { refresh: "force_blocking", query })
  return results
})

describe.each(Object.entries(storages))("a project that is deleted, with %s", (_, storage) => {
  it.effect("is gone for every request at once, its data soon after, and nothing of another project", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const organization = `/api/organizations/${project.organization_id}/`
      const made = yield* good("POST", `${organization}projects/`, { name: "Gone" })
      const id = ProjectId.make(Number(made["id"]))
      const [gone, kept] = [`/api/projects/${id}/`, `/api/projects/${project.id}/`]
      yield* fill(gone, made["api_token"])
      yield* fill(kept, project.api_token)
      yield* good("PATCH", "/api/users/@me/", { set_current_team: id })
      const before = yield* contentOf(id)
      assert.isTrue(before.slice(0, 5).every((count) => count > 0), String(before))
      const own = yield* contentOf(project.id)
      assert.deepStrictEqual(yield* eventCount(gone), [[2]])

      const path = `${organization}projects/${id}/`
      assert.deepInclude(yield* good("GET", path), { id, name: "Gone", organization: project.organization_id })
      assert.deepInclude(yield* good("PATCH", path, { name: "Going" }), { id, name: "Going" })
      const answer = yield* call("DELETE", path)
      assert.deepStrictEqual([answer.status, answer.text], [204, ""])

      for (const asked of [path, gone, `${gone}feature_flags/`, `${gone}activity_log/`]) {
        assert.strictEqual((yield* call("GET", asked)).status, 404, asked)
      }
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      const body = { api_key: made["api_token"], event: "late", distinct_id: "u" }
      const unknown = { ...body, api_key: "phc_unknown" }
      const [late, ofNobody] = [yield* call("POST", "/capture/", body), yield* call("POST", "/capture/", unknown)]
      assert.deepStrictEqual([late.status, late.text], [ofNobody.status, ofNobody.text])
      const flags = yield* call("POST", "/flags/?v=2", { token: made["api_token"], distinct_id: "u" })
      assert.strictEqual(flags.status, 401)
      const { results } = yield* good("GET", `${organization}projects/`)
      assert.deepStrictEqual((results as ReadonlyArray<JsonRecord>).map((one) => one["id"]), [project.id])
      assert.strictEqual((yield* good("GET", "/api/projects/@current/"))["id"], project.id)

      // The rows go, and what was under way is looked for once more.
      yield* untilRemovalsLeft(1)
      assert.deepStrictEqual(yield* contentOf(id), before.map(() => 0))
      yield* TestClock.adjust("20 minutes")
      yield* untilRemovalsLeft(0)

      assert.deepStrictEqual(yield* contentOf(project.id), own)
      assert.deepStrictEqual(yield* eventCount(kept), [[2]])
      const log = yield* good("GET", `${organization}activity_log/`)
      const entry = (log["results"] as ReadonlyArray<JsonRecord>).find(({ item_id }) => item_id === String(id))
      assert.deepInclude(entry, { scope: "Project", activity: "deleted", item_id: String(id) })
    }).pipe(Effect.provide(storage)))

  it.effect("goes with its organisation, which its owner deletes", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const other = yield* good("POST", "/api/organizations/", { name: "Hill" })
      const organization = `/api/organizations/${String(other["id"])}/`
      const made = yield* good("POST", `${organization}projects/`, { name: "Gone" })
      const id = ProjectId.make(Number(made["id"]))
      yield* fill(`/api/projects/${id}/`, made["api_token"])
      assert.strictEqual((yield* call("DELETE", organization)).status, 204)
      assert.strictEqual((yield* call("GET", organization)).status, 404)
      assert.strictEqual((yield* call("GET", `/api/projects/${id}/`)).status, 404)
      yield* untilRemovalsLeft(1)
      assert.deepStrictEqual(yield* contentOf(id), [0, 0, 0, 0, 0, 0])
      assert.strictEqual((yield* good("GET", "/api/projects/@current/"))["id"], project.id)
    }).pipe(Effect.provide(storage)))
})

describe("deleting a project", () => {
  it.effect("is refused to members, to keys without the scope, and across organisations", () =>
    Effect.gen(function*() {
      const { keyOf, project } = yield* FlagApi
      const member = yield* keyOf("mia", ["*"])
      const reader = yield* keyOf("rob", ["project:read", "organization:read"])
      const stranger = yield* keyOf("eve", ["*"], "another organisation")
      const path = `/api/organizations/${project.organization_id}/`
      const statusOf = (key: string, method: string, to: string) =>
        Effect.map(call(method, to, method === "PATCH" ? { name: "x" } : undefined, { key }), ({ status }) => status)
      assert.strictEqual(yield* statusOf(member, "DELETE", `${path}projects/${project.id}/`), 403)
      assert.strictEqual(yield* statusOf(member, "DELETE", `/api/projects/${project.id}/`), 403)
      assert.strictEqual(yield* statusOf(member, "DELETE", path), 403)
      assert.strictEqual(yield* statusOf(reader, "DELETE", `/api/projects/${project.id}/`), 403)
      assert.strictEqual(yield* statusOf(reader, "GET", `${path}projects/${project.id}/`), 200)
      for (const method of ["GET", "PATCH", "DELETE"]) {
        assert.strictEqual(yield* statusOf(stranger, method, `${path}projects/${project.id}/`), 404, method)
      }
      const own = yield* call("GET", "/api/organizations/@current/", undefined, { key: stranger })
      const crossed = `/api/organizations/${String(own.body["id"])}/projects/${project.id}/`
      for (const method of ["GET", "PATCH", "DELETE"]) {
        assert.strictEqual(yield* statusOf(stranger, method, crossed), 404, method)
      }
      assert.strictEqual((yield* call("GET", `/api/projects/${project.id}/`)).status, 200)
    }).pipe(Effect.provide(FlagApi.layer)))

  it.effect("makes its secrets worthless", () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const secrets = yield* good("POST", "project_secret_api_keys/", { label: "s", scopes: ["feature_flag:read"] })
      const key = String(secrets["value"])
      yield* create("beta")
      const definitions = "/api/feature_flag/local_evaluation"
      assert.strictEqual((yield* call("GET", definitions, undefined, { key })).status, 200)
      assert.strictEqual((yield* call("DELETE", `/api/projects/${project.id}/`)).status, 204)
      assert.strictEqual((yield* call("GET", definitions, undefined, { key })).status, 401)
    }).pipe(Effect.provide(FlagApi.layer)))
})
