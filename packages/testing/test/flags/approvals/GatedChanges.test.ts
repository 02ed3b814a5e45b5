import { assert, it } from "@effect/vitest"
import type { Users } from "@hedgerow/core/access/Users"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { HostedApi } from "../../access/HostedApi.ts"
import { type Answer, call, create, FlagApi, good, refusal } from "../FlagApi.ts"
import { ask, makeMembers, need, pass, pathOf, read, requestOf, rows, step } from "./ApprovalWorld.ts"

const test = <E>(name: string, body: Effect.Effect<void, E, FlagApi | Users>) =>
  it.effect(name, () => Effect.provide(body, FlagApi.layer))

/** The answer refuses a change of which a flag's change is a part: no request is made. */
const isRefused = ({ body, status, text }: Answer) => {
  assert.strictEqual(status, 409, text)
  assert.strictEqual(body["code"], "approval_required")
  assert.isNull((body["extra"] as JsonRecord)["change_request"])
}

const noRequests = Effect.map(good("GET", "change_requests/"), ({ count }) => assert.strictEqual(count, 0))

test(
  "with tags those flags alone are meant that have one, before the change or after it",
  Effect.gen(function*() {
    const { ada } = yield* makeMembers
    const tagged = yield* create("tagged", { tags: ["Checkout", "web"] })
    const plain = yield* create("plain", { tags: ["web"] })
    yield* need({ approvals: 1, tags: ["CHECKOUT", "pay"] })
    assert.strictEqual((yield* call("PATCH", pathOf(plain), { name: "free" }, ada)).status, 200)
    yield* ask(tagged, { name: "held" }, ada)
    yield* ask(tagged, { tags: [] }, ada)
    yield* ask(plain, { tags: ["pay"] }, ada)
    // What the log does not compare changes nothing for anybody.
    assert.strictEqual((yield* call("PATCH", pathOf(tagged), { analytics_dashboards: [] }, ada)).status, 200)
    assert.deepInclude(yield* good("GET", pathOf(tagged)), { name: "", tags: ["checkout", "web"] })
  })
)

test(
  "every way to change the flag itself is held: PUT, deletion, restoring, switching, and many at once",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const flag = yield* create("gate", { tags: ["a"] })
    const gone = yield* create("gone")
    yield* good("PATCH", pathOf(gone), { deleted: true })
    yield* need({ approvals: 1 })
    const bodies = [
      { active: false },
      { deleted: true },
      { key: "other" },
      { filters: { groups: [{ rollout_percentage: 1 }] } },
      { evaluation_contexts: ["a"] },
      { rollback_conditions: [1] }
    ]
    for (const body of bodies) yield* ask(flag, body, ada)
    requestOf(yield* call("PUT", pathOf(flag), { active: false, name: "put" }, ada))
    const restoring = yield* ask(gone, { deleted: false }, ada)
    const { deleted, errors } = yield* good("POST", "feature_flags/bulk_delete/", { ids: [flag["id"]] })
    assert.deepStrictEqual(deleted, [])
    assert.match(String(rows(errors)[0]?.["reason"]), /needs approval\. It waits as change request \d+\./)
    assert.strictEqual((yield* call("DELETE", pathOf(flag))).status, 405)
    assert.deepInclude(yield* good("GET", pathOf(flag)), { key: "gate", active: true, deleted: false, version: 1 })
    assert.deepInclude((yield* step(restoring, "approve", bob)).body, { state: "applied" })
    assert.strictEqual((yield* good("GET", pathOf(gone)))["deleted"], false)
    const { results } = yield* good("GET", `change_requests/?flag=${String(flag["id"])}&limit=100`)
    const contexts = rows(results).find(({ diff }) => rows(diff)[0]?.["field"] === "evaluation_tags")
    assert.deepInclude((yield* step(Number(contexts?.["id"]), "approve", bob)).body, { state: "applied" })
    assert.deepStrictEqual((yield* good("GET", pathOf(flag)))["evaluation_tags"], ["a"])
    // A new flag changes none.
    yield* good("POST", "feature_flags/", { key: "new" }, ada)
  })
)

test(
  "a change is not planned around an approval, and a plan of before fails at its time",
  Effect.gen(function*() {
    yield* makeMembers
    const flag = yield* create("gate")
    const plan = {
      record_id: String(flag["id"]),
      model_name: "FeatureFlag",
      payload: { operation: "update_status", value: false },
      scheduled_at: "1970-01-01T02:00:00Z"
    }
    const { id } = yield* good("POST", "scheduled_changes/", plan)
    yield* need({ approvals: 1 })
    isRefused(yield* call("POST", "scheduled_changes/", plan))
    isRefused(yield* call("PATCH", `scheduled_changes/${String(id)}/`, { payload: plan.payload }))
    yield* pass("2 hours")
    const over = yield* good("GET", `scheduled_changes/${String(id)}/`)
    assert.match(String(over["failure_reason"]), /needs approval/)
    assert.deepInclude(yield* good("GET", pathOf(flag)), { active: true, version: 1 })
    yield* noRequests
  })
)

