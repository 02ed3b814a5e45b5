import { assert, describe, it } from "@effect/vitest"
import { undescribed } from "@hedgerow/core/definitions/Definition"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { acme } from "./support/Fixtures.ts"
import { as, post, webApi } from "./support/WebApi.ts"

const project1 = {
  id: 1,
  uuid: "00000000-0000-7000-8000-000000000101",
  organization: acme.id,
  project_id: 1,
  name: "Project 1",
  api_token: "phc_project_1",
  timezone: "UTC",
  week_start_day: 0,
  test_account_filters: [],
  events_retention_days: null,
  events_monthly_quota: null,
  events_sample_rate: 1,
  flag_approvals: null,
  effective_membership_level: 15,
  created_at: "2026-03-01T10:00:00Z",
  updated_at: "2026-03-01T10:00:00Z"
}

interface Listed {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: ReadonlyArray<{ readonly id: unknown; readonly name: string }>
}

describe("identity", () => {
  it.effect("@me is the user with the current project and all organisations, also for a bound key", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      for (const key of ["phx_all", "phx_team_1", "phx_other_org"]) {
        const me = (yield* call("/api/users/@me", as(key))).json as Record<string, unknown>
        assert.strictEqual(me["distinct_id"], "ann")
        assert.deepStrictEqual(me["team"], project1)
        assert.strictEqual((me["organization"] as { readonly id: string }).id, acme.id)
        assert.deepStrictEqual((me["organizations"] as ReadonlyArray<{ id: string }>).map(({ id }) => id), [acme.id])
      }
    }))

  it.effect("the calling key shows itself without its value, with any scopes", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call("/api/personal_api_keys/@current", as("phx_survey"))
      const key = answer.json as Record<string, unknown>
      assert.deepStrictEqual([key["scopes"], key["scoped_teams"], key["scoped_organizations"], key["value"]], [
        ["survey:read"],
        [],
        [],
        null
      ])
      assert.notInclude(answer.text, "sha256")
      assert.strictEqual((yield* call("/api/personal_api_keys/@current", as("phx_none"))).status, 200)
    }))

  it.effect("projects and organisations are those of the caller", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const ids = (answer: { readonly json: unknown }) => (answer.json as Listed).results.map(({ id }) => id)
      assert.deepStrictEqual(ids(yield* call("/api/projects/")), [1, 2])
      assert.deepStrictEqual(ids(yield* call("/api/organizations/")), [acme.id])
      assert.deepStrictEqual(ids(yield* call(`/api/organizations/${acme.id}/projects/`)), [1, 2])
      assert.deepStrictEqual(ids(yield* call("/api/organizations/@current/projects")), [1, 2])
      assert.deepStrictEqual(ids(yield* call("/api/projects/", as("phx_other_org"))), [])
    }))

  it.effect("a project is read by id, @current, either slash form and the environments alias", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      for (
        const path of [
          "/api/projects/1/",
          "/api/projects/1",
          "/api/projects/@current/",
          "/api/environments/1/",
          "/api/environments/@current"
        ]
      ) {
        assert.deepStrictEqual((yield* call(path)).json, project1, path)
      }
    }))

  it.effect("a key in the body or query string works like one in the header", () =>
    Effect.gen(function*() {
      const call = yield* webApi({ run: (project) => Effect.succeed({ project: project.id } as never) })
      const query = JSON.stringify({ personal_api_key: "phx_query", query: { kind: "HogQLQuery" } })
      const headers = { "content-type": "application/json" }
      assert.strictEqual((yield* call("/api/projects/1/query/", { method: "POST", headers, body: query })).status, 200)
      const byUrl = yield* call("/api/projects/1/query?personal_api_key=phx_query", {
        method: "POST",
        headers,
        body: ""
      })
      assert.strictEqual(byUrl.status, 200)
    }))
})

