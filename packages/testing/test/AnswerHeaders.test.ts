import { assert, describe, it } from "@effect/vitest"
import { Api } from "@hedgerow/http/contract/Api"
import { OwnCaching } from "@hedgerow/http/middleware/AnswerHeaders"
import { Context, Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { type Answer, call, create, FlagApi } from "./flags/FlagApi.ts"

interface Endpoint {
  readonly method: string
  readonly path: string
  readonly ownCaching: boolean
}

const endpoints: ReadonlyArray<Endpoint> = (() => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path }, mergedAnnotations }) => {
      found.push({ method, path, ownCaching: Context.get(mergedAnnotations, OwnCaching) })
    }
  })
  return found
})()

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const cachingOf = ({ headers }: Answer): string | null => headers.get("cache-control")

const assertPrivate = (answer: Answer, what: string) => {
  assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff", what)
  assert.strictEqual(cachingOf(answer), "no-store", what)
}

const isStream = ({ path }: Endpoint): boolean => path.endsWith("/stream/")

describe("the headers of every answer", () => {
  it("name the few endpoints that decide themselves how their answers are kept", () => {
    const paths = endpoints.filter(({ ownCaching }) => ownCaching).map(({ path }) => path)
    assert.deepStrictEqual(paths.toSorted(), [
      "/api/feature_flag/local_evaluation/",
      "/api/projects/:project_id/feature_flags/local_evaluation/",
      "/api/projects/:project_id/feature_flags/stream/",
      "/array/:token/config.js",
      "/array/:token/config/",
      "/external_surveys/:id/",
      "/flags/definitions/",
      "/flags/definitions/stream/",
      "/ofrep/v1/stream/",
      "/shared/:token/",
      "/static/:file",
      "/static/:version/:file"
    ])
  })

  it.effect("forbid guessing its type, and to keep it, for every caller and path", () =>
    inWorld(Effect.gen(function*() {
      const { project } = yield* FlagApi
      for (const endpoint of endpoints.filter((one) => !isStream(one))) {
        const { method, path } = endpoint
        const place = path
          .replace(":project_id", String(project.id))
          .replace(":organization_id", project.organization_id)
          .replace(/:\w+/g, "1")
        for (const key of [undefined, "phx_unknown"]) {
          const body = method === "GET" || method === "DELETE" ? undefined : "{}"
          const answer = yield* call(method, place, body, key === undefined ? {} : { key })
          const what = `${method} ${path}: ${answer.status}`
          if (endpoint.ownCaching && answer.status < 400) assert.isNotNull(cachingOf(answer), what)
          else assertPrivate(answer, what)
        }
      }
    })))

  it.effect("are on answers of no endpoint, too", () =>
    inWorld(Effect.gen(function*() {
      const { project } = yield* FlagApi
      const origin = { headers: { origin: "https://shop.test" } }
      const answers: ReadonlyArray<readonly [status: number, answer: Answer]> = [
        [404, yield* call("GET", "/nothing/")],
        [405, yield* call("DELETE", "query/")],
        [405, yield* call("PUT", "/flags/definitions/")],
        [404, yield* call("GET", "/array/phc_unknown/config.js")],
        [401, yield* call("GET", "/flags/definitions/", undefined, { key: "phx_unknown" })],
        [204, yield* call("OPTIONS", "/flags/", undefined, origin)],
        [204, yield* call("OPTIONS", "query/")],
        [200, yield* call("GET", "/openapi.json")],
        [200, yield* call("HEAD", `/api/environments/${project.id}/`)],
        [415, yield* call("POST", "query/", "<a/>", { headers: { "content-type": "text/xml" } })]
      ]
      for (const [status, answer] of answers) {
        assert.strictEqual(answer.status, status)
        assertPrivate(answer, answer.text)
      }
    })))

  it.effect("leave conditional requests as they are", () =>
    inWorld(Effect.gen(function*() {
      const { project } = yield* FlagApi
      const { id } = yield* create("checkout")
      const conditional: ReadonlyArray<readonly [path: string, caching: string]> = [
        [`feature_flags/${String(id)}/`, "no-store"],
        [`/flags/definitions/?token=${project.api_token}`, "private, must-revalidate"],
        ["feature_flags/local_evaluation/", "private, must-revalidate"]
      ]
      for (const [path, caching] of conditional) {
        const first = yield* call("GET", path)
        const etag = first.headers.get("etag") ?? ""
        assert.deepStrictEqual([first.status, cachingOf(first)], [200, caching])
        const second = yield* call("GET", path, undefined, { headers: { "if-none-match": etag } })
        assert.deepStrictEqual([second.status, second.text, cachingOf(second)], [304, "", caching])
        assert.strictEqual(second.headers.get("etag"), etag)
        assert.strictEqual(second.headers.get("x-content-type-options"), "nosniff")
      }
      const config = yield* call("GET", `/array/${project.api_token}/config.js`)
      assert.strictEqual(cachingOf(config), "public, max-age=60")
      assert.strictEqual(config.headers.get("x-content-type-options"), "nosniff")
    })))
})