test(
  "a copy into the project changes no flag that it has; one that it has not is made",
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const flag = yield* create("gate")
    const { id: second } = yield* good("POST", "/api/organizations/@current/projects/", { name: "Second" })
    const there = `/api/projects/${String(second)}/`
    const old = yield* good("POST", `${there}feature_flags/`, { key: "gate", name: "theirs" })
    yield* good("PATCH", there, { flag_approvals: { approvals: 1 } })
    const copy = { target_project_ids: [second] }
    isRefused(yield* call("POST", `${pathOf(flag)}copy_to_projects/`, copy))
    isRefused(yield* call("POST", `${pathOf(flag)}copy_to_projects/`, { ...copy, dry_run: true }))
    const { failed, success } = yield* good("POST", "/api/organizations/@current/feature_flags/copy_flags/", {
      feature_flag_key: "gate",
      from_project: project.id,
      ...copy
    })
    assert.deepStrictEqual(success, [])
    assert.match(JSON.stringify(failed), /needs approval/)
    assert.deepInclude(yield* good("GET", `${there}feature_flags/${String(old["id"])}/`), {
      name: "theirs",
      version: 1
    })
    const fresh = yield* create("fresh")
    yield* good("POST", `${pathOf(fresh)}copy_to_projects/`, copy)
    assert.strictEqual((yield* good("GET", `${there}change_requests/`))["count"], 0)
  })
)

test(
  "no step of an experiment or of a holdout changes a flag that is held; with the flag's own change approved it goes on",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const holdout = yield* good("POST", "experiment_holdouts/", { name: "h", filters: [{ rollout_percentage: 10 }] })
    const fields = (key: string) => ({ name: key, feature_flag_key: key })
    const running = yield* good("POST", "experiments/", { ...fields("running"), holdout_id: holdout["id"] })
    yield* good("POST", `experiments/${String(running["id"])}/launch/`)
    yield* pass("1 hour")
    const draft = yield* good("POST", "experiments/", fields("draft"))
    const flagOf = (experiment: JsonRecord) => experiment["feature_flag"] as JsonRecord
    const variants = [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
    const own = yield* create("own", { active: false, filters: { groups: [{}], multivariate: { variants } } })
    const flags = [flagOf(running), flagOf(draft), own]
    const before = yield* Effect.forEach(flags, (flag) => good("GET", pathOf(flag)))
    yield* need({ approvals: 1 })
    const [one, two] = [`experiments/${String(running["id"])}/`, `experiments/${String(draft["id"])}/`]
    const held = [
      yield* call("POST", `${one}pause/`),
      yield* call("POST", `${one}ship_variant/`, { variant_key: "test" }),
      yield* call("POST", `${two}launch/`),
      yield* call("PATCH", two, { start_date: "1970-01-01T00:00:00Z" }),
      yield* call("PATCH", two, { holdout_id: holdout["id"] }),
      yield* call("POST", "experiments/", { ...fields("own"), start_date: "1970-01-01T00:00:00Z" }),
      yield* call("PATCH", `experiment_holdouts/${String(holdout["id"])}/`, { filters: [{ rollout_percentage: 20 }] }),
      yield* call("DELETE", `experiment_holdouts/${String(holdout["id"])}/`)
    ]
    held.forEach(isRefused)
    yield* noRequests
    assert.deepInclude(yield* good("GET", one), { end_date: null, holdout_id: holdout["id"] })
    assert.deepInclude(yield* good("GET", two), { start_date: null, holdout_id: null })
    assert.deepStrictEqual(yield* Effect.forEach(flags, (flag) => good("GET", pathOf(flag))), before)
    const id = yield* ask(flagOf(draft), { active: true }, ada)
    assert.deepInclude((yield* step(id, "approve", bob)).body, { state: "applied" })
    assert.notStrictEqual((yield* good("POST", `${two}launch/`))["start_date"], null)
    const pausing = yield* ask(flagOf(running), { active: false }, ada)
    yield* step(pausing, "approve", bob)
    assert.strictEqual((yield* good("GET", pathOf(flagOf(running))))["active"], false)
    yield* good("POST", `${one}end/`, {})
  })
)