describe("query", () => {
  it.effect("runs in the project of the path, in every form of the path, and answers 200", () =>
    Effect.gen(function*() {
      const seen: Array<unknown> = []
      const call = yield* webApi({
        run: (project, body) =>
          Effect.sync(() => {
            seen.push([project.id, body])
            return { results: [[1]] } as never
          })
      })
      const body = { query: { kind: "HogQLQuery", query: "select 1" }, unknown: true }
      for (
        const path of [
          "/api/projects/2/query/",
          "/api/projects/2/query",
          "/api/environments/2/query/",
          "/api/environments/2/query"
        ]
      ) {
        const answer = yield* call(path, post(body, "phx_query"))
        assert.strictEqual(answer.status, 200)
        assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
      }
      const packed = as("phx_query", { method: "POST", body: gzipSync(JSON.stringify(body)) })
      yield* call("/api/projects/2/query/", packed)
      yield* call("/api/projects/@current/query/", as("phx_query", { method: "POST" }))
      assert.deepStrictEqual(seen, [...Array.from({ length: 5 }, () => [2, body]), [1, {}]])
    }))
})

describe("definitions", () => {
  it.effect("lists the names of the project with the parameters real clients send", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const events = (yield* call("/api/projects/2/event_definitions/?search=event%20249")).json as Listed
      assert.deepStrictEqual(events.results, [{
        id: acme.id,
        name: "event 249 of 2",
        owner: null,
        ...undescribed,
        created_at: "1970-01-01T00:00:01Z",
        last_seen_at: "1970-01-01T00:00:01.500000Z",
        last_updated_at: null,
        volume: 3,
        volume_30_day: 2,
        query_usage_30_day: null,
        is_action: false,
        action_id: null,
        is_calculating: false,
        calculated_at: null,
        last_calculated_at: null,
        created_by: null,
        post_to_slack: false,
        default_columns: []
      }] as never)
      const properties = (yield* call(
        "/api/projects/1/property_definitions?event_names=[%22$pageview%22]&exclude_core_properties=false"
          + "&filter_by_event_names=true&is_feature_flag=false&limit=100&offset=0&type=person&exclude_hidden=true"
      )).json as Listed
      assert.deepStrictEqual(properties.results, [{
        id: acme.id,
        name: "a person's",
        type: "person",
        group_type_index: null,
        property_type: "Numeric",
        is_numerical: true,
        is_seen_on_filtered_events: null,
        ...undescribed,
        first_seen_at: "1970-01-01T00:00:01Z",
        last_seen_at: null,
        volume: 0,
        volume_30_day: null,
        query_usage_30_day: null
      }] as never)
      const ofSessions = (yield* call("/api/projects/1/property_definitions/?type=session")).json as Listed
      assert.include(ofSessions.results.map(({ name }) => name), "$session_duration")
    }))

  it.effect("pages link to each other on the client's host, by the path the client used", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const first = (yield* call("/api/environments/1/event_definitions?search=event%20&limit=100")).json as Listed
      assert.strictEqual(first.count, 250)
      assert.strictEqual(first.previous, null)
      assert.strictEqual(
        first.next,
        "http://api.test/api/environments/1/event_definitions?limit=100&offset=100&search=event+"
      )
      const second = (yield* call(first.next ?? "")).json as Listed
      assert.strictEqual(second.results[0]?.name, "event 100 of 1")
      assert.strictEqual(
        second.previous,
        "http://api.test/api/environments/1/event_definitions?limit=100&search=event+"
      )
      const last = (yield* call(second.next ?? "")).json as Listed
      assert.strictEqual(last.results.length, 50)
      assert.strictEqual(last.next, null)
      const repeated = (yield* call("/api/projects/1/event_definitions/?limit=5&limit=6")).json as Listed
      assert.strictEqual(repeated.results.length, 6)
      for (const limit of ["1.0", "1e1", "0x5"]) {
        const none = (yield* call(`/api/projects/1/event_definitions/?limit=${limit}`)).json as Listed
        assert.strictEqual(none.results.length, 100, limit)
      }
      const lenient = (yield* call("/api/projects/1/event_definitions/?limit=abc&offset=-3")).json as Listed
      assert.strictEqual(lenient.results.length, 100)
    }))
})
