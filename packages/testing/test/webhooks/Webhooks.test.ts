import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { WebhookId } from "@hedgerow/core/webhooks/Webhook"
import { recordsAtOnce } from "@hedgerow/core/webhooks/WebhookCatchUp"
import { WebhookDelivery, WebhookDeliveryId } from "@hedgerow/core/webhooks/WebhookDelivery"
import { WebhookDeliveryRepository } from "@hedgerow/core/webhooks/WebhookDeliveryRepository"
import { signedHeaders } from "@hedgerow/core/webhooks/WebhookSignature"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { hours, layer, received, Receiver, receiverAnswers, settle, webhook } from "./WebhookWorld.ts"

const deliveriesOf = (id: unknown, query = "") =>
  Effect.map(
    good("GET", `webhooks/${String(id)}/deliveries/${query}`),
    ({ results }) => results as ReadonlyArray<JsonRecord>
  )

const typesOf = (bodies: ReadonlyArray<JsonRecord>) => bodies.map(({ type }) => type)

const capture = (...batch: ReadonlyArray<JsonRecord>) =>
  Effect.flatMap(FlagApi, ({ call, project }) => call("POST", "/batch/", { api_key: project.api_token, batch }))

const insertPending = Effect.fnUntraced(function*(
  rows: WebhookDeliveryRepository["Service"],
  project_id: ProjectId,
  webhook: number,
  record: string
) {
  yield* rows.insert(
    new WebhookDelivery({
      project_id,
      id: WebhookDeliveryId.make(yield* makeUuid7),
      webhook_id: WebhookId.make(webhook),
      source: `${webhook}/${record}`,
      type: "event.captured",
      record,
      position: 1,
      body: JSON.stringify({ record }),
      state: "pending",
      attempts: 0,
      next_attempt_at: null,
      last_attempt_at: null,
      response_status: null,
      response_body: null,
      error: null,
      created_at: yield* DateTime.now
    })
  )
})

const run = <A, E>(effect: Effect.Effect<A, E, FlagApi | Receiver | WebhookDeliveryRepository>) =>
  Effect.provide(effect, layer)

describe("changes", () => {
  it.effect("of flags, surveys, experiments and cohorts are told, with differences and author, signed", () =>
    run(Effect.gen(function*() {
      const { secret } = yield* webhook()
      const flag = yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, { active: false })
      yield* good("POST", "cohorts/", { name: "Payers" })
      yield* settle
      const { requests } = yield* Receiver
      const [created, updated] = requests.filter(({ body }) => body.includes("feature_flag."))
      assert.deepStrictEqual(
        new Set(requests.map(({ body }) => JSON.parse(body).type)),
        new Set(["cohort.created", "feature_flag.created", "feature_flag.updated"])
      )
      const body = JSON.parse(updated?.body ?? "")
      assert.deepInclude(body.data, { scope: "FeatureFlag", id: String(flag["id"]), name: "alpha", action: "updated" })
      assert.include(body.data.user.email, "@")
      assert.deepInclude(body.data.changes.find(({ field }: JsonRecord) => field === "active"), {
        before: true,
        after: false
      })
      const headers = recordOrEmpty(created?.headers)
      const id = String(headers["webhook-id"])
      const timestamp = Number(headers["webhook-timestamp"])
      assert.deepInclude(headers, signedHeaders([String(secret)], { id, timestamp, body: created?.body ?? "" }))
      assert.match(id, /^msg_[0-9a-f-]{36}$/)
    })))

  it.effect("of other types than a webhook names, and of other projects, are not", () =>
    run(Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      yield* webhook({ types: ["survey.*"] })
      yield* good("POST", "feature_flags/", { key: "alpha" })
      const key = yield* keyOf("eve", ["*"], "another organisation")
      const project = yield* call("POST", "/api/projects/", { name: "Other" }, { key })
      yield* call("POST", `/api/projects/${String(project.body["id"])}/surveys/`, { name: "s", type: "api" }, { key })
      yield* settle
      assert.isEmpty(yield* received)
    })))

  it.effect("are written for Slack, whose signs are escaped", () =>
    run(Effect.gen(function*() {
      yield* webhook({ format: "slack", types: ["cohort.created"] })
      yield* good("POST", "cohorts/", { name: "<!channel> & co" })
      yield* settle
      const [message, ...others] = yield* received
      assert.isEmpty(others)
      assert.include(String(message?.["text"]), "*cohort.created* Cohort &lt;!channel&gt; &amp; co: created by")
    })))
})