test(
  "a survey goes on with the flags that are its own, and the system's marks need nobody",
  Effect.gen(function*() {
    yield* need({ approvals: 1 })
    const survey = yield* good("POST", "surveys/", {
      name: "s",
      type: "popover",
      questions: [{ type: "open", question: "Why?" }],
      targeting_flag_filters: { groups: [{ rollout_percentage: 50 }] }
    })
    const path = `surveys/${String(survey["id"])}/`
    yield* good("PATCH", path, { start_date: "1970-01-01T00:00:00Z" })
    yield* good("PATCH", path, { targeting_flag_filters: { groups: [{ rollout_percentage: 60 }] } })
    yield* good("PATCH", path, { end_date: "1970-01-02T00:00:00Z" })
    const flag = yield* create("gate", { _should_create_usage_dashboard: false })
    yield* good("POST", `${pathOf(flag)}dashboard/`)
    yield* noRequests
  })
)

test(
  "a survey changes no flag of the project that it is shown by",
  Effect.gen(function*() {
    const { ada, bob } = yield* makeMembers
    const flag = yield* create("gate", { filters: { groups: [{ rollout_percentage: 10 }] } })
    const fields = { type: "popover", questions: [{ type: "open", question: "Why?" }], targeting_flag_id: flag["id"] }
    const known = yield* good("POST", "surveys/", { ...fields, name: "known" })
    const before = yield* good("GET", pathOf(flag))
    assert.strictEqual(before["active"], false)
    yield* need({ approvals: 1 })
    const path = `surveys/${String(known["id"])}/`
    isRefused(yield* call("PATCH", path, { targeting_flag_filters: { groups: [{ rollout_percentage: 60 }] } }))
    isRefused(yield* call("PATCH", path, { start_date: "1970-01-01T00:00:00Z" }))
    isRefused(yield* call("POST", "surveys/", { ...fields, name: "new", start_date: "1970-01-01T00:00:00Z" }))
    assert.deepStrictEqual(yield* good("GET", pathOf(flag)), before)
    yield* noRequests
    yield* step(yield* ask(flag, { active: true }, ada), "approve", bob)
    assert.notStrictEqual((yield* good("PATCH", path, { start_date: "1970-01-01T00:00:00Z" }))["start_date"], null)
  })
)

test(
  "a reader of the request sees which part of the filters differs",
  Effect.gen(function*() {
    const { ada } = yield* makeMembers
    const flag = yield* create("gate", { filters: { groups: [{ rollout_percentage: 10 }] } })
    yield* need({ approvals: 1 })
    const { diff } = yield* read(yield* ask(flag, { filters: { groups: [{ rollout_percentage: 20 }] } }, ada))
    assert.deepStrictEqual(rows(diff).map(({ field, paths }) => [field, paths]), [[
      "filters",
      [{ path: "groups.0.rollout_percentage", action: "changed", before: 10, after: 20 }]
    ]])
  })
)

test(
  "values that mean nothing are refused by name",
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const wrong = Effect.fnUntraced(function*(flag_approvals: unknown) {
      return refusal(yield* call("PATCH", `/api/projects/${project.id}/`, { flag_approvals }))[3]
    })
    assert.strictEqual(yield* wrong(1), "flag_approvals")
    assert.strictEqual(yield* wrong({}), "flag_approvals__approvals")
    assert.strictEqual(yield* wrong({ approvals: 0 }), "flag_approvals__approvals")
    assert.strictEqual(yield* wrong({ approvals: 6 }), "flag_approvals__approvals")
    assert.strictEqual(yield* wrong({ approvals: 1, tags: [1] }), "flag_approvals__tags__0")
    assert.strictEqual(yield* wrong({ approvals: 1, users: [1] }), "flag_approvals__users")
    const asText = yield* call("PATCH", `/api/projects/${project.id}/`, {
      flag_approvals: { approvals: 1, tags: ["\u0000"] }
    })
    assert.strictEqual(asText.status, 400)
  })
)

it.effect("the setting is for managers, and the log has it", () =>
  Effect.gen(function*() {
    const { activityOf, addUser, call, key, project } = yield* HostedApi
    const { email } = yield* addUser("member", 1)
    const path = `/api/projects/${project.id}/`
    const fields = { flag_approvals: { approvals: 2, tags: ["a"] } }
    assert.strictEqual((yield* call({ login: email }, "PATCH", path, fields)).status, 403)
    assert.strictEqual((yield* call({ key }, "PATCH", path, fields)).status, 200)
    assert.strictEqual((yield* call({ login: email }, "PATCH", path, { ...fields, name: "M" })).status, 200)
    assert.strictEqual((yield* call({ login: email }, "PATCH", path, { flag_approvals: null })).status, 403)
    const changes = (yield* activityOf({ project: project.id })).flatMap(({ changes }) => changes)
    assert.deepInclude(changes, ["created", "flag_approvals", null, fields.flag_approvals])
  }).pipe(Effect.provide(HostedApi.layer)))
