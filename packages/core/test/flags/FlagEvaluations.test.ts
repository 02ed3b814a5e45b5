import { assert, describe, it } from "@effect/vitest"
import { Projects } from "@hedgerow/core/access/Projects"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { flagValue } from "@hedgerow/core/evaluation/FlagResult"
import { now } from "@hedgerow/core/events/EventTime"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import type { FlagSubject } from "@hedgerow/core/flags/serving/FlagSubject"
import { HashKeyRepository } from "@hedgerow/core/flags/serving/HashKeyRepository"
import { reportedFlagValue } from "@hedgerow/core/flags/serving/RequestFlagValue"
import type { Project } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { derivePersonId } from "@hedgerow/core/persons/PersonBatch"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { layer, makeFlagWorld, onPerson, when } from "./FlagWorld.ts"

/** A project in which flags are made, events captured, and flags evaluated. */
const makeWorld = Effect.gen(function*() {
  const world = yield* makeFlagWorld
  const evaluations = yield* FlagEvaluations
  const ingestion = yield* Ingestion

  const capture = Effect.fnUntraced(function*(...events: ReadonlyArray<object>) {
    const body = JSON.stringify({ api_key: world.project.api_token, batch: events })
    yield* ingestion.capture({ body, receivedAt: yield* now, ip: undefined, sentAt: undefined })
  })

  const values = Effect.fnUntraced(function*(subject: FlagSubject, project: Project = world.project) {
    const { flags } = yield* evaluations.evaluate(project.id, subject)
    return Object.fromEntries([...flags].map(([key, result]) => [key, flagValue(result)]))
  })

  const person = (distinctId: string, properties: object) =>
    capture({ event: "$set", distinct_id: distinctId, properties: { $set: properties } })

  return { ...world, evaluations, capture, values, person }
})

const inWorld = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provide(test, layer)

const silently = { _should_create_usage_dashboard: false }