describe("events and responses", () => {
  it.effect("are told where they meet the filters, each once", () =>
    run(Effect.gen(function*() {
      yield* webhook({
        types: ["event.captured"],
        filters: { events: ["order paid"], properties: [{ key: "amount", operator: "gt", value: 10 }] }
      })
      const paid = { event: "order paid", distinct_id: "ada", uuid: "01890a5d-ac96-774b-bcce-b302099a8001" }
      const batch = [
        { ...paid, properties: { amount: 20 } },
        { event: "order paid", distinct_id: "ada", properties: { amount: 5 } },
        { event: "other", distinct_id: "ada", properties: { amount: 20 } }
      ]
      yield* capture(...batch)
      yield* capture(...batch)
      yield* settle
      const [body, ...others] = yield* received
      assert.isEmpty(others)
      assert.deepInclude(recordOrEmpty(body?.["data"]), {
        uuid: paid.uuid,
        event: "order paid",
        distinct_id: "ada",
        properties: { amount: 20 },
        properties_truncated: false
      })
    })))

  it.effect("are not told where they are old ones that are moved here", () =>
    run(Effect.gen(function*() {
      yield* webhook({ types: ["event.captured"] })
      const { call, project } = yield* FlagApi
      const event = { distinct_id: "ada", timestamp: "2020-01-01T00:00:00Z" }
      const moved = { api_key: project.api_token, historical_migration: true, batch: [{ ...event, event: "old" }] }
      assert.strictEqual((yield* call("POST", "/batch/", moved)).status, 200)
      yield* capture({ ...event, event: "new" })
      yield* settle
      assert.deepStrictEqual((yield* received).map(({ data }) => recordOrEmpty(data)["event"]), ["new"])
    })))

  it.effect("of a survey that is named", () =>
    run(Effect.gen(function*() {
      const wanted = "01890a5d-ac96-774b-bcce-b302099a8057"
      yield* webhook({ types: ["survey.response"], filters: { surveys: [wanted] } })
      const response = (survey: string) => ({
        event: "survey sent",
        distinct_id: "ada",
        properties: { $survey_id: survey, $survey_response: "9" }
      })
      yield* capture(response(wanted), response("01890a5d-ac96-774b-bcce-b302099a8058"), {
        event: "a",
        distinct_id: "b"
      })
      yield* settle
      const bodies = yield* received
      assert.deepStrictEqual(typesOf(bodies), ["survey.response"])
      assert.deepInclude(recordOrEmpty(recordOrEmpty(bodies[0]?.["data"])["properties"]), { $survey_response: "9" })
    })))
})

