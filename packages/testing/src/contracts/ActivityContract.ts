import { assert, layer, type Vitest } from "@effect/vitest"
import { type OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ActivityEntry, ActivityFilter, ActivityId, ActivityUser } from "@hedgerow/core/activity/Activity"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import type { Project } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, type Layer } from "effect"
import { makeOrganization, makeProject, makeTwoProjects, projectFields } from "./fixtures.ts"

type Ports = ActivityRepository | OrganizationRepository | ProjectRepository | Transaction

const all = { limit: 1000, offset: 0 }

const at = (text: string): DateTime.Utc => DateTime.makeUnsafe(`2026-03-01T${text}Z`)

const ann: ActivityUser = {
  id: 7 as UserId,
  uuid: "01900000-0000-7000-8000-0000000000aa" as Uuid,
  distinct_id: "ann \u{1F994}",
  first_name: "Ann",
  last_name: "Lee",
  email: "ann@example.com"
}

const entryOf = Effect.fnUntraced(function*(project: Project, overrides: Partial<ActivityEntry> = {}) {
  const entry: ActivityEntry = {
    id: (yield* makeUuid7) as string as ActivityId,
    organization_id: project.organization_id,
    project_id: project.id,
    user: ann,
    activity: "updated",
    scope: "Survey",
    item_id: "s1",
    detail: { changes: null, trigger: null, name: "Hedges", short_id: null, type: null },
    created_at: at("10:00:00"),
    ...overrides
  }
  return entry
})

const add = Effect.fnUntraced(function*(project: Project, overrides: Partial<ActivityEntry> = {}) {
  const entry = yield* entryOf(project, overrides)
  yield* (yield* ActivityRepository).insert(entry)
  return entry
})

const list = Effect.fnUntraced(function*(filter: ActivityFilter, page: PageRequest = all) {
  const found = yield* (yield* ActivityRepository).list(filter, page)
  return { count: found.count, items: found.items.map((entry) => entry.item_id) }
})

type It = Vitest.MethodsNonLive<Ports>