describe("evaluating the flags of a project", () => {
  it.effect("by the request alone gives the same value without a store", () =>
    inWorld(Effect.gen(function*() {
      const { create, evaluations, project, values } = yield* makeWorld
      const variants = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]
      const filters = when(onPerson("pro", "exact", "plan"))
      yield* create({ ...silently, key: "gate", filters: { ...filters, multivariate: { variants } } })
      yield* create({ ...silently, key: "first", filters: when(onPerson("pro", "exact", "$initial_plan")) })
      yield* create({ ...silently, key: "off", filters: when(), active: false })
      yield* create({ ...silently, key: "late", filters: when(onPerson("-1d", "is_date_before", "seen")) })
      const definitions = yield* evaluations.definitions(project.id)
      const at = yield* DateTime.now
      const seen = { distinctId: "ann", personProperties: { seen: DateTime.formatIso(at) } }
      assert.isFalse(reportedFlagValue(definitions, "late", seen, at))
      assert.isTrue(reportedFlagValue(definitions, "late", seen, DateTime.add(at, { days: 2 })))
      for (const distinctId of ["ann", "bob", "cid", "d".repeat(500)]) {
        for (const plan of ["pro", "free"]) {
          const subject = { distinctId, personProperties: { plan } }
          const told = ["gate", "first", "late"].map((key) => [key, reportedFlagValue(definitions, key, subject, at)])
          assert.deepStrictEqual(Object.fromEntries(told), yield* values(subject))
        }
      }
      for (const key of ["off", "missing"]) {
        assert.isUndefined(reportedFlagValue(definitions, key, { distinctId: "ann" }, at))
      }
    })))

  it.effect("returns the definitions it used", () =>
    inWorld(Effect.gen(function*() {
      const { create, evaluations, patch, project } = yield* makeWorld
      const flag = yield* create({ ...silently, key: "gate", filters: when() })
      const before = yield* evaluations.evaluate(project.id, { distinctId: "ann" })
      yield* patch(flag.id, { key: "moved" })
      const after = yield* evaluations.evaluate(project.id, { distinctId: "ann" })
      for (const { definitions, flags } of [before, after]) {
        assert.deepStrictEqual([...flags.keys()], definitions.flags.map(({ key }) => key))
      }
      assert.strictEqual(after.definitions, yield* evaluations.definitions(project.id))
      assert.notStrictEqual(after.definitions, before.definitions)
    })))

  it.effect("reads only changed flags anew", () =>
    inWorld(Effect.gen(function*() {
      const { create, evaluations, patch, project } = yield* makeWorld
      const repository = yield* FeatureFlagRepository
      const same = yield* create({ ...silently, key: "same", filters: when(onPerson("a")) })
      const other = yield* create({ ...silently, key: "other", filters: when() })
      const compiledOf = Effect.map(evaluations.definitions(project.id), ({ compiled }) => ({
        same: compiled.byId(same.id),
        other: compiled.byId(other.id)
      }))
      const before = yield* compiledOf
      yield* patch(other.id, { filters: when(onPerson("b")) })
      const after = yield* compiledOf
      assert.strictEqual(after.same, before.same)
      assert.notStrictEqual(after.other, before.other)

      const stored = Option.getOrThrow(yield* repository.find(project.id, same.id))
      yield* repository.update(new FeatureFlag({ ...stored, filters: when(onPerson("c")) }))
      yield* patch(other.id, { name: "Other" })
      const silentlyChanged = yield* compiledOf
      assert.deepStrictEqual(silentlyChanged.same?.source.filters, when(onPerson("c")), "a version is not relied on")
    })))

  it.effect("sees a change at once, and an uncommitted one inside its own transaction alone", () =>
    inWorld(Effect.gen(function*() {
      const { create, patch, values } = yield* makeWorld
      const { run } = yield* Transaction
      const flag = yield* create({ ...silently, key: "beta", filters: when() })
      assert.deepStrictEqual(yield* values({ distinctId: "ada" }), { beta: true })
      const inside = yield* Effect.flip(run(Effect.gen(function*() {
        yield* patch(flag.id, { active: false })
        return yield* Effect.fail(yield* values({ distinctId: "ada" }))
      })))
      assert.deepStrictEqual(inside, {})
      assert.deepStrictEqual(yield* values({ distinctId: "ada" }), { beta: true })
      yield* patch(flag.id, { deleted: true })
      assert.deepStrictEqual(yield* values({ distinctId: "ada" }), {})
    })))

  it.effect("knows persons, groups and lists of members that the storage has", () =>
    inWorld(Effect.gen(function*() {
      const { capture, create, editing, person, project, values } = yield* makeWorld
      const cohorts = yield* Cohorts
      yield* person("ada", { email: "ada@x.io" })
      yield* person("bob", { email: "bob@y.io" })
      yield* capture({
        event: "$groupidentify",
        distinct_id: "ada",
        properties: { $group_type: "company", $group_key: "acme", $group_set: { tier: "gold" } }
      })
      const list = yield* cohorts.createStatic(editing, "Testers")
      yield* cohorts.fill(project.id, list.id, Stream.make([derivePersonId(project.id, "bob")]))
      yield* create({ ...silently, key: "email", filters: when(onPerson("@x.io", "icontains")) })
      yield* create({
        ...silently,
        key: "tester",
        filters: when({ key: "id", type: "cohort", value: list.id, operator: "in" })
      })
      yield* create({
        ...silently,
        key: "gold",
        filters: {
          ...when({ key: "tier", type: "group", group_type_index: 0, value: "gold", operator: "exact" }),
          aggregation_group_type_index: 0
        }
      })
      const ada = yield* values({ distinctId: "ada", groups: { company: "acme" } })
      assert.deepStrictEqual(ada, { email: true, tester: false, gold: true })
      assert.deepStrictEqual(yield* values({ distinctId: "bob" }), { email: false, tester: true, gold: false })
      assert.deepStrictEqual(yield* values({ distinctId: "eve" }), { email: false, tester: false, gold: false })
      const told = { personProperties: { email: "eve@x.io" }, groups: { company: "oak" } }
      assert.deepStrictEqual(
        yield* values({ distinctId: "eve", ...told, groupProperties: { company: { tier: "gold" } } }),
        { email: true, tester: false, gold: true }
      )
    })))

  it.effect("knows a group type as soon as an event has named it", () =>
    inWorld(Effect.gen(function*() {
      const { capture, evaluations, project } = yield* makeWorld
      const types = Effect.map(evaluations.definitions(project.id), ({ groupTypes }) => Object.fromEntries(groupTypes))
      assert.deepStrictEqual(yield* types, {})
      yield* capture({ event: "seen", distinct_id: "ada", properties: { $groups: { company: "acme" } } })
      assert.deepStrictEqual(yield* types, { company: 0 })
    })))

  it.effect("shows no project's flags to another", () =>
    inWorld(Effect.gen(function*() {
      const { caller, create, evaluations, person, project, values } = yield* makeWorld
      const other = yield* (yield* Projects).create(caller, project.organization_id, { name: "Other" })
      yield* person("ada", { email: "ada@x.io" })
      yield* create({ ...silently, key: "email", filters: when(onPerson("@x.io", "icontains")) })
      assert.deepStrictEqual(yield* values({ distinctId: "ada" }), { email: true })
      assert.deepStrictEqual(yield* values({ distinctId: "ada" }, other), {})
      const affected = yield* evaluations.matching(other.id, { properties: [], groupTypeIndex: null })
      assert.deepStrictEqual(affected, { affected: 0, total: 0 })
      assert.deepStrictEqual(yield* Stream.runCollect(evaluations.membersOf(other.id, "email")), [])
      const explained = yield* evaluations.explain(other.id, "email", { distinctId: "ada" })
      assert.strictEqual(explained.state, "absent")
    })))

  it.effect("finds a project by its token alone", () =>
    inWorld(Effect.gen(function*() {
      const { evaluations, project } = yield* makeWorld
      const found = yield* evaluations.projectOf(project.api_token)
      assert.strictEqual(Option.getOrThrow(found).id, project.id)
      for (const text of ["", "phc_none", "phx_key", "\0", "x".repeat(100)]) {
        assert.isTrue(Option.isNone(yield* evaluations.projectOf(text)))
      }
    })))

  it.effect("explains a flag without keeping anything", () =>
    inWorld(Effect.gen(function*() {
      const { create, evaluations, person, project } = yield* makeWorld
      yield* person("ada", { email: "ada@y.io" })
      yield* create({ ...silently, key: "email", filters: when(onPerson("@x.io", "icontains")) })
      const explained = yield* evaluations.explain(project.id, "email", { distinctId: "ada" })
      assert.strictEqual(explained.state, "evaluated")
      assert.deepInclude(explained.conditions[0]?.properties[0], { matched: false, actual: "ada@y.io" })
    })))

  it.effect("notifies followers of its definitions of each change", () =>
    inWorld(Effect.gen(function*() {
      const { create, evaluations, project } = yield* makeWorld
      const keys = evaluations.changes(project.id).pipe(
        Stream.map(({ flags }) => flags.map(({ key }) => key)),
        Stream.take(2),
        Stream.runCollect
      )
      const following = yield* Effect.forkChild(keys, { startImmediately: true })
      yield* evaluations.definitions(project.id)
      yield* Effect.yieldNow
      yield* create({ ...silently, key: "beta" })
      assert.deepStrictEqual(yield* Fiber.join(following), [[], ["beta"]])
    })))
})

