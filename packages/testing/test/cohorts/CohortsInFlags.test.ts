import { assert, it } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { TestApi } from "@hedgerow/testing"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { allOf, calculated, create, has, isIn, members, refusal, withPersons } from "./CohortWorld.ts"

const people = withPersons({ ada: { plan: "pro" }, bob: { plan: "free" } })

const did = { key: "buy", type: "behavioral", value: "performed_event" }

const editing = Effect.map(TestApi, ({ project }) => ({ project, actor: "system" as const }))

const makeFlag = Effect.fnUntraced(function*(key: string, cohort: unknown) {
  const groups = [{ properties: [{ ...isIn(cohort), operator: "in" }], rollout_percentage: 100 }]
  return yield* (yield* FeatureFlags).create(yield* editing, { key, filters: { groups } })
})

it.effect("a cohort that flags use is not deleted; the flags are named, and one that is deleted does not count", () =>
  people(Effect.gen(function*() {
    const { id } = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    const path = `cohorts/${String(id)}/`
    const flags = yield* Effect.forEach(["one", "two", "three", "four", "five", "six"], (key) => makeFlag(key, id))
    const named = flags.slice(0, 5).map((flag) => `${flag.key} (ID: ${flag.id})`).join(", ")
    assert.deepStrictEqual(refusal(yield* call("PATCH", path, { deleted: true })), [
      400,
      "invalid_input",
      null,
      `Cannot delete this cohort because feature flags use it: ${named}, … and 1 more. `
      + "Please update or delete these feature flags first."
    ])
    assert.strictEqual((yield* call("GET", path)).body["deleted"], false)
    const service = yield* FeatureFlags
    yield* Effect.forEach(
      flags,
      (flag) => Effect.flatMap(editing, (by) => service.patch(by, flag.id, { deleted: true }))
    )
    assert.strictEqual((yield* call("PATCH", path, { deleted: true })).status, 200)
  })))

it.effect("a cohort of flags, or one that such a cohort names, cannot become behavioural", () =>
  people(Effect.gen(function*() {
    const inner = yield* create({ name: "Inner", ...allOf(has("plan", "pro")) })
    const outer = yield* create({ name: "Outer", ...allOf(isIn(inner["id"])) })
    const { id, key } = yield* makeFlag("beta", outer["id"])
    for (const cohort of [inner, outer]) {
      const answer = yield* call("PATCH", `cohorts/${String(cohort["id"])}/`, allOf(did))
      assert.deepStrictEqual(refusal(answer), [
        400,
        "behavioral_cohort_found",
        "filters",
        `Cohort 'Outer' with filters on events cannot be used in feature flags. It is used in: ${key} (ID: ${id}).`
      ])
    }
    assert.deepInclude((yield* call("GET", `cohorts/${String(inner["id"])}/`)).body, { cohort_type: "person_property" })
  })))

it.effect("members that cannot be found are reported as an error, and the calculation always ends", () =>
  people(Effect.gen(function*() {
    const { project } = yield* TestApi
    const repository = yield* CohortRepository
    const sound = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    yield* calculated(sound["id"])
    const { id } = yield* repository.create({
      project_id: project.id,
      name: "Broken",
      description: "",
      groups: [],
      deleted: false,
      filters: { properties: { type: "OR", values: [{ key: "id", type: "cohort", value: 999_999 }] } },
      query: null,
      is_static: false,
      cohort_type: "person_property",
      is_calculating: true,
      last_calculation: null,
      errors_calculating: 0,
      count: null,
      version: 1,
      created_by: null,
      created_at: yield* DateTime.now
    })
    yield* TestClock.adjust("25 hours")
    const broken = yield* calculated(id)
    assert.isAtLeast(Number(broken["errors_calculating"]), 1)
    assert.deepInclude(broken, { count: null, last_calculation: null })
    assert.deepStrictEqual(yield* members(id), [])
    const repaired = yield* call("PATCH", `cohorts/${id}/`, allOf(has("plan", "pro")))
    assert.strictEqual(repaired.status, 200)
    assert.deepInclude(yield* calculated(id), { errors_calculating: 0, count: 1 })
  })))
