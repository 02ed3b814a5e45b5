import { assert, it } from "@effect/vitest"
import type { Users } from "@hedgerow/core/access/Users"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { call, create, FlagApi, good, refusal } from "../FlagApi.ts"
import {
  as,
  ask,
  disable,
  makeMembers,
  need,
  pass,
  pathOf,
  read,
  requestOf,
  rows,
  stateRefusal,
  step
} from "./ApprovalWorld.ts"

const storages = {
  memory: FlagApi.layer,
  PostgreSQL: Layer.suspend(() => FlagApi.layerOver(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))))
}

type Body<E> = Effect.Effect<void, E, FlagApi | Users>

/** A test on each storage. */
const test = <E>(name: string, body: Body<E>) => {
  for (const [storage, world] of Object.entries(storages)) {
    it.effect(`${storage}: ${name}`, () => Effect.provide(body, world), 60_000)
  }
}

/** A test that moves the clock, for which the jobs in memory wait. */
const timed = <E>(name: string, body: Body<E>) => it.effect(name, () => Effect.provide(body, FlagApi.layer))

test(
  "a change waits for one approval, is shown field by field, and is applied as who asked for it",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const flag = yield* create("gate", { name: "Gate" })
    assert.deepInclude(yield* need({ approvals: 1 }), { flag_approvals: { approvals: 1 } })
    const answer = yield* call("PATCH", pathOf(flag), { active: false, _approval_comment: "Costs too much." }, ada)
    const id = requestOf(answer)
    assert.deepStrictEqual(refusal(answer), [
      409,
      "invalid_request",
      "approval_required",
      null,
      `A change of the feature flag "gate" needs approval. It waits as change request ${id}.`
    ])
    assert.deepInclude(yield* good("GET", pathOf(flag)), { active: true, version: 1 })
    const { approvals, created_by, ...pending } = yield* read(id)
    assert.deepStrictEqual(pending, {
      id,
      flag_id: flag["id"],
      flag_key: "gate",
      flag_version: 1,
      state: "pending",
      diff: [{ field: "active", action: "changed", before: true, after: false }],
      comment: "Costs too much.",
      reason: null,
      approvals_needed: 1,
      scheduled_at: null,
      expires_at: "1970-01-31T00:00:00Z",
      created_at: "1970-01-01T00:00:00Z",
      updated_at: "1970-01-01T00:00:00Z",
      closed_by: null,
      closed_at: null
    })
    assert.deepStrictEqual(approvals, [])
    assert.deepInclude(created_by as JsonRecord, { email: "ada@example.com" })

    const applied = (yield* step(id, "approve", bob)).body
    assert.deepInclude(applied, { state: "applied", reason: null, closed_at: "1970-01-01T00:00:00Z" })
    assert.deepInclude(applied["closed_by"] as JsonRecord, { email: "bob@example.com" })
    assert.deepInclude(rows(applied["approvals"])[0]?.["user"] as JsonRecord, { email: "bob@example.com" })
    const after = yield* good("GET", pathOf(flag))
    assert.deepInclude(after, { active: false, version: 2, name: "Gate" })
    assert.deepInclude(after["last_modified_by"] as JsonRecord, { email: "ada@example.com" })

    const [entry] = rows((yield* good("GET", `${pathOf(flag)}activity/`))["results"])
    const { detail, user } = entry as { readonly detail: { readonly trigger: JsonRecord }; readonly user: JsonRecord }
    assert.deepInclude(user, { email: "ada@example.com" })
    const { trigger } = detail
    assert.deepInclude(trigger, { job_type: "change_request", job_id: String(id) })
    const log = rows((yield* good("GET", "activity_log/?scope=ChangeRequest"))["results"])
    assert.deepStrictEqual(log.map(({ activity }) => activity), ["applied", "approved", "created"])
    assert.deepStrictEqual(stateRefusal(yield* step(id, "approve", bob)), [409, "change_request_not_open", "applied"])
    assert.deepStrictEqual(stateRefusal(yield* step(id, "cancel", ada)), [409, "change_request_not_open", "applied"])
  })
)