describe("a continuous experience", () => {
  const sticky = {
    ...silently,
    key: "sticky",
    ensure_experience_continuity: true,
    filters: { groups: [{ properties: [], rollout_percentage: 50 }] }
  }

  /** Two ids of which the flag is on for the first alone. */
  const pickIds = Effect.fnUntraced(function*(values: Effect.Success<typeof makeWorld>["values"]) {
    const ids = Array.from({ length: 30 }, (_, index) => `id-${index}`)
    const on = yield* Effect.filter(
      ids,
      (id) => Effect.map(values({ distinctId: id }), (all) => all["sticky"] === true)
    )
    const off = ids.find((id) => !on.includes(id))
    return [on[0] ?? "", off ?? ""] as const
  })

  it.effect("survives the login, and the merge that follows", () =>
    inWorld(Effect.gen(function*() {
      const { capture, create, person, project, values } = yield* makeWorld
      const persons = yield* PersonRepository
      yield* create(sticky)
      const [anon, user] = yield* pickIds(values)
      yield* person(anon, {})
      assert.deepStrictEqual(yield* values({ distinctId: user }), { sticky: false })
      assert.deepStrictEqual(yield* values({ distinctId: user, anonDistinctId: anon }), { sticky: true })
      yield* capture({ event: "$identify", distinct_id: user, properties: { $anon_distinct_id: anon } })
      const merged = yield* persons.findByDistinctId(project.id, user)
      assert.strictEqual((yield* persons.findByDistinctId(project.id, anon))?.id, merged?.id)
      assert.deepStrictEqual(yield* values({ distinctId: user }), { sticky: true })
    })))

  it.effect("survives a login at which other flags are asked for", () =>
    inWorld(Effect.gen(function*() {
      const { create, person, project, values } = yield* makeWorld
      const hashKeys = yield* HashKeyRepository
      const persons = yield* PersonRepository
      yield* create(sticky)
      yield* create({ ...silently, key: "plain", filters: when() })
      const [anon, user] = yield* pickIds(values)
      yield* person(user, {})
      const selection = { flagKeys: ["plain"] }
      assert.deepStrictEqual(yield* values({ distinctId: user, selection }), { plain: true })
      const id = (yield* persons.findByDistinctId(project.id, user))?.id ?? derivePersonId(project.id, user)
      assert.deepStrictEqual(yield* hashKeys.find(project.id, [id]), [])
      assert.deepStrictEqual(yield* values({ distinctId: user, anonDistinctId: anon, selection }), { plain: true })
      assert.deepStrictEqual(yield* values({ distinctId: user }), { plain: true, sticky: true })
    })))

  it.effect("survives a login whose event comes after the request for flags", () =>
    inWorld(Effect.gen(function*() {
      const { capture, create, values } = yield* makeWorld
      yield* create(sticky)
      const [anon, user] = yield* pickIds(values)
      assert.deepStrictEqual(yield* values({ distinctId: user, anonDistinctId: anon }), { sticky: true })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* values({ distinctId: user }), { sticky: false })
      yield* capture({ event: "$identify", distinct_id: user, properties: { $anon_distinct_id: anon } })
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(yield* values({ distinctId: user }), { sticky: true })
    })))

  it.effect("waits for the persons of a bounded number of logins", () =>
    inWorld(Effect.gen(function*() {
      const { create, person, values } = yield* makeWorld
      yield* create(sticky)
      const [on, off] = yield* pickIds(values)
      const logins = [...Array.from({ length: 200 }, (_, index) => `login-${index}`), off]
      yield* Effect.forEach(logins, (distinctId) => values({ distinctId, anonDistinctId: on }))
      yield* Effect.forEach(logins, (distinctId) => person(distinctId, {}))
      yield* TestClock.adjust("1 minute")
      const later = yield* Effect.forEach(logins, (distinctId) => values({ distinctId }))
      assert.deepStrictEqual(later, logins.map((login) => ({ sticky: login !== off })))
    })))

  it.effect("is that of the user where both had one", () =>
    inWorld(Effect.gen(function*() {
      const { capture, create, person, values } = yield* makeWorld
      yield* create(sticky)
      const [on, off] = yield* pickIds(values)
      yield* person("before", {})
      yield* person("user", {})
      assert.deepStrictEqual(yield* values({ distinctId: "before", anonDistinctId: on }), { sticky: true })
      assert.deepStrictEqual(yield* values({ distinctId: "user", anonDistinctId: off }), { sticky: false })
      assert.deepStrictEqual(yield* values({ distinctId: "user", anonDistinctId: "before" }), { sticky: false })
      yield* capture({ event: "$identify", distinct_id: "user", properties: { $anon_distinct_id: "before" } })
      assert.deepStrictEqual(yield* values({ distinctId: "user" }), { sticky: false })
      assert.deepStrictEqual(yield* values({ distinctId: "before" }), { sticky: false })
    })))

  it.effect("is nothing for flags about devices", () =>
    inWorld(Effect.gen(function*() {
      const { create, person, values } = yield* makeWorld
      yield* create({ ...sticky, ensure_experience_continuity: false })
      const [on] = yield* pickIds(values)
      yield* create({
        ...silently,
        key: "device",
        bucketing_identifier: "device_id",
        filters: { groups: [{ properties: [], rollout_percentage: 50 }] }
      })
      yield* person("user", {})
      const first = yield* values({ distinctId: "user", deviceId: "d1", anonDistinctId: on })
      assert.strictEqual((yield* values({ distinctId: "other", deviceId: "d1" }))["device"], first["device"])
      assert.isFalse((yield* values({ distinctId: "user" }))["device"])
    })))
})

