import { assert, describe, it } from "@effect/vitest"
import { causeText, errorText } from "@hedgerow/core/shared/CauseText"
import { IsStorageDown } from "@hedgerow/core/shared/StorageDown"
import { Api } from "@hedgerow/http/contract/Api"
import { ErrorBody } from "@hedgerow/http/errors/ErrorBody"
import { isUnreachable } from "@hedgerow/storage-pg/database/Unreachable"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer, Logger, References, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { failingStorage, type Switch } from "./FailingStorage.ts"

interface Route {
  readonly method: string
  readonly path: string
}

const routes: Array<Route> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => {
    routes.push({ method, path })
  }
})

/** PostgreSQL's error as it stops, in the form in which the client knows no better name for it. */
const stopping = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" }),
    message: "PgConnection: query failed",
    operation: "query"
  })
})

const world = (of: Switch) =>
  Layer.unwrap(
    Effect.sync(() =>
      TestApi.layerOn(failingStorage(of)).pipe(Layer.provideMerge(Layer.mergeAll(
        Layer.succeed(IsStorageDown, isUnreachable),
        Layer.succeed(References.MinimumLogLevel, "Warn"),
        Logger.layer([logger])
      )))
    )
  )

const someUuid = "01a1fce9-f7a3-74e2-b963-b888a892abed"

/** Bodies of the public routes, which must be sound for the storage to be asked at all. */
const bodyOf = ({ path }: Route, token: string): unknown => {
  const event = { event: "seen", distinct_id: "ada", $distinct_id: "ada" }
  if (path.startsWith("/ofrep")) return { context: { targetingKey: "ada" } }
  if (/^\/api\/(?:login|setup|reset|invites|users\/@me)\//.test(path)) {
    return { token: "hgl_unknown", email: "ada@example.com", password: "correct horse battery", code: "123456" }
  }
  if (path.endsWith("/invites")) return { target_email: "ada@example.com" }
  if (path.includes("/query/")) return { query: { kind: "ServiceSqlQuery", query: "select 1" } }
  return { token, api_key: token, name: "x", key: "x", reason: "x", ...event }
}

const ask = Effect.fnUntraced(function*(route: Route, key: string) {
  const api = yield* TestApi
  const path = route.path
    .replace(":project_id", String(api.project.id))
    .replace(":organization_id", "@current")
    .replace(":token", api.token)
    .replace("external_surveys/:id", `external_surveys/${someUuid}`)
    .replaceAll(/:\w*uuid/g, someUuid)
    .replaceAll(/:\w+/g, "1")
  const isSdk = path === "/api/surveys/" || !path.startsWith("/api/") && !path.startsWith("/flags/definitions")
  const authorization = `Bearer ${path.startsWith("/ofrep") ? api.token : key}`
  const hasBody = route.method !== "GET" && route.method !== "DELETE"
  const body = path === "/batch/"
    ? { api_key: api.token, batch: [{ event: "seen", distinct_id: "ada" }] }
    : bodyOf(route, api.token)
  const query = isSdk && !hasBody
    ? `?token=${api.token}&data=${encodeURIComponent(Buffer.from(JSON.stringify(body)).toString("base64"))}`
    : ""
  return yield* api.request(path + query, {
    method: route.method,
    headers: { authorization, "content-type": "application/json" },
    ...(hasBody ? { body: JSON.stringify(body) } : undefined)
  })
})

/** Everything that was logged, and the reasons of requests that were answered with 503. */
const logged = { texts: Array<string>(), reasons: Array<unknown>() }

const logger = Logger.make(({ cause, fiber, message }) => {
  const annotations = fiber.getRef(References.CurrentLogAnnotations)
  logged.texts.push(...[message].flat().map(errorText), causeText(cause), JSON.stringify(annotations))
  if (annotations["status"] === 503) logged.reasons.push(annotations["cause"])
})

const decodeBody = Schema.decodeUnknownEffect(ErrorBody, { onExcessProperty: "ignore" })

const checkAway = Effect.fnUntraced(function*(route: Route, response: Response) {
  const text = yield* Effect.promise(() => response.text())
  const name = `${route.method} ${route.path}: ${text}`
  assert.strictEqual(response.status, 503, name)
  assert.match(response.headers.get("retry-after") ?? "none", /^[1-9]\d*$/, name)
  const body = yield* decodeBody(JSON.parse(text))
  assert.deepInclude(body, { type: "server_error", code: "error", attr: null }, name)
})

/** They ask the storage nothing, or nothing when no project, session, link, provider or public address is there. */
const withoutStorage: ReadonlyMap<string, number> = new Map([
  ["GET /_health", 200],
  ["POST /api/logout/", 200],
  ["POST /api/oidc/complete/", 404],
  ["POST /api/oidc/start/", 404],
  ["POST /api/reset/", 200],
  ["GET /api/unsubscribe/", 400],
  ["POST /api/unsubscribe/", 400],
  ["GET /static/:file", 404],
  ["GET /static/:version/:file", 404]
])

describe("a storage whose every call dies of a shutdown", () => {
  it("is walked with the whole contract", () => assert.isAbove(routes.length, 100))

  it.effect("makes every route answer 503 with Retry-After, in the one body", () => {
    const of: Switch = { instead: undefined }
    return Effect.gen(function*() {
      const { key } = yield* TestApi
      of.instead = Effect.die(stopping)
      for (const route of routes) {
        logged.texts.length = 0
        logged.reasons.length = 0
        const response = yield* ask(route, key)
        const expected = withoutStorage.get(`${route.method} ${route.path}`)
        if (expected === undefined) {
          yield* checkAway(route, response)
          assert.deepStrictEqual(logged.reasons.map((reason) => typeof reason), ["string"], route.path)
          assert.include(logged.texts.join(), "terminating connection due to administrator command", route.path)
        } else assert.strictEqual(response.status, expected)
      }
    }).pipe(Effect.provide(world(of)))
  })

  it.effect("is never a 500, also for those who were known before", () => {
    const of: Switch = { instead: undefined }
    return Effect.gen(function*() {
      const { key, project, request } = yield* TestApi
      const ofApi = routes.filter(({ path }) => path.startsWith("/api/"))
      for (const route of ofApi) {
        of.instead = undefined
        assert.strictEqual((yield* request(`/api/projects/${project.id}/`)).status, 200)
        of.instead = Effect.die(stopping)
        const known = yield* ask(route, key)
        if (known.status >= 500) yield* checkAway(route, known)
      }
      yield* TestClock.adjust("10 minutes")
      for (const route of ofApi) {
        const away = yield* ask(route, key)
        const expected = withoutStorage.get(`${route.method} ${route.path}`)
        if (expected === undefined) yield* checkAway(route, away)
        else assert.strictEqual(away.status, expected)
      }
    }).pipe(Effect.provide(world(of)))
  })
})