test(
  "who asks neither approves nor rejects, nobody approves twice, and the wanted number of approvals applies it",
  Effect.gen(function*() {
    const { ada, bob, cy } = yield* makeMembers
    const flag = yield* create("gate")
    yield* need({ approvals: 2, tags: [] })
    const id = yield* ask(flag, { name: "New" }, ada)
    assert.deepStrictEqual(refusal(yield* step(id, "approve", ada)).slice(0, 3), [
      403,
      "authentication_error",
      "permission_denied"
    ])
    assert.strictEqual((yield* step(id, "reject", ada)).status, 403)
    assert.deepInclude((yield* step(id, "approve", bob)).body, { state: "pending" })
    assert.deepStrictEqual(refusal(yield* step(id, "approve", bob)).slice(0, 3), [
      409,
      "invalid_request",
      "already_approved"
    ])
    assert.strictEqual((yield* good("GET", pathOf(flag)))["name"], "")
    assert.deepInclude((yield* step(id, "approve", cy)).body, { state: "applied" })
    assert.strictEqual((yield* good("GET", pathOf(flag)))["name"], "New")
  })
)

test(
  "of two who approve at once one applies it, and both count where two are wanted",
  Effect.gen(function*() {
    const { ada, bob, cy } = yield* makeMembers
    const flag = yield* create("gate")
    yield* need({ approvals: 1 })
    const both = (id: number) =>
      Effect.all([step(id, "approve", bob), step(id, "approve", cy)], { concurrency: "unbounded" })
    const answers = yield* both(yield* ask(flag, { name: "One" }, ada))
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted((one, other) => one - other), [200, 409])
    assert.deepInclude(yield* good("GET", pathOf(flag)), { name: "One", version: 2 })
    yield* need({ approvals: 2 })
    const id = yield* ask(flag, { name: "Two" }, ada)
    const states = (yield* both(id)).map(({ body }) => body["state"])
    assert.sameMembers(states, ["pending", "applied"])
    assert.deepInclude(yield* good("GET", pathOf(flag)), { name: "Two", version: 3 })
  })
)

test(
  "a change that the flag would refuse is refused at once; one that was overtaken is stale",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const flag = yield* create("gate")
    yield* create("taken")
    yield* need({ approvals: 1 })
    assert.deepStrictEqual(refusal(yield* call("PATCH", pathOf(flag), { key: "taken" }, ada)).slice(0, 4), [
      400,
      "validation_error",
      "unique",
      "key"
    ])
    assert.strictEqual(
      (yield* call("PATCH", pathOf(flag), { name: "x" }, {
        ...ada,
        headers: { "if-match": "9" }
      })).status,
      412
    )
    const first = yield* ask(flag, { name: "First" }, ada)
    assert.strictEqual(yield* ask(flag, { name: "First" }, ada), first)
    const second = yield* ask(flag, { name: "Second" }, bob)
    assert.notStrictEqual(first, second)
    assert.strictEqual((yield* good("GET", "change_requests/"))["count"], 2)
    assert.deepInclude((yield* step(first, "approve", bob)).body, { state: "applied" })
    const reason = "The flag was changed since: it is at version 2, and the change was asked for at version 1."
    assert.deepInclude(yield* read(second), { state: "stale", reason })
    assert.deepStrictEqual(stateRefusal(yield* step(second, "approve", ada)), [
      409,
      "change_request_not_open",
      "stale"
    ])
    assert.strictEqual((yield* good("GET", pathOf(flag)))["name"], "First")

    const third = yield* ask(flag, { name: "Third" }, ada)
    yield* need(null)
    yield* good("PATCH", pathOf(flag), { name: "Free" }, ada)
    assert.deepInclude((yield* step(third, "approve", bob)).body, { state: "stale" })
    assert.strictEqual((yield* good("GET", pathOf(flag)))["name"], "Free")
  })
)

test(
  "a change that has become impossible fails with its reason, and changes nothing",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const flag = yield* create("gate")
    yield* need({ approvals: 1 })
    const renaming = yield* ask(flag, { key: "taken" }, ada)
    yield* create("taken")
    const failed = (yield* step(renaming, "approve", bob)).body
    assert.deepInclude(failed, { state: "failed", reason: "There is already a feature flag with this key." })
    assert.deepInclude(yield* good("GET", pathOf(flag)), { key: "gate", version: 1 })

    const orphan = yield* ask(flag, { name: "New" }, ada)
    yield* disable("ada")
    assert.deepInclude((yield* step(orphan, "approve", bob)).body, {
      state: "failed",
      reason: "The user who asked for this change may no longer change the flags of this project."
    })
    assert.deepInclude(yield* good("GET", pathOf(flag)), { name: "", version: 1 })
  })
)

