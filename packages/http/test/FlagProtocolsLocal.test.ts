import { assert, describe, it } from "@effect/vitest"
import { Cohort, type CohortId } from "@hedgerow/core/cohorts/Cohort"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import { Effect, Layer } from "effect"
import { flagOf, type FlagRecords, makeFlagWorld } from "./support/FlagWorld.ts"
import { as, webApi } from "./support/WebApi.ts"

const cohort = new Cohort({
  project_id: 1 as Cohort["project_id"],
  id: 5 as CohortId,
  name: "Testers",
  description: "",
  groups: [],
  deleted: false,
  filters: {
    properties: {
      type: "OR",
      values: [{ type: "AND", values: [{ key: "email", type: "person", value: "@x.io", operator: "icontains" }] }]
    }
  },
  query: null,
  is_static: false,
  cohort_type: "person_property",
  is_calculating: false,
  last_calculation: null,
  errors_calculating: 0,
  count: 0,
  version: 1,
  created_by: null,
  created_at: flagOf(1, "x").created_at
})

const inCohort = {
  groups: [{ properties: [{ key: "id", type: "cohort", value: 5, operator: "in" }], rollout_percentage: null }]
}

const dependent = {
  groups: [{
    properties: [{ key: "2", type: "flag", value: true, operator: "flag_evaluates_to" }],
    rollout_percentage: 100
  }]
}

const flags = [
  flagOf(3, "zeta", { filters: dependent }),
  flagOf(1, "beta", { filters: inCohort, version: 3 }),
  flagOf(2, "off", { active: false }),
  flagOf(4, "survey-targeting-1", { is_internal: true }),
  flagOf(5, "config", { is_remote_configuration: true })
]

const makeApi = Effect.fnUntraced(
  function*(given: Partial<FlagRecords> = {}, references: Layer.Layer<never> = Layer.empty) {
    const world = yield* makeFlagWorld({ flags, cohorts: [cohort], groupTypes: new Map([["company", 0]]), ...given })
    return { ...world, call: yield* webApi({ flags: world.flags }, references) }
  }
)

interface Definitions {
  readonly flags: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly cohorts: Readonly<Record<string, unknown>>
  readonly group_type_mapping: unknown
}

const token = "token=phc_project_1"
const paths = [
  "/flags/definitions?token=phc_project_1",
  "/flags/definitions/?token=phc_project_1&send_cohorts",
  "/api/feature_flag/local_evaluation?token=phc_project_1&send_cohorts",
  "/api/feature_flag/local_evaluation/?send_cohorts=true",
  "/api/projects/1/feature_flags/local_evaluation/?send_cohorts",
  "/api/environments/@current/feature_flags/local_evaluation?send_cohorts="
]