describe("an address that fails", () => {
  it.effect("is asked again with growing waits, and messages about a record keep their order", () =>
    run(Effect.gen(function*() {
      const { id } = yield* webhook({ types: ["feature_flag.*"] })
      yield* receiverAnswers({ status: 500, body: "down" })
      const flag = yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, { active: false })
      yield* settle
      assert.deepStrictEqual(typesOf(yield* received), ["feature_flag.created"])
      const [second, first] = yield* deliveriesOf(id)
      assert.deepInclude(first, { state: "pending", attempts: 1, response_status: 500, response_body: "down" })
      assert.deepInclude(second, { state: "pending", attempts: 0, response_status: null })
      assert.strictEqual(first?.["error"], "The address answered 500.")
      yield* TestClock.adjust("6 seconds")
      assert.deepStrictEqual(typesOf(yield* received), ["feature_flag.created"])
      yield* receiverAnswers({})
      yield* TestClock.adjust("6 minutes")
      assert.deepStrictEqual(typesOf(yield* received), ["feature_flag.created", "feature_flag.updated"])
      const after = yield* deliveriesOf(id, "?state=delivered")
      assert.deepStrictEqual(after.map(({ attempts }) => attempts), [1, 3])
      assert.isNull((yield* good("GET", `webhooks/${String(id)}/`))["failing_since"])
    })))

  it.effect("is turned off after a day, logged, and gets what is pending when it is turned on", () =>
    run(Effect.gen(function*() {
      const { id } = yield* webhook({ types: ["feature_flag.*"] })
      yield* receiverAnswers(null)
      yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* hours(40)
      const paused = yield* good("GET", `webhooks/${String(id)}/`)
      assert.isFalse(paused["active"])
      assert.strictEqual(
        paused["paused_reason"],
        "Nothing was delivered for a day. The last reason: There was no answer."
      )
      const log = yield* good("GET", `webhooks/${String(id)}/activity/`)
      const [entry] = log["results"] as ReadonlyArray<JsonRecord>
      assert.deepInclude(recordOrEmpty(entry?.["user"]), { is_system: true })
      yield* received
      yield* receiverAnswers({})
      yield* hours(40)
      assert.isEmpty(yield* received)
      const on = yield* good("PATCH", `webhooks/${String(id)}/`, { active: true })
      assert.deepInclude(on, { active: true, paused_reason: null, failing_since: null })
      yield* hours(24)
      assert.deepStrictEqual(typesOf(yield* received), ["feature_flag.created"])
    })))

  it.effect("has a new day once a person turns the webhook off and on", () =>
    run(Effect.gen(function*() {
      const { id } = yield* webhook({ types: ["feature_flag.*"] })
      yield* receiverAnswers(null)
      yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* settle
      const off = yield* good("PATCH", `webhooks/${String(id)}/`, { active: false })
      assert.isNotNull(off["failing_since"])
      assert.isNull((yield* good("PATCH", `webhooks/${String(id)}/`, { active: true }))["failing_since"])
    })))

  it.effect("gets everything that is pending when the webhook is turned on, of however many records", () =>
    run(Effect.gen(function*() {
      const { project } = yield* FlagApi
      const rows = yield* WebhookDeliveryRepository
      const { id } = yield* webhook({ active: false })
      const records = Array.from({ length: 2 * recordsAtOnce + 1 }, (_, number) => `person/${number}`)
      yield* Effect.forEach(records, (record) => insertPending(rows, project.id, Number(id), record))
      yield* good("PATCH", `webhooks/${String(id)}/`, { active: true })
      yield* Effect.repeat(settle, {
        until: () => Effect.map(Receiver, ({ requests }) => requests.length >= records.length)
      })
      assert.deepStrictEqual(
        (yield* received).map(({ record }) => String(record)).toSorted(),
        records.toSorted()
      )
      assert.strictEqual((yield* deliveriesOf(id, "?state=pending")).length, 0)
    })))

  it.effect("and a delivery that is sent again while an attempt is on its way has all its attempts", () =>
    run(Effect.gen(function*() {
      const api = yield* FlagApi
      const receiver = yield* Receiver
      const { id } = yield* webhook({ types: ["feature_flag.*"] })
      yield* receiverAnswers(null)
      yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* settle
      const [delivery] = yield* deliveriesOf(id)
      assert.deepInclude(delivery, { state: "pending", attempts: 1 })
      const path = `webhooks/${String(id)}/deliveries/${String(delivery?.["id"])}/`
      receiver.during = good("POST", `${path}resend/`).pipe(Effect.provideService(FlagApi, api), Effect.orDie)
      yield* TestClock.adjust("6 seconds")
      yield* settle
      assert.deepInclude(yield* good("GET", path), { state: "pending", attempts: 1 })
    })))

  it.effect("and says that it is gone is turned off at once; a delivery can be sent again", () =>
    run(Effect.gen(function*() {
      const { id } = yield* webhook()
      yield* receiverAnswers({ status: 410 })
      yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* settle
      assert.isFalse((yield* good("GET", `webhooks/${String(id)}/`))["active"])
      const [failed] = yield* deliveriesOf(id)
      assert.deepInclude(failed, { state: "failed", attempts: 1 })
      yield* received
      yield* receiverAnswers({})
      yield* good("PATCH", `webhooks/${String(id)}/`, { active: true })
      const path = `webhooks/${String(id)}/deliveries/${String(failed?.["id"])}/`
      assert.deepInclude(yield* good("POST", `${path}resend/`), { state: "pending", attempts: 0 })
      yield* settle
      assert.deepStrictEqual(typesOf(yield* received), ["feature_flag.created"])
      assert.deepInclude(yield* good("GET", path), { state: "delivered", attempts: 1, response_body: "thanks" })
    })))

  it.effect("gives a delivery up after the last attempt and goes on with the next one", () =>
    run(Effect.gen(function*() {
      const { id } = yield* webhook({ types: ["feature_flag.*"] })
      yield* receiverAnswers({ status: 302 })
      const flag = yield* good("POST", "feature_flags/", { key: "alpha" })
      // The webhook is turned on again each time, so that every attempt is made.
      for (let day = 0; day < 8; day++) {
        yield* hours(24)
        yield* good("PATCH", `webhooks/${String(id)}/`, { active: true })
      }
      const [given] = yield* deliveriesOf(id)
      assert.deepInclude(given, {
        state: "failed",
        attempts: 10,
        error: "The address answered 302: redirects are not followed."
      })
      yield* received
      yield* receiverAnswers({})
      yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, { active: false })
      yield* settle
      assert.deepStrictEqual(typesOf(yield* received), ["feature_flag.updated"])
    })))
})

