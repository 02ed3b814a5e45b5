import { assert, describe, it } from "@effect/vitest"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User } from "@hedgerow/core/identity/User"
import { RequiredScope } from "@hedgerow/http/auth/RequiredScope"
import { Api } from "@hedgerow/http/contract/Api"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Context, Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { HostedApi } from "./access/HostedApi.ts"

interface Writing {
  readonly method: string
  readonly path: string
}

/** Every endpoint that takes a body from its callers. */
const writings: ReadonlyArray<Writing> = (() => {
  const found: Array<Writing> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path }, mergedAnnotations }) => {
      const isPublic = Context.get(mergedAnnotations, RequiredScope) === "public"
      if (!isPublic && ["PATCH", "POST", "PUT"].includes(method)) found.push({ method, path })
    }
  })
  return found
})()

/** Every field that some endpoint reads. */
const fieldNames = [
  "analytics_dashboards",
  "condition",
  "description",
  "email",
  "evaluation_tags",
  "filters",
  "first_name",
  "groups",
  "hidden",
  "ids",
  "key",
  "label",
  "level",
  "name",
  "owner",
  "property_type",
  "query",
  "rollback_conditions",
  "scoped_organizations",
  "scoped_teams",
  "scopes",
  "set_current_organization",
  "set_current_team",
  "tags",
  "target_project_ids",
  "timezone",
  "user",
  "user_uuid",
  "verified",
  "week_start_day"
]

/** The paths of the document, by method, that read what is sent to them. */
const documented = openApiDocument() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: unknown }>>>>
}

const readsBodies = ({ method, path }: Writing): boolean =>
  documented.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.requestBody !== undefined

/** Paths whose answer has what was sent in it. */
const returnsBodies: ReadonlySet<string> = new Set(
  ["insights/", "query/upgrade/"].map((path) => `/api/projects/:project_id/${path}`)
)

const placeOf = (path: string, project: Project, owner: User): string =>
  path
    .replace(":project_id", String(project.id))
    .replace(":organization_id", project.organization_id)
    .replace(/:\w+/g, owner.uuid)

const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + "1" + close.repeat(levels)

const everyField = (json: string): string => `{${fieldNames.map((name) => `"${name}":${json}`).join(",")}}`

const sql = (more: string) => `{"query":{"kind":"HogQLQuery","query":"select 1"${more}}}`