describe("definitions for local evaluation", () => {
  it.effect.each(paths.map((path) => ({ path })))(
    "$path tells flags, group types and cohorts",
    ({ path }) =>
      Effect.gen(function*() {
        const { call } = yield* makeApi()
        const answer = yield* call(path)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
        const definitions = answer.json as Definitions
        assert.deepStrictEqual(definitions.flags.map(({ key }) => key), ["beta", "off", "zeta"])
        assert.deepStrictEqual(definitions.flags[0], {
          id: 1,
          team_id: 1,
          name: "",
          key: "beta",
          filters: inCohort,
          deleted: false,
          active: true,
          ensure_experience_continuity: false,
          has_encrypted_payloads: false,
          version: 3,
          evaluation_runtime: "all",
          bucketing_identifier: "distinct_id",
          evaluation_tags: [],
          has_experiment: false,
          requires_server: false
        })
        assert.deepInclude(definitions.flags[2], {
          filters: {
            groups: [{
              properties: [{ ...dependent.groups[0]?.properties[0], key: "off", dependency_chain: ["off"] }],
              rollout_percentage: 100
            }]
          }
        })
        assert.deepStrictEqual(definitions.group_type_mapping, { "0": "company" })
        assert.deepStrictEqual(definitions.cohorts, { "5": cohort.filters?.["properties"] })
      })
  )

  it.effect("without send_cohorts a simple cohort is put in place of its name", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      for (const path of ["/api/feature_flag/local_evaluation", "/api/projects/1/feature_flags/local_evaluation/"]) {
        const { cohorts, flags: [beta] } = (yield* call(`${path}?${token}`)).json as Definitions
        assert.deepStrictEqual(cohorts, {})
        assert.deepStrictEqual(beta?.["filters"], {
          groups: [{
            properties: [{ key: "email", type: "person", value: "@x.io", operator: "icontains" }],
            rollout_percentage: null
          }]
        })
      }
    }))

  it.effect("an ETag answers 304 in each of its forms until something changes", () =>
    Effect.gen(function*() {
      const { bump, call, records } = yield* makeApi()
      const path = "/flags/definitions?token=phc_project_1"
      const ask = (tag: string) => call(path, as("phx_all", { headers: { "if-none-match": tag } }))
      const first = yield* call(path)
      const etag = first.headers.get("etag") ?? ""
      assert.match(etag, /^W\/"[0-9a-f]{32}"$/)
      assert.strictEqual(first.headers.get("cache-control"), "private, must-revalidate")
      const hash = etag.slice(3, -1)
      for (const form of [etag, `"${hash}"`, hash, ` "${hash}" `]) {
        const again = yield* ask(form)
        assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag], form)
      }
      for (const form of ["", `W/${hash}`, "\"other\""]) assert.strictEqual((yield* ask(form)).status, 200, form)

      records.flags = [...flags, flagOf(9, "new")]
      yield* bump
      const changed = yield* ask(etag)
      assert.strictEqual(changed.status, 200)
      assert.notStrictEqual(changed.headers.get("etag"), etag)
      assert.include(changed.text, "\"new\"")
    }))

  it.effect("the forms with and without cohorts have tags of their own", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi({ flags: [flagOf(1, "plain")], cohorts: [] })
      const tags = new Set<string | null>()
      for (const query of ["", "&send_cohorts"]) {
        const answer = yield* call(`/api/feature_flag/local_evaluation?${token}${query}`)
        tags.add(answer.headers.get("etag"))
      }
      assert.strictEqual(tags.size, 2)
    }))

  it.effect("HEAD is answered without a body, OPTIONS with the methods, others are 405", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const path = "/flags/definitions?token=phc_project_1"
      const head = yield* call(path, as("phx_all", { method: "HEAD" }))
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.isNotNull(head.headers.get("etag"))
      const options = yield* call(path, { method: "OPTIONS" })
      assert.deepStrictEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"])
      assert.strictEqual((yield* call(path, as("phx_all", { method: "POST", body: "{}" }))).status, 405)
    }))

  it.effect("encrypted payloads are hidden", () =>
    Effect.gen(function*() {
      const sealed = flagOf(1, "sealed", {
        has_encrypted_payloads: true,
        filters: { groups: [], payloads: { true: "secret" } }
      })
      const { call } = yield* makeApi({ flags: [sealed] })
      const answer = yield* call("/flags/definitions?token=phc_project_1")
      assert.notInclude(answer.text, "secret")
      assert.include(answer.text, "encrypted")
    }))

  const refusals: ReadonlyArray<readonly [name: string, path: string, key: string | undefined, status: number]> = [
    ["no key", "/flags/definitions?token=phc_project_1", undefined, 401],
    ["an unknown key", "/flags/definitions?token=phc_project_1", "phx_none_such", 401],
    ["a key without the scope", "/flags/definitions?token=phc_project_1", "phx_survey", 403],
    ["an unknown token", "/flags/definitions?token=phc_none", "phx_all", 401],
    ["the token of an organisation the user is not in", "/flags/definitions?token=phc_project_3", "phx_all", 403],
    ["a key bound to another project", "/flags/definitions?token=phc_project_2", "phx_team_1", 403],
    ["a project of another organisation", "/api/projects/3/feature_flags/local_evaluation", "phx_all", 403],
    ["an unknown project", "/api/projects/99/feature_flags/local_evaluation", "phx_all", 404],
    ["an unknown secret", "/flags/definitions", "phs_none", 401],
    ["a secret without the scope", "/flags/definitions", "phs_2", 403],
    ["a secret and the token of another project", "/flags/definitions?token=phc_project_2", "phs_1", 403],
    [
      "a secret and another project's older path",
      "/api/feature_flag/local_evaluation?token=phc_project_2",
      "phs_1",
      403
    ],
    ["a secret and another project's stream", "/flags/definitions/stream?token=phc_project_2", "phs_1", 403],
    ["another project's secret", "/api/projects/1/feature_flags/local_evaluation", "phs_3", 403],
    [
      "a secret on its own path with the token of another project",
      "/api/projects/1/feature_flags/local_evaluation?token=phc_project_2",
      "phs_1",
      403
    ],
    [
      "@current of a secret with the token of another project",
      "/api/projects/@current/feature_flags/stream?token=phc_project_2",
      "phs_1",
      403
    ],
    ["a secret elsewhere", "/api/projects/1/feature_flags/", "phs_1", 403],
    ["a secret as the token", "/flags/definitions?token=phs_1", "phx_all", 401]
  ]
  for (const [name, path, key, status] of refusals) {
    it.effect(`${name}: ${status}`, () =>
      Effect.gen(function*() {
        const { call } = yield* makeApi()
        const answer = yield* call(path, key === undefined ? {} : as(key))
        assert.strictEqual(answer.status, status, answer.text)
        assert.hasAllKeys(answer.json, ["type", "code", "detail", "attr"])
      }))
  }

  it.effect("a project's secret opens its own project's definitions, wherever it stands", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const { text } = yield* call("/flags/definitions")
      assert.include(text, "beta")
      for (
        const path of [
          "/flags/definitions",
          "/flags/definitions?token=phc_project_1",
          "/api/feature_flag/local_evaluation?send_cohorts",
          "/api/projects/1/feature_flags/local_evaluation?send_cohorts",
          "/api/projects/@current/feature_flags/local_evaluation?send_cohorts&token=phc_project_1"
        ]
      ) {
        const answer = yield* call(path, as("phs_1"))
        assert.deepStrictEqual([answer.status, answer.text], [200, text], path)
        const etag = answer.headers.get("etag") ?? ""
        const again = yield* call(path, as("phs_1", { headers: { "if-none-match": etag } }))
        assert.deepStrictEqual([again.status, again.text], [304, ""], path)
      }
      for (const name of ["secret_api_key", "personal_api_key"]) {
        assert.strictEqual((yield* call(`/flags/definitions?${name}=phs_1`, {})).text, text)
      }
      const other = yield* call("/flags/definitions", as("phs_3"))
      assert.deepStrictEqual(other.json, { flags: [], group_type_mapping: {}, cohorts: {} })
    }))

  it.effect("a key bound to the project may ask by its token", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      assert.strictEqual((yield* call(paths[0] ?? "", as("phx_team_1"))).status, 200)
    }))

  it.effect("another project has its own", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const answer = yield* call("/flags/definitions?token=phc_project_2")
      assert.deepStrictEqual(answer.json, { flags: [], group_type_mapping: {}, cohorts: {} })
    }))

  it.effect("a used-up quota is 402 in the shape SDKs know", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi({}, Layer.succeed(FlagQuota, (_, use) => Effect.succeed(use !== "definitions")))
      for (const path of paths) {
        const answer = yield* call(path)
        assert.strictEqual(answer.status, 402)
        assert.deepInclude(answer.json, {
          type: "quota_limited",
          code: "payment_required",
          detail: "You have exceeded your feature flag request quota"
        })
      }
    }))
})