/** The contract of every `ActivityRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Activity: ${name}`, (it) => {
    entries(it)
    filters(it)
    isolation(it)
    transactions(it)
  })
}

const entries = (it: It): void => {
  it.effect("keeps an entry as it was written, also what has no project and what the system did", () =>
    Effect.gen(function*() {
      const repository = yield* ActivityRepository
      const project = yield* makeProject
      const detail: ActivityEntry["detail"] = {
        changes: [{
          type: "FeatureFlag",
          action: "changed",
          field: "filters",
          before: { groups: [{ rollout_percentage: 10.5, properties: [], "a.b": null }] },
          after: { groups: [], note: "\u{1F994} \uFFFD \u2028 \\ \"", deep: [[[1e300, -0.5, 12345678901234]]] },
          paths: [{ path: "groups.0", action: "deleted", before: { rollout_percentage: 10.5 }, after: null }],
          paths_truncated: true
        }, { type: "FeatureFlag", action: "created", field: null, before: null, after: "x" }],
        trigger: { job_type: "clean up", job_id: "1", payload: {} },
        name: "Žluť \u{1F994}",
        short_id: "abc",
        type: "holdout"
      }
      const full = yield* add(project, { detail })
      assert.deepStrictEqual(yield* repository.list({ project: project.id }, all), { count: 1, items: [full] })
      const own = yield* add(project, { project_id: null, user: null, scope: "Organization" })
      const organization = project.organization_id
      assert.deepStrictEqual(yield* repository.list({ organization }, all), { count: 1, items: [own] })
    }))

  it.effect("lists newest first, and by id what was created in the same millisecond", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const id = (end: string) => `01900000-0000-7000-8000-0000000000${end}` as ActivityId
      yield* add(project, { id: id("b1"), item_id: "third", created_at: at("10:00:00.002") })
      yield* add(project, { id: id("ff"), item_id: "oldest", created_at: at("10:00:00.001") })
      yield* add(project, { id: id("0a"), item_id: "first", created_at: at("10:00:00.002") })
      yield* add(project, { id: id("0b"), item_id: "second", created_at: at("10:00:00.002") })
      const found = yield* list({ project: project.id })
      assert.deepStrictEqual(found.items, ["third", "second", "first", "oldest"])
    }))

  it.effect("pages count everything found, also beyond the end", () =>
    Effect.gen(function*() {
      const { id } = yield* Effect.tap(makeProject, (project) =>
        Effect.forEach(
          [0, 1, 2, 3, 4, 5, 6],
          (second) => add(project, { item_id: String(second), created_at: at(`10:00:0${second}`) })
        ))
      assert.deepStrictEqual(yield* list({ project: id }, { limit: 3, offset: 0 }), {
        count: 7,
        items: ["6", "5", "4"]
      })
      assert.deepStrictEqual(yield* list({ project: id }, { limit: 3, offset: 2 }), {
        count: 7,
        items: ["4", "3", "2"]
      })
      assert.deepStrictEqual(yield* list({ project: id }, { limit: 3, offset: 6 }), { count: 7, items: ["0"] })
      for (const offset of [7, 70, Number.MAX_SAFE_INTEGER]) {
        assert.deepStrictEqual(yield* list({ project: id }, { limit: 3, offset }), { count: 7, items: [] })
      }
    }))

  it.effect("what is recorded in one millisecond is listed in its order", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const { organization_id: organization } = project
      const log = yield* ActivityLog
      const record = (itemId: string) =>
        log.record({
          organization,
          project: project.id,
          actor: "system",
          scope: "Cohort",
          activity: "created",
          itemId,
          name: null
        })
      const names = Array.from({ length: 300 }, (_, index) => `c${index}`)
      yield* Effect.forEach(names, record)
      assert.deepStrictEqual((yield* list({ project: project.id, scope: "Cohort" })).items, names.toReversed())
    }).pipe(Effect.provide(ActivityLog.layer)))
}

const filters = (it: It): void => {
  const cases: ReadonlyArray<
    readonly [name: string, filter: Omit<ActivityFilter, "project" | "organization">, items: string]
  > = [
    ["nothing", {}, "6 5 4 3 2 1"],
    ["scope", { scope: "Survey" }, "6 3 2 1"],
    ["scope and item", { scope: "Survey", itemId: "1" }, "1"],
    ["item", { itemId: "5" }, "5"],
    ["scopes", { scopes: ["FeatureFlag", "Cohort"] }, "5 4"],
    ["no scopes", { scopes: [] }, ""],
    ["scope and scopes", { scope: "Survey", scopes: ["FeatureFlag"] }, ""],
    ["an unknown scope", { scope: "Notebook" }, ""],
    ["user", { userId: 8 as UserId }, "4 3"],
    ["activity", { activity: "deleted" }, "3"],
    ["user and activity", { userId: 8 as UserId, activity: "updated" }, "4"],
    ["from a time on", { from: at("10:00:04") }, "6 5 4"],
    ["before a time", { before: at("10:00:04") }, "3 2 1"],
    ["between", { from: at("10:00:02"), before: at("10:00:04") }, "3 2"],
    ["between in a scope", { scope: "Survey", from: at("10:00:02"), before: at("10:00:04") }, "3 2"],
    ["a text with NUL", { itemId: "1\0" }, ""],
    ["a lone surrogate", { scope: "\ud83d" }, ""],
    ["a lone surrogate beside a scope", { scopes: ["Survey", "\ud83d"] }, "6 3 2 1"],
    ["NUL in activity", { activity: "\0" }, ""]
  ]
  it.effect("filters narrow alone and together", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const user = { ...ann, id: 8 as UserId, first_name: "Bo", email: "bo@example.com" }
      yield* add(project, { item_id: "1", created_at: at("10:00:01") })
      yield* add(project, { item_id: "2", created_at: at("10:00:02") })
      yield* add(project, { item_id: "3", created_at: at("10:00:03"), activity: "deleted", user })
      yield* add(project, { item_id: "4", created_at: at("10:00:04"), scope: "FeatureFlag", user })
      yield* add(project, { item_id: "5", created_at: at("10:00:05"), scope: "Cohort" })
      yield* add(project, { item_id: "6", created_at: at("10:00:06"), user: null })
      for (const [name, filter, items] of cases) {
        const expected = items === "" ? [] : items.split(" ")
        const found = yield* list({ project: project.id, ...filter })
        assert.deepStrictEqual(found, { count: expected.length, items: expected }, name)
        const page = yield* list({ project: project.id, ...filter }, { limit: 1, offset: 1 })
        assert.deepStrictEqual(page, { count: expected.length, items: expected.slice(1, 2) }, name)
      }
    }))
}

const isolation = (it: It): void => {
  it.effect("no list shows another project's entries, also not of the same organisation and item", () =>
    Effect.gen(function*() {
      const here = yield* makeProject
      const there = yield* (yield* ProjectRepository).insert(yield* projectFields(here.organization_id))
      yield* add(here, { item_id: "same" })
      assert.deepStrictEqual(yield* list({ project: there.id }), { count: 0, items: [] })
      for (const filter of [{}, { scope: "Survey" }, { scope: "Survey", itemId: "same" }, { itemId: "same" }]) {
        assert.strictEqual((yield* list({ project: there.id, ...filter })).count, 0)
        assert.strictEqual((yield* list({ project: here.id, ...filter })).count, 1)
      }
    }))

  it.effect("an organisation's list has neither its projects' entries nor another organisation's", () =>
    Effect.gen(function*() {
      const [here, there] = yield* makeTwoProjects
      yield* add(here, { item_id: "of the project" })
      yield* add(here, { item_id: "of the organisation", project_id: null })
      yield* add(there, { item_id: "of the other", project_id: null })
      const items = (project: Project) =>
        Effect.map(list({ organization: project.organization_id }), (page) => page.items)
      assert.deepStrictEqual(yield* items(here), ["of the organisation"])
      assert.deepStrictEqual(yield* items(there), ["of the other"])
      assert.deepStrictEqual((yield* list({ project: here.id })).items, ["of the project"])
      const { id } = yield* makeOrganization()
      for (const filter of [{}, { scope: "Survey" }, { scope: "Survey", itemId: "of the other" }]) {
        assert.strictEqual((yield* list({ organization: id, ...filter })).count, 0)
      }
    }))
}

const transactions = (it: It): void => {
  it.effect("an entry is kept or taken back with its transaction", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const project = yield* makeProject
      yield* run(Effect.andThen(add(project, { item_id: "lost" }), Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual(yield* list({ project: project.id }), { count: 0, items: [] })
      yield* run(Effect.gen(function*() {
        yield* add(project, { item_id: "outer", created_at: at("10:00:01") })
        yield* run(Effect.andThen(add(project, { item_id: "inner" }), Effect.fail("no"))).pipe(Effect.ignore)
        assert.deepStrictEqual((yield* list({ project: project.id })).items, ["outer"])
        yield* run(add(project, { item_id: "kept", created_at: at("10:00:02") }))
      }))
      assert.deepStrictEqual(yield* list({ project: project.id }), { count: 2, items: ["kept", "outer"] })
      assert.strictEqual((yield* list({ project: project.id, scope: "Survey", itemId: "inner" })).count, 0)
    }))

  it.effect("concurrent writers lose nothing", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const project = yield* makeProject
      const write = (index: number) => {
        const created_at = at(`10:00:${String((index * 7) % 20).padStart(2, "0")}`)
        return run(Effect.gen(function*() {
          yield* add(project, { item_id: `${index}`, created_at })
          yield* Effect.yieldNow
          if (index % 4 === 0) return yield* Effect.fail("no")
        })).pipe(Effect.ignore)
      }
      yield* Effect.forEach(Array.from({ length: 20 }, (_, index) => index), write, { concurrency: "unbounded" })
      const kept = Array.from({ length: 20 }, (_, index) => index).filter((index) => index % 4 !== 0)
      const ordered = kept.toSorted((left, right) => (right * 7) % 20 - (left * 7) % 20)
      assert.deepStrictEqual(yield* list({ project: project.id }), { count: 15, items: ordered.map(String) })
    }))
}