test(
  "it is rejected with a reason by another member, and cancelled by who asked or a manager",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const flag = yield* create("gate")
    yield* need({ approvals: 2 })
    const first = yield* ask(flag, { name: "1" }, ada)
    const unreasoned = yield* call("POST", `change_requests/${first}/reject/`, {}, bob)
    assert.deepStrictEqual(refusal(unreasoned).slice(0, 4), [400, "validation_error", "required", "reason"])
    assert.deepInclude((yield* step(first, "reject", bob)).body, { state: "rejected", reason: "Not now." })
    const second = yield* ask(flag, { name: "2" }, ada)
    assert.strictEqual((yield* step(second, "cancel", bob)).status, 403)
    assert.deepInclude((yield* step(second, "cancel", ada)).body, { state: "cancelled", reason: null })
    const third = yield* ask(flag, { name: "3" }, ada)
    assert.deepInclude((yield* step(third, "cancel")).body, { state: "cancelled" })
    for (const id of [first, second, third]) {
      assert.deepStrictEqual((yield* step(id, "approve", bob)).body["code"], "change_request_not_open")
    }
    const listed = (query: string) =>
      Effect.map(good("GET", `change_requests/${query}`), ({ results }) => rows(results).map(({ id }) => id))
    assert.deepStrictEqual(yield* listed(""), [third, second, first])
    assert.deepStrictEqual(yield* listed("?state=cancelled"), [third, second])
    assert.deepStrictEqual(yield* listed(`?flag=${String(flag["id"])}&state=rejected`), [first])
    assert.deepStrictEqual(yield* listed("?flag=999"), [])
    assert.strictEqual((yield* call("GET", "change_requests/?state=gone")).status, 400)
  })
)

timed(
  "an approved change waits for its time; approvals of who has left do not count then",
  Effect.gen(function*() {
    const { ada, bob, cy } = yield* makeMembers
    const flag = yield* create("gate")
    const at = (_approval_scheduled_at: string) => ({ active: false, _approval_scheduled_at })
    const free = yield* call("PATCH", pathOf(flag), at("1970-01-02T00:00:00Z"), ada)
    assert.deepStrictEqual(refusal(free).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      "_approval_scheduled_at"
    ])
    yield* need({ approvals: 1 })
    assert.strictEqual((yield* call("PATCH", pathOf(flag), at("1970-01-01T00:00:00Z"), ada)).status, 400)
    const id = yield* ask(flag, at("1970-01-02T00:00:00Z"), ada)
    assert.deepInclude((yield* step(id, "approve", bob)).body, {
      state: "approved",
      scheduled_at: "1970-01-02T00:00:00Z"
    })
    assert.deepStrictEqual(stateRefusal(yield* step(id, "approve", cy)), [
      409,
      "change_request_not_open",
      "approved"
    ])
    yield* pass("23 hours")
    assert.deepInclude(yield* good("GET", pathOf(flag)), { active: true })
    yield* pass("1 hour")
    assert.deepInclude(yield* good("GET", pathOf(flag)), { active: false })
    assert.deepInclude(yield* read(id), { state: "applied", closed_by: null, closed_at: "1970-01-02T00:00:00Z" })

    const later = yield* ask(flag, { active: true, _approval_scheduled_at: "1970-01-03T00:00:00Z" }, ada)
    assert.deepInclude((yield* step(later, "approve", bob)).body, { state: "approved" })
    yield* disable("bob")
    yield* pass("24 hours")
    assert.deepInclude(yield* read(later), { state: "pending" })
    assert.deepInclude(yield* good("GET", pathOf(flag)), { active: false })
    assert.deepInclude((yield* step(later, "approve", cy)).body, { state: "applied" })
    assert.deepInclude(yield* good("GET", pathOf(flag)), { active: true })
  })
)

