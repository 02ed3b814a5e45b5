import { assert, describe, it } from "@effect/vitest"
import { IsStorageDown } from "@hedgerow/core/shared/StorageDown"
import { TestApi } from "@hedgerow/testing"
import { Deferred, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { failingStorage, type Switch } from "../FailingStorage.ts"

const gone = new Error("no way to the database")

/** The failures of the storage: calls end at once, or once the storage is given up. */
const ways = ["away", "silent"] as const

const begin = (of: Switch, way: typeof ways[number]) => {
  const givenUp = Deferred.makeUnsafe<never>()
  of.instead = way === "away" ? Effect.die(gone) : Deferred.await(givenUp)
  return Effect.suspend(() => {
    of.instead = undefined
    return Deferred.die(givenUp, gone)
  })
}

const inWorld = (test: (of: Switch) => Effect.Effect<void, never, TestApi>) => {
  const of: Switch = { instead: undefined }
  const references = Layer.succeed(IsStorageDown, (defect) => defect === gone)
  const world = Layer.unwrap(
    Effect.sync(() => TestApi.layerOn(failingStorage(of)).pipe(Layer.provideMerge(references)))
  )
  return test(of).pipe(Effect.provide(world))
}

interface Answer {
  readonly status: number
  readonly stale: string | null
  readonly retryAfter: string | null
  readonly etag: string | null
  readonly body: Record<string, unknown>
}

const read = (response: Response): Effect.Effect<Answer> =>
  Effect.map(Effect.promise(() => response.text()), (text) => ({
    status: response.status,
    stale: response.headers.get("x-hedgerow-stale"),
    retryAfter: response.headers.get("retry-after"),
    etag: response.headers.get("etag"),
    body: Result.getOrElse(Result.try(() => JSON.parse(text) as Record<string, unknown>), () => ({ text }))
  }))

/** A silent storage holds a request up for a moment; the clock goes on meanwhile. */
const asked = Effect.fnUntraced(function*(path: string, init?: RequestInit) {
  const api = yield* TestApi
  const fiber = yield* Effect.forkChild(api.request(path, init), { startImmediately: true })
  for (let moment = 0; moment < 40 && fiber.pollUnsafe() === undefined; moment++) yield* TestClock.adjust("100 millis")
  return yield* read(yield* Fiber.join(fiber))
})

const flags = Effect.fnUntraced(function*(more: object = {}, query = "?v=2") {
  const { token } = yield* TestApi
  const body = JSON.stringify({ token, distinct_id: "ada", ...more })
  return yield* asked(`/flags/${query}`, { method: "POST", body, headers: { "content-type": "application/json" } })
})

const definitions = Effect.fnUntraced(function*(headers: Record<string, string> = {}) {
  const { key, token } = yield* TestApi
  return yield* asked(`/flags/definitions/?token=${token}`, { headers: { authorization: `Bearer ${key}`, ...headers } })
})

const ofrep = Effect.fnUntraced(function*(key = "") {
  const { token } = yield* TestApi
  return yield* asked(`/ofrep/v1/evaluate/flags/${key}`, {
    method: "POST",
    body: JSON.stringify({ context: { targetingKey: "ada" } }),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }
  })
})

const planIs = (value: string) => ({ key: "plan", type: "person", operator: "exact", value: [value] })

const everybody = { groups: [{ properties: [], rollout_percentage: 100 }] }

const addFlag = Effect.fnUntraced(function*(key: string, filters: unknown, more: object = {}) {
  const { project, request } = yield* TestApi
  const body = JSON.stringify({ key, filters, ...more })
  const { status } = yield* request(`/api/projects/${project.id}/feature_flags/`, { method: "POST", body })
  assert.strictEqual(status, 201)
})

/** Flags that need no stored data, a property, a kept login, and another flag. */
const addFlags = Effect.gen(function*() {
  yield* addFlag("everybody", everybody)
  yield* addFlag("pro", { groups: [{ properties: [planIs("pro")], rollout_percentage: 100 }] })
  yield* addFlag("continuous", everybody, { ensure_experience_continuity: true })
  const { capture } = yield* TestApi
  yield* Effect.orDie(capture({ event: "seen", distinct_id: "ada", $set: { plan: "pro" } }))
})

const resultsOf = ({ body }: Answer) =>
  Object.fromEntries(
    Object.entries((body["flags"] ?? {}) as Record<string, Record<string, unknown>>).map(([key, flag]) => [
      key,
      flag["failed"] === true ? (flag["reason"] as Record<string, unknown>)["code"] : flag["enabled"]
    ])
  )

const isAway = (answer: Answer) => {
  assert.strictEqual(answer.status, 503, JSON.stringify(answer.body))
  assert.match(answer.retryAfter ?? "none", /^[1-9]\d*$/)
  assert.isNull(answer.stale)
  assert.deepInclude(answer.body, { type: "server_error", code: "error", attr: null })
}