/** Tests every endpoint with bodies that mean harm, up to that number of levels and length of texts. */
export const hostileBodies = (
  { characters, levels }: { readonly characters: number; readonly levels: number }
) => {
  const large = JSON.stringify("x".repeat(characters))

  const bodies: ReadonlyArray<readonly [name: string, body: string]> = [
    [`a list of ${10 * levels} levels`, nested("[", "]", 10 * levels)],
    [`an object of ${10 * levels} levels`, nested(`{"query":`, "}", 10 * levels)],
    [`fields of ${levels} levels`, everyField(nested("[", "]", levels))],
    ["fields of 499 levels", everyField(nested("[", "]", 499))],
    ["fields that are objects of 499 levels", everyField(nested("{\"a\":", "}", 499))],
    ["fields of long text", everyField(large)],
    ["fields of lists of long text", everyField(`[${large}]`)],
    ["a kind of long text", `{"query":{"kind":${large}}}`],
    ["a field named by a long text", sql(`,${large}:1`)],
    ["a mode of long text", `{"query":{"kind":"HogQLQuery","query":"select 1"},"refresh":${large}}`],
    [`${levels} unknown fields`, sql(Array.from({ length: levels }, (_, n) => `,"field ${n}":1`).join(""))],
    ["a long name in the SQL", `{"query":{"kind":"HogQLQuery","query":"select ${"x".repeat(characters)}"}}`],
    ["a value of 490 levels", sql(`,"values":{"a":${nested("[", "]", 490)}}`).replace("select 1", "select {a}")],
    ["a value named by a long text", sql(`,"values":{${large}:1}`).replace("select 1", "select {a}")]
  ]

  describe("a body that means harm", () => {
    for (const [name, body] of bodies) {
      it.effect(`${name} is refused in few words, or does nothing`, () =>
        Effect.gen(function*() {
          const { call, owner, project } = yield* HostedApi
          assert.isAbove(writings.length, 10)
          for (const { method, path } of writings) {
            const place = placeOf(path, project, owner)
            const { status, text } = yield* call({ login: owner.email }, method, place, body)
            assert.isBelow(status, 500, `${method} ${path}: ${text.slice(0, 500)}`)
            const most = 20_000 + (returnsBodies.has(path) ? body.length : 0)
            assert.isBelow(text.length, most, `${method} ${path}`)
          }
        }).pipe(Effect.provide(HostedApi.layer)))
    }

    it.effect("500 levels are the most a body may have", () =>
      Effect.gen(function*() {
        const { call, owner } = yield* HostedApi
        const patch = (levels: number) =>
          call({ login: owner.email }, "PATCH", "/api/users/@me/", `{"other":${nested("[", "]", levels - 1)}}`)
        assert.strictEqual((yield* patch(500)).status, 200)
        const { json, status } = yield* patch(501)
        assert.deepStrictEqual([status, json], [400, {
          type: "invalid_request",
          code: "parse_error",
          detail: "JSON parse error - The value is nested more than 500 levels deep.",
          attr: null
        }])
      }).pipe(Effect.provide(HostedApi.layer)))

    const overflows: ReadonlyArray<readonly [json: string, attr: string | null]> = [
      ["{\"tiles\":1e400}", "tiles"],
      ["{\"filters\":{\"groups\":[{\"rollout_percentage\":-1e999}]}}", "filters__groups__0__rollout_percentage"],
      [`{"name":[${"9".repeat(400)}]}`, "name__0"],
      [`{"__proto__":{"a":[0,1e400]}}`, "__proto____a__1"],
      [`{${large}:1e400}`, null],
      ["[1e400]", "0"],
      ["1e400", null]
    ]
    for (const [json, attr] of overflows) {
      it.effect(`a number that overflows is refused everywhere, before anything is kept: ${json.slice(0, 60)}`, () =>
        Effect.gen(function*() {
          const { call, owner, project } = yield* HostedApi
          const reading = writings.filter(readsBodies)
          assert.isAbove(reading.length, 20)
          for (const { method, path } of reading) {
            const place = placeOf(path, project, owner)
            const answer = yield* call({ login: owner.email }, method, place, json)
            if (answer.status === 404 && /:(?:id|user_uuid)\//.test(path)) continue
            const { extra: _, ...body } = answer.json
            assert.deepStrictEqual([answer.status, body], [400, {
              type: "invalid_request",
              code: "parse_error",
              detail: "JSON parse error - A number is beyond the range of 64-bit floats.",
              attr
            }], `${method} ${path}`)
          }
        }).pipe(Effect.provide(HostedApi.layer)))
    }

    it.effect("a number that overflows changes no dashboard", () =>
      Effect.gen(function*() {
        const { call, owner, project } = yield* HostedApi
        const ask = (method: string, path: string, body?: unknown) =>
          call({ login: owner.email }, method, `/api/projects/${project.id}/${path}`, body)
        const flag = (yield* ask("POST", "feature_flags/", { key: "checkout" })).json
        yield* ask("POST", `feature_flags/${String(flag["id"])}/dashboard/`)
        const before = (yield* ask("GET", "dashboards/")).text
        const { id } = (JSON.parse(before) as { readonly results: readonly [{ readonly id: number }] }).results[0]
        for (const field of ["filters", "description", "tags", "tiles"]) {
          const { json, status } = yield* ask("PATCH", `dashboards/${id}/`, `{"name":"New","${field}":{"a":1e400}}`)
          assert.deepStrictEqual([status, json["attr"]], [400, `${field}__a`])
        }
        assert.strictEqual((yield* ask("GET", "dashboards/")).text, before)
      }).pipe(Effect.provide(HostedApi.layer)))

    const events = [
      nested("[", "]", 10 * levels),
      `{"event":"e","distinct_id":"d","properties":{"a":${nested("[", "]", 10 * levels)}}}`,
      `{"event":"e","distinct_id":${nested("[", "]", 10 * levels)}}`,
      `{"event":${nested("[", "]", 10 * levels)},"distinct_id":"d"}`,
      `{"event":"e","distinct_id":"d","$set":{"a":${nested("{\"a\":", "}", 10 * levels)}}}`,
      `{"event":"$groupidentify","distinct_id":"d","properties":{"$group_type":"t","$group_key":"k","$group_set":{"a":${
        nested("[", "]", 10 * levels)
      }}}}`,
      `{"event":"e","distinct_id":"d","timestamp":${nested("[", "]", 10 * levels)},"uuid":${
        nested("[", "]", 10 * levels)
      }}`
    ]
    for (const [index, event] of events.entries()) {
      it.effect(`event ${index} of ${10 * levels} levels is taken or refused`, () =>
        Effect.gen(function*() {
          const { call, owner, project } = yield* HostedApi
          for (const body of [event, `{"batch":[${event}]}`]) {
            const path = `/batch/?api_key=${project.api_token}`
            const { status, text } = yield* call({ login: owner.email }, "POST", path, body)
            assert.isBelow(status, 500, text)
            assert.isBelow(text.length, 1_000)
          }
        }).pipe(Effect.provide(HostedApi.layer)))
    }
  })
}
