import { assert, layer, type Vitest } from "@effect/vitest"
import { type Cohort, cohortEntity } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository, type DueCohort } from "@hedgerow/core/cohorts/CohortRepository"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer } from "effect"
import { cohortFields, type CohortPorts, makeCohort } from "./cohorts/CohortFixtures.ts"
import { memberTests } from "./cohorts/Members.ts"
import * as EntityContract from "./EntityContract.ts"
import { makeProject, makeProjectId } from "./fixtures.ts"

const changes: Partial<Cohort> = {
  name: "Zoë's \"fans\"",
  description: "x\ny",
  groups: [{ properties: { a: 1 } }, null],
  deleted: true,
  filters: { properties: { type: "OR", values: [{ key: "plan \"a\"", type: "person", value: [1, null] }] } },
  query: { kind: "HogQLQuery" },
  is_static: true,
  cohort_type: "behavioral",
  is_calculating: true,
  last_calculation: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
  errors_calculating: 3,
  count: 17,
  version: 2,
  created_by: UserId.make(7),
  created_at: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
}

/** The contract of every `CohortRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<CohortPorts, E>): void => {
  EntityContract.suite(name, storage, {
    entity: cohortEntity,
    port: CohortRepository,
    hashed: CohortRepository,
    owner: makeProjectId,
    fields: cohortFields,
    changes: () => Effect.succeed(changes)
  })
  layer(storage, { excludeTestServices: true })(`Cohorts: ${name}`, (it) => {
    dueTests(it)
    memberTests(it)
  })
}

const dueTests = (it: Vitest.MethodsNonLive<CohortPorts>): void => {
  it.effect("due are those found by properties or behaviour, not deleted, whose members were found too long ago or never", () =>
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
      yield* makeCohort(id, { name: "queried", cohort_type: "analytical" })
      yield* makeCohort(id, { name: "did", cohort_type: "behavioral" })
      const due = (yield* cohorts.due(at(2), undefined, 1000)).filter(({ project_id }) => project_id === id)
      assert.deepStrictEqual(due.map(({ name }) => name), ["never", "did", "old"])
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