describe("everybody whom a flag means", () => {
  const many = 2_300

  const makeCrowd = Effect.gen(function*() {
    const world = yield* makeWorld
    const events = Array.from({ length: many }, (_, index) => ({
      event: "$set",
      distinct_id: `p${index}`,
      properties: { $set: { number: index, app_version: `1.${index % 3}.0` } }
    }))
    for (let at = 0; at < many; at += 500) yield* world.capture(...events.slice(at, at + 500))
    return world
  })

  it.effect("is counted over all pages, by the operators of flags", () =>
    inWorld(Effect.gen(function*() {
      const { editing, evaluations, project } = yield* makeCrowd
      const cohorts = yield* Cohorts
      const count = Effect.fnUntraced(function*(...properties: ReadonlyArray<JsonRecord>) {
        const affected = yield* evaluations.matching(project.id, { properties, groupTypeIndex: null })
        assert.strictEqual(affected.total, many)
        return affected.affected
      })
      assert.strictEqual(yield* count(), many)
      assert.strictEqual(yield* count(onPerson(10, "lt", "number")), 10)
      assert.strictEqual(yield* count(onPerson("1.0.0", "semver_gt", "app_version"), onPerson(9, "lt", "number")), 6)
      assert.strictEqual(yield* count(onPerson("x", "is_set", "nothing")), 0)
      const list = yield* cohorts.createStatic(editing, "Two")
      const ids = ["p5", `p${many - 1}`].map((id) => derivePersonId(project.id, id))
      yield* cohorts.fill(project.id, list.id, Stream.make(ids))
      assert.strictEqual(yield* count({ key: "id", type: "cohort", value: list.id, operator: "in" }), 2)
      assert.strictEqual(yield* count({ key: "id", type: "cohort", value: list.id, operator: "not_in" }), many - 2)
    })))

  it.effect("of groups is counted among those of the type", () =>
    inWorld(Effect.gen(function*() {
      const { capture, evaluations, project } = yield* makeWorld
      const identify = (type: string, key: string, tier: string) => ({
        event: "$groupidentify",
        distinct_id: "ada",
        properties: { $group_type: type, $group_key: key, $group_set: { tier } }
      })
      yield* capture(
        identify("company", "acme", "gold"),
        identify("company", "oak", "iron"),
        identify("company", "elm", "gold"),
        identify("team", "north", "gold")
      )
      const gold = { key: "tier", type: "group", group_type_index: 0, value: "gold", operator: "exact" }
      const affected = yield* evaluations.matching(project.id, { properties: [gold], groupTypeIndex: 0 })
      assert.deepStrictEqual(affected, { affected: 2, total: 3 })
      const byKey = { key: "$group_key", type: "group", group_type_index: 0, value: "oak", operator: "exact" }
      const one = yield* evaluations.matching(project.id, { properties: [byKey], groupTypeIndex: 0 })
      assert.deepStrictEqual(one, { affected: 1, total: 3 })
    })))

  it.effect("is a stream of persons that agrees with the evaluation of each", () =>
    inWorld(Effect.gen(function*() {
      const { create, evaluations, project, values } = yield* makeCrowd
      yield* create({
        ...silently,
        key: "some",
        filters: { groups: [{ properties: [onPerson(400, "lt", "number")], rollout_percentage: 30 }] }
      })
      const parts = yield* Stream.runCollect(evaluations.membersOf(project.id, "some"))
      assert.strictEqual(parts.length, 3)
      const members = new Set(parts.flat())
      assert.isTrue(members.size > 80 && members.size < 160, String(members.size))
      for (let index = 0; index < 500; index += 7) {
        const isOn = (yield* values({ distinctId: `p${index}` }))["some"]
        assert.strictEqual(members.has(derivePersonId(project.id, `p${index}`)), isOn)
      }
    })))

  it.effect("is nobody for a flag that is off, missing or about groups", () =>
    inWorld(Effect.gen(function*() {
      const { capture, create, evaluations, person, project } = yield* makeWorld
      yield* person("ada", {})
      yield* capture({ event: "seen", distinct_id: "ada", properties: { $groups: { company: "acme" } } })
      yield* create({ ...silently, key: "off", active: false, filters: when() })
      yield* create({ ...silently, key: "groups", filters: { ...when(), aggregation_group_type_index: 0 } })
      yield* create({ ...silently, key: "on", filters: when() })
      const members = (key: string) =>
        Effect.map(Stream.runCollect(evaluations.membersOf(project.id, key)), (all) => all.flat())
      for (const key of ["off", "groups", "missing"]) assert.deepStrictEqual(yield* members(key), [])
      assert.deepStrictEqual(yield* members("on"), [derivePersonId(project.id, "ada")])
    })))
})
