import { assert, layer, type Vitest } from "@effect/vitest"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository, type DueCohort } from "@hedgerow/core/cohorts/CohortRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect, Equal, type Layer, Option } from "effect"
import { type CohortPorts, makeCohort, storedCohort } from "./cohorts/CohortFixtures.ts"
import { partTests } from "./cohorts/CohortParts.ts"
import { memberTests } from "./cohorts/Members.ts"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

/** What every `CohortRepository` promises. */
export const suite = <E>(name: string, storage: Layer.Layer<CohortPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(`Cohorts: ${name}`, (it) => {
    records(it)
    lists(it)
    memberTests(it)
    partTests(it)
    isolation(it)
  })
}

type It = Vitest.MethodsNonLive<CohortPorts>

const everything = { limit: 100, offset: 0 }
const filters = {
  properties: {
    type: "OR",
    values: [{ type: "AND", values: [{ key: "plan \"a\"", type: "person", value: [1, null] }] }]
  }
}

const records = (it: It): void => {
  it.effect("a cohort is found as it was inserted, by its id", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      const first = yield* makeCohort(id, {
        name: "Zoë's \"fans\"",
        description: "x\ny",
        groups: [{ properties: { a: 1 } }, null],
        filters,
        query: { kind: "HogQLQuery" },
        cohort_type: "person_property",
        last_calculation: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
        count: 3
      })
      const second = yield* makeCohort(id, { filters: null })
      assert.isAbove(second.id, first.id)
      assert.isTrue(Equal.equals(yield* storedCohort(first), first))
      assert.isTrue(Equal.equals(yield* storedCohort(second), second))
      assert.isTrue(Option.isNone(yield* cohorts.find(id, 2147483647 as typeof first.id)))
      yield* cohorts.update({ ...second, deleted: true })
      const many = yield* cohorts.findMany(id, [second.id, first.id, second.id, 2147483647 as typeof first.id])
      assert.deepStrictEqual(many.map((one) => [one.id, one.deleted]), [[first.id, false], [second.id, true]])
      assert.deepStrictEqual(yield* cohorts.findMany(id, []), [])
    }))

  it.effect("an update replaces every field", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      const before = yield* makeCohort(id, { filters, is_calculating: true })
      const after = {
        ...before,
        name: "After",
        filters: null,
        is_calculating: false,
        errors_calculating: 2,
        deleted: true,
        version: 2
      }
      yield* cohorts.update(after)
      const found = yield* storedCohort(before)
      assert.deepInclude(found, {
        name: "After",
        filters: null,
        is_calculating: false,
        errors_calculating: 2,
        deleted: true,
        version: 2
      })
    }))

  it.effect("concurrent writers that lock a cohort lose no update", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { run } = yield* Transaction
      const cohort = yield* makeCohort((yield* makeProject).id, {})
      const raise = run(Effect.gen(function*() {
        const found = Option.getOrThrow(yield* cohorts.findForUpdate(cohort.project_id, cohort.id))
        yield* Effect.yieldNow
        yield* cohorts.update({ ...found, version: found.version + 1 })
      }))
      yield* Effect.all(Array.from({ length: 10 }, () => raise), { concurrency: "unbounded" })
      assert.strictEqual((yield* storedCohort(cohort)).version, 11)
    }))

  it.effect("the lock of a project's cohorts lets one transaction in at a time", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const addOnce = run(Effect.gen(function*() {
        yield* cohorts.lock(id)
        const known = yield* cohorts.all(id)
        yield* Effect.yieldNow
        if (known.length === 0) yield* makeCohort(id, {})
      }))
      yield* Effect.all(Array.from({ length: 8 }, () => addOnce), { concurrency: "unbounded" })
      assert.strictEqual((yield* cohorts.all(id)).length, 1)
    }))
}