describe("webhooks", () => {
  it.effect("show their secret once, sign with both for a day after a rotation, and can be tested", () =>
    run(Effect.gen(function*() {
      const { id, secret } = yield* webhook()
      assert.isNull((yield* good("GET", `webhooks/${String(id)}/`))["secret"])
      const rotated = yield* good("POST", `webhooks/${String(id)}/rotate_secret/`)
      assert.notStrictEqual(rotated["secret"], secret)
      const signatures = Effect.gen(function*() {
        const test = yield* call("POST", `webhooks/${String(id)}/test/`)
        assert.strictEqual(test.status, 201)
        yield* settle
        const [request] = (yield* Receiver).requests.splice(0)
        return String(request?.headers["webhook-signature"]).split(" ").length
      })
      assert.strictEqual(yield* signatures, 2)
      yield* hours(25)
      assert.strictEqual(yield* signatures, 1)
      const log = JSON.stringify(yield* good("GET", `webhooks/${String(id)}/activity/`))
      assert.notInclude(log, "whsec_")
      assert.notInclude(log, "https://example.com/hooks")
    })))

  it.effect("are refused for private addresses, unknown types, and beyond a hundred", () =>
    run(Effect.gen(function*() {
      const refused = (body: JsonRecord) => call("POST", "webhooks/", { url: "https://a.b/c", types: ["*"], ...body })
      const answers = yield* Effect.forEach(
        [{ url: "https://10.0.0.1/" }, { url: "ftp://a.b" }, { types: ["flag.*"] }, { types: [] }, {
          filters: { a: 1 }
        }],
        refused
      )
      assert.deepStrictEqual(answers.map(({ status }) => status), [400, 400, 400, 400, 400])
      assert.deepInclude(answers[0]?.body, { attr: "url", detail: "10.0.0.1 is a private address." })
      assert.deepInclude(answers[4]?.body, { attr: "filters__a" })
      yield* Effect.forEach(Array.from({ length: 100 }), () => webhook(), { discard: true })
      assert.strictEqual((yield* refused({})).body["detail"], "A project has at most 100 webhooks.")
    })))

  it.effect("need their scope, and those of another project are not found", () =>
    run(Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const { id } = yield* webhook()
      const reader = yield* keyOf("ada", ["webhook:read"])
      const path = `webhooks/${String(id)}/`
      assert.strictEqual((yield* call("GET", path, undefined, { key: reader })).status, 200)
      assert.strictEqual((yield* call("PATCH", path, { active: false }, { key: reader })).status, 403)
      const key = yield* keyOf("eve", ["*"], "another organisation")
      const other = yield* call("POST", "/api/projects/", { name: "Other" }, { key })
      const elsewhere = `/api/projects/${String(other.body["id"])}/${path}`
      for (const [method, below] of [["GET", ""], ["PATCH", ""], ["POST", "test/"], ["GET", "deliveries/"]] as const) {
        assert.strictEqual(
          (yield* call(method, elsewhere + below, method === "GET" ? undefined : {}, { key })).status,
          404
        )
      }
    })))

  it.effect("that are deleted get nothing more", () =>
    run(Effect.gen(function*() {
      const { id } = yield* webhook()
      yield* receiverAnswers(null)
      yield* good("POST", "feature_flags/", { key: "alpha" })
      yield* settle
      yield* received
      assert.strictEqual((yield* call("DELETE", `webhooks/${String(id)}/`)).status, 204)
      yield* good("POST", "feature_flags/", { key: "beta" })
      yield* hours(1)
      assert.isEmpty(yield* received)
      assert.deepStrictEqual((yield* deliveriesOf(id)).map(({ state }) => state), ["dropped"])
    })))
})
