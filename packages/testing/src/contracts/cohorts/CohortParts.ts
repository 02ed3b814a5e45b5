import { assert, type Vitest } from "@effect/vitest"
import { partOf } from "@hedgerow/core/caching/Parts"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { DateTime, Effect } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { type CohortPorts, makeCohort } from "./CohortFixtures.ts"

type It = Vitest.MethodsNonLive<CohortPorts>

const changes: Partial<Cohort> = {
  name: "Runners",
  description: "Those who run",
  groups: [{ properties: [] }],
  deleted: true,
  filters: { properties: { type: "OR", values: [] } },
  query: { kind: "x" },
  is_static: true,
  cohort_type: "behavioral",
  version: 2,
  created_by: 7 as never,
  created_at: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
}

const found: Partial<Cohort> = {
  is_calculating: true,
  last_calculation: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
  errors_calculating: 3,
  count: 17
}

/** What of a project's cohorts has changed. */
export const partTests = (it: It): void => {
  it.effect("a part's stamp is another after a change of any field, but for what finding the members writes", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const { id } = yield* makeProject
      const cohort = yield* makeCohort(id, {})
      const stamp = Effect.map(cohorts.parts(id), (parts) => parts.get(partOf(cohort.id)))
      let before = yield* stamp
      for (const [field, value] of Object.entries(found)) {
        yield* cohorts.update({ ...cohort, [field]: value })
        assert.strictEqual(yield* stamp, before, field)
      }
      yield* cohorts.update({ ...cohort, ...found })
      assert.strictEqual(yield* stamp, before)
      for (const [field, value] of Object.entries(changes)) {
        yield* cohorts.update({ ...cohort, ...found, [field]: value })
        const after = yield* stamp
        assert.notStrictEqual(after, before, field)
        yield* cohorts.update({ ...cohort, ...found })
        before = yield* stamp
        assert.notStrictEqual(before, after, `${field} again`)
      }
    }))

  it.effect("parts hold every cohort of the project that is not deleted, and of no other one", () =>
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const [here, there] = yield* makeTwoProjects
      const made = yield* Effect.forEach([1, 2, 3], () => makeCohort(here.id, {}))
      yield* makeCohort(here.id, { deleted: true })
      const stamps = yield* cohorts.parts(here.id)
      assert.deepStrictEqual(
        (yield* cohorts.inParts(here.id, [...stamps.keys()])).map(({ id }) => id),
        made.map(({ id }) => id)
      )
      assert.deepStrictEqual(yield* cohorts.inParts(here.id, []), [])
      assert.deepStrictEqual([...yield* cohorts.parts(there.id)], [])
      assert.deepStrictEqual(yield* cohorts.inParts(there.id, [...stamps.keys()]), [])
      yield* makeCohort(there.id, {})
      assert.deepStrictEqual([...yield* cohorts.parts(here.id)], [...stamps])
    }))
}