timed(
  "an approval of who has left counts no more, and nobody's change waits longer than thirty days",
  Effect.gen(function*() {
    const { ada, bob, cy } = yield* makeMembers
    const flag = yield* create("gate")
    yield* need({ approvals: 2 })
    const id = yield* ask(flag, { name: "New" }, ada)
    yield* step(id, "approve", bob)
    yield* disable("bob")
    assert.deepInclude((yield* step(id, "approve", cy)).body, { state: "pending" })
    assert.deepInclude((yield* step(id, "approve")).body, { state: "applied" })
    const old = yield* ask(flag, { name: "Old" }, ada)
    yield* pass("29 days")
    assert.deepInclude(yield* read(old), { state: "pending" })
    yield* pass("1 day")
    assert.deepInclude(yield* read(old), { state: "expired", reason: "Too few members approved it in time." })
    assert.deepStrictEqual(stateRefusal(yield* step(old, "approve", cy)), [
      409,
      "change_request_not_open",
      "expired"
    ])
    assert.strictEqual((yield* good("GET", pathOf(flag)))["name"], "New")
  })
)

test(
  "another organisation sees and changes none of it, and each route asks for its scope",
  Effect.gen(function*() {
    const { keyOf, project } = yield* FlagApi
    const { ada } = yield* makeMembers
    const flag = yield* create("gate")
    yield* need({ approvals: 1 })
    const id = yield* ask(flag, { name: "New" }, ada)
    const reader = as(yield* keyOf("reader", ["feature_flag:read"]))
    const stranger = as(yield* keyOf("stranger", ["*"], "another organisation"))
    const other = as(yield* keyOf("other", ["survey:write"]))
    const all = `/api/projects/${project.id}/change_requests/`
    assert.strictEqual((yield* call("GET", all, undefined, reader)).status, 200)
    assert.strictEqual((yield* call("GET", all, undefined, stranger)).status, 403)
    assert.strictEqual((yield* call("GET", all, undefined, other)).status, 403)
    for (const name of ["approve", "reject", "cancel"] as const) {
      assert.strictEqual((yield* step(id, name, reader)).status, 403)
      assert.strictEqual((yield* step(id, name, stranger)).status, 403)
      assert.strictEqual((yield* step(999, name)).status, 404)
    }
    const { id: second } = yield* good("POST", "/api/organizations/@current/projects/", { name: "Second" })
    const there = `/api/projects/${String(second)}/change_requests/`
    assert.strictEqual((yield* good("GET", there))["count"], 0)
    assert.strictEqual((yield* call("GET", `${there}${id}/`)).status, 404)
    for (const name of ["approve", "cancel"]) {
      assert.strictEqual((yield* call("POST", `${there}${id}/${name}/`)).status, 404)
    }
    assert.strictEqual((yield* call("POST", `${there}${id}/reject/`, { reason: "No." })).status, 404)
    assert.deepInclude(yield* read(id), { state: "pending" })
    yield* good(
      "PATCH",
      `/api/projects/${String(second)}/feature_flags/${
        String((yield* good("POST", `/api/projects/${String(second)}/feature_flags/`, { key: "gate" }))["id"])
      }/`,
      { name: "Free there" }
    )
  })
)

test(
  "encrypted payloads are in no answer, no log and no stored text, and are applied",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const payloads = (text: string) => ({ filters: { groups: [{}], payloads: { true: { secret: text } } } })
    const flag = yield* create("config", {
      ...payloads("old-value"),
      is_remote_configuration: true,
      has_encrypted_payloads: true
    })
    yield* need({ approvals: 1 })
    const id = yield* ask(flag, payloads("new-value"), ada)
    assert.strictEqual(yield* ask(flag, payloads("new-value"), ada), id)
    const shown = yield* call("GET", `change_requests/${id}/`)
    assert.notMatch(shown.text, /old-value|new-value|hs1\./)
    const [change] = rows(shown.body["diff"])
    assert.deepInclude(change, { field: "filters", action: "changed" })
    assert.deepInclude((yield* step(id, "approve", bob)).body, { state: "applied" })
    for (const path of [`${pathOf(flag)}activity/`, "activity_log/?scope=ChangeRequest"]) {
      assert.notMatch((yield* call("GET", path)).text, /old-value|new-value/)
    }
    assert.deepInclude(yield* good("GET", pathOf(flag)), { version: 2 })
    const { project } = yield* FlagApi
    const config = yield* call("GET", `/api/projects/${project.id}/feature_flags/config/remote_config/`)
    assert.match(config.text, /new-value/)
  })
)
