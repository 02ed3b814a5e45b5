import { assert, it } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { TestApi } from "@hedgerow/testing"
import { Effect, Fiber, Option, Stream } from "effect"
import { call } from "../definitions/Call.ts"
import { allOf, create, has, members, refusal, withPersons } from "./CohortWorld.ts"

const people = withPersons({ ada: {}, bob: {}, cyd: {} })

const idOf = Effect.fnUntraced(function*(distinctId: string) {
  const { project } = yield* TestApi
  const person = yield* (yield* PersonRepository).findByDistinctId(project.id, distinctId)
  return Option.getOrThrow(Option.fromNullishOr(person)).id
})

it.effect("members are listed by person ids or distinct ids, more are added later, and unknown ids are ignored", () =>
  people(Effect.gen(function*() {
    const ada = yield* idOf("ada")
    const made = yield* create({
      name: "Listed",
      is_static: true,
      _create_static_person_ids: [ada.toUpperCase(), "bob", "bob", "nobody", "01890a5d-ac96-774b-bcce-b302099a8057"]
    })
    assert.deepInclude(made, { cohort_type: "static", is_static: true, is_calculating: false, count: 2 })
    assert.deepStrictEqual(yield* members(made["id"]), ["ada", "bob"])
    const added = yield* call("PATCH", `cohorts/${String(made["id"])}/`, { _create_static_person_ids: ["cyd", "ada"] })
    assert.deepInclude(added.body, { count: 3, name: "Listed" })
    assert.deepInclude(yield* create({ name: "Empty", is_static: true }), { count: 0, is_calculating: false })
  })))

it.effect("a long list of names is looked up whole", () =>
  people(Effect.gen(function*() {
    const names = Array.from({ length: 2_300 }, (_, index) => `stranger ${index}`)
    const listed = names.with(0, "ada").with(1_500, "bob").with(2_299, "cyd")
    const made = yield* create({ name: "Long", is_static: true, _create_static_person_ids: listed })
    assert.strictEqual(made["count"], 3)
    assert.deepStrictEqual(yield* members(made["id"]), ["ada", "bob", "cyd"])
  })))

it.effect("a merged person's membership goes to the one that stays", () =>
  people(Effect.gen(function*() {
    const { id } = yield* create({ name: "Listed", is_static: true, _create_static_person_ids: ["ada", "bob"] })
    const api = yield* TestApi
    yield* api.capture({ event: "$merge_dangerously", distinct_id: "cyd", properties: { alias: "ada" } })
    assert.deepStrictEqual(yield* members(id), ["ada+cyd", "bob"])
    yield* api.capture({ event: "$merge_dangerously", distinct_id: "cyd", properties: { alias: "bob" } })
    assert.deepStrictEqual(yield* members(id), ["ada+bob+cyd"])
  })))

it.effect("only a static cohort takes listed persons, and none changes its kind", () =>
  people(Effect.gen(function*() {
    const dynamic = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    const listed = { _create_static_person_ids: ["ada"] }
    const text = "Persons can only be listed for a static cohort."
    const expected = [400, "invalid_input", "_create_static_person_ids", text]
    assert.deepStrictEqual(refusal(yield* call("POST", "cohorts/", { name: "x", ...listed })), expected)
    assert.deepStrictEqual(refusal(yield* call("PATCH", `cohorts/${String(dynamic["id"])}/`, listed)), expected)
    const changed = yield* call("PATCH", `cohorts/${String(dynamic["id"])}/`, { is_static: true })
    assert.deepStrictEqual(refusal(changed).slice(0, 3), [400, "invalid_input", "is_static"])
    assert.strictEqual((yield* call("PATCH", `cohorts/${String(dynamic["id"])}/`, { is_static: false })).status, 200)
  })))

const filling = Effect.gen(function*() {
  const cohorts = yield* Cohorts
  const { project } = yield* TestApi
  const { id } = yield* cohorts.createStatic({ project, actor: "system" }, "Users with it")
  const read = Effect.map(call("GET", `cohorts/${String(id)}/`), ({ body }) => body)
  return { cohorts, project, id, read }
})

it.effect("a cohort that is filled later counts as being calculated until it is", () =>
  people(Effect.gen(function*() {
    const { cohorts, id, project, read } = yield* filling
    assert.deepInclude(yield* read, { is_calculating: true, is_static: true, count: null, created_by: null })
    const parts = Stream.fromIterable([[yield* idOf("ada")], [], [yield* idOf("bob"), yield* idOf("ada")]])
    yield* cohorts.fill(project.id, id, parts)
    assert.deepInclude(yield* read, { is_calculating: false, count: 2, errors_calculating: 0 })
    assert.isString((yield* read)["last_calculation"])
    yield* cohorts.fill(project.id, id, Stream.empty)
    assert.deepStrictEqual(yield* members(id), ["ada", "bob"])
  })))

it.effect("a filling that fails settles too, keeps what it has added, and may be done again", () =>
  people(Effect.gen(function*() {
    const { cohorts, id, project, read } = yield* filling
    const failing = Stream.concat(Stream.succeed([yield* idOf("ada")]), Stream.fail("broken"))
    assert.strictEqual(yield* Effect.flip(cohorts.fill(project.id, id, failing)), "broken")
    assert.deepInclude(yield* read, { is_calculating: false, errors_calculating: 1, count: null })
    assert.strictEqual((yield* Effect.exit(cohorts.fill(project.id, id, Stream.die("worse"))))._tag, "Failure")
    assert.deepInclude(yield* read, { is_calculating: false, errors_calculating: 2 })
    yield* cohorts.fill(project.id, id, Stream.succeed([yield* idOf("bob")]))
    assert.deepInclude(yield* read, { is_calculating: false, errors_calculating: 0, count: 2 })
  })))

it.effect("one that is interrupted still counts as being calculated", () =>
  people(Effect.gen(function*() {
    const { cohorts, id, project, read } = yield* filling
    const fiber = yield* Effect.forkChild(cohorts.fill(project.id, id, Stream.never))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    assert.deepInclude(yield* read, { is_calculating: true, errors_calculating: 0 })
  })))

it.effect("a cohort of another project cannot be filled", () =>
  people(Effect.gen(function*() {
    const { cohorts, id, project } = yield* filling
    const other = (yield* call("POST", "/api/organizations/@current/projects/", { name: "Other" })).body["id"]
    yield* cohorts.fill(other as typeof project.id, id, Stream.succeed([yield* idOf("ada")]))
    assert.strictEqual(yield* (yield* CohortRepository).countMembers(project.id, id), 0)
  })))