describe.each(ways)("while the storage is %s", (way) => {
  it.effect("flags go on from the definitions known last, and say for how long those have not been checked", () =>
    inWorld((of) =>
      Effect.gen(function*() {
        yield* addFlags
        const before = yield* flags()
        assert.deepStrictEqual([before.stale, resultsOf(before)], [null, {
          everybody: true,
          pro: true,
          continuous: true
        }])
        const end = begin(of, way)
        yield* TestClock.adjust("1 minute")
        const during = yield* flags()
        assert.deepInclude(during, { status: 200 })
        assert.isAtLeast(Number(during.stale), 60)
        assert.isAtMost(Number(during.stale), 65)
        assert.isTrue(during.body["errorsWhileComputingFlags"])
        assert.deepStrictEqual(resultsOf(during), {
          everybody: true,
          pro: "database_unavailable",
          continuous: "database_unavailable"
        })
        const told = yield* flags({ person_properties: { plan: "free" }, flag_keys: ["everybody", "pro"] })
        assert.deepStrictEqual(resultsOf(told), { everybody: true, pro: false })
        assert.isFalse(told.body["errorsWhileComputingFlags"])
        assert.isAtLeast(Number(told.stale), 60)

        yield* TestClock.adjust("10 minutes")
        const later = yield* flags()
        assert.deepStrictEqual([later.status, Number(later.stale) >= 660], [200, true])
        yield* end
        yield* TestClock.adjust("5 seconds")
        const after = yield* flags()
        assert.deepStrictEqual([after.stale, resultsOf(after)], [null, resultsOf(before)])
      })
    ))

  it.effect("older answers leave out undecided flags, so that clients keep their values", () =>
    inWorld((of) =>
      Effect.gen(function*() {
        yield* addFlags
        yield* flags()
        const end = begin(of, way)
        yield* TestClock.adjust("1 minute")
        const { body } = yield* flags({}, "?v=1")
        assert.deepStrictEqual(body["featureFlags"], { everybody: true })
        assert.isTrue(body["errorsWhileComputingFlags"])
        yield* end
      })
    ))

  it.effect("definitions go on with their tag, OpenFeature and the configuration go on too", () =>
    inWorld((of) =>
      Effect.gen(function*() {
        const { token } = yield* TestApi
        yield* addFlags
        const before = yield* definitions()
        yield* ofrep()
        const end = begin(of, way)
        yield* TestClock.adjust("1 minute")
        const during = yield* definitions()
        assert.deepStrictEqual([during.status, during.body], [200, before.body])
        assert.isAtLeast(Number(during.stale), 60)
        const same = yield* definitions({ "if-none-match": before.etag ?? "" })
        assert.deepStrictEqual([same.status, Number(same.stale) >= 60], [304, true])
        const all = yield* ofrep()
        assert.deepStrictEqual([all.status, Number(all.stale) >= 60], [200, true])
        assert.strictEqual((yield* ofrep("everybody")).status, 200)
        isAway(yield* ofrep("pro"))
        const config = yield* asked(`/array/${token}/config`)
        assert.deepStrictEqual([config.status, Number(config.stale) >= 60], [200, true])
        yield* end
      })
    ))

  it.effect("a key that was revoked here before opens nothing, and none opens for longer than an hour", () =>
    inWorld((of) =>
      Effect.gen(function*() {
        const { project, request } = yield* TestApi
        yield* addFlags
        const made = yield* request(`/api/projects/${project.id}/project_secret_api_keys/`, {
          method: "POST",
          body: JSON.stringify({ label: "Server", scopes: ["feature_flag:read"] })
        })
        const { id, value } = (yield* Effect.promise(() => made.json())) as Record<string, string>
        const withSecret = { authorization: `Bearer ${value}` }
        assert.strictEqual((yield* definitions(withSecret)).status, 200)
        assert.strictEqual((yield* definitions()).status, 200)
        const revoked = yield* request(`/api/projects/${project.id}/project_secret_api_keys/${id}/`, {
          method: "DELETE"
        })
        assert.strictEqual(revoked.status, 204)
        assert.strictEqual((yield* request(`/api/projects/${project.id}/`)).status, 200)
        of.instead = Effect.die(gone)
        yield* TestClock.adjust("1 minute")
        isAway(yield* definitions(withSecret))
        assert.strictEqual((yield* definitions()).status, 200)
        yield* TestClock.adjust("2 hours")
        isAway(yield* definitions())
        assert.strictEqual((yield* flags()).status, 200)
      })
    ))

  if (way === "away") {
    it.effect("a process that has never known them says so", () =>
      inWorld((of) =>
        Effect.gen(function*() {
          of.instead = Effect.die(gone)
          isAway(yield* flags())
          isAway(yield* definitions())
          isAway(yield* ofrep())
        })
      ))

    it.effect("everything else is refused, also requests that memory could answer", () =>
      inWorld((of) =>
        Effect.gen(function*() {
          const { project } = yield* TestApi
          yield* addFlags
          of.instead = Effect.die(gone)
          yield* TestClock.adjust("1 minute")
          for (const path of ["", "feature_flags/", "feature_flags/my_flags/"]) {
            isAway(yield* asked(`/api/projects/${project.id}/${path}`))
          }
        })
      ))
  }
})