const lists = (it: It): void => {
  it.effect("lists are of what is not deleted, newest first, by name, kind and maker, in pages", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      const at = (hour: number) => DateTime.makeUnsafe(`2026-01-01T0${hour}:00:00Z`)
      yield* makeCohort(id, { name: "Old ÉLAN 100%", created_at: at(1), is_static: true })
      yield* makeCohort(id, { name: "gone", created_at: at(2), deleted: true })
      yield* makeCohort(id, { name: "new", created_at: at(3), created_by: 7 as never })
      yield* makeCohort(id, { name: "newest", created_at: at(4) })
      const names = (filter: Parameters<typeof cohorts.list>[1], page = everything) =>
        Effect.map(cohorts.list(id, filter, page), ({ count, items }) => [count, ...items.map(({ name }) => name)])
      assert.deepStrictEqual(yield* names({}), [3, "newest", "new", "Old ÉLAN 100%"])
      assert.deepStrictEqual(yield* names({}, { limit: 1, offset: 1 }), [3, "new"])
      assert.deepStrictEqual(yield* names({ search: "élan 100%" }), [1, "Old ÉLAN 100%"])
      assert.deepStrictEqual(yield* names({ search: "n_w" }), [0])
      assert.deepStrictEqual(yield* names({ isStatic: true }), [1, "Old ÉLAN 100%"])
      assert.deepStrictEqual(yield* names({ createdBy: 7 }), [1, "new"])
      assert.deepStrictEqual((yield* cohorts.all(id)).map(({ name }) => name), ["Old ÉLAN 100%", "new", "newest"])
    }))

  it.effect("due are those found by properties, not deleted, whose members were found too long ago or never", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      const at = (day: number) => DateTime.makeUnsafe(`2026-01-0${day}T00:00:00Z`)
      const of = { cohort_type: "person_property" } as const
      yield* makeCohort(id, { ...of, name: "never" })
      yield* makeCohort(id, { ...of, name: "old", last_calculation: at(1) })
      yield* makeCohort(id, { ...of, name: "fresh", last_calculation: at(3) })
      yield* makeCohort(id, { ...of, name: "gone", deleted: true })
      yield* makeCohort(id, { name: "static" })
      const due = (yield* cohorts.due(at(2), undefined, 1000)).filter(({ project_id }) => project_id === id)
      assert.deepStrictEqual(due.map(({ name }) => name), ["never", "old"])
      assert.strictEqual((yield* cohorts.due(at(2), undefined, 1)).length, 1)
    }))

  it.effect("those due come part by part, the longest without members first", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      const at = (day: number) => DateTime.makeUnsafe(`1969-01-0${day}T00:00:00.123Z`)
      for (const [name, day] of [["c", 4], ["b", 1], ["d", 4], ["a", null], ["e", 5], ["never", null]] as const) {
        const last_calculation = day === null ? null : at(day)
        yield* makeCohort(id, { cohort_type: "person_property", name, last_calculation })
      }
      for (const size of [1, 2, 3, 1000]) {
        const found: Array<Cohort> = []
        let after: DueCohort | undefined = undefined
        do {
          const page: ReadonlyArray<Cohort> = yield* cohorts.due(at(9), after, size)
          found.push(...page)
          after = page.at(-1)
        } while (after !== undefined)
        const names = found.filter(({ project_id }) => project_id === id).map(({ name }) => name)
        assert.deepStrictEqual(names, ["a", "never", "b", "c", "d", "e"], `${size} at once`)
      }
    }))
}

const isolation = (it: It): void => {
  it.effect("no method sees or changes another project's cohorts", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const [here, there] = yield* makeTwoProjects
      const cohort = yield* makeCohort(here.id, {})
      assert.isTrue(Option.isNone(yield* cohorts.find(there.id, cohort.id)))
      assert.isTrue(Option.isNone(yield* cohorts.findForUpdate(there.id, cohort.id)))
      assert.deepStrictEqual(yield* cohorts.findMany(there.id, [cohort.id]), [])
      assert.deepStrictEqual((yield* cohorts.list(there.id, {}, everything)).count, 0)
      assert.deepStrictEqual(yield* cohorts.all(there.id), [])
      yield* cohorts.update({ ...cohort, project_id: there.id, name: "stolen" })
      assert.strictEqual((yield* storedCohort(cohort)).name, cohort.name)
    }))
}
