import { assert, it } from "@effect/vitest"
import { refreshHandler } from "@hedgerow/core/cohorts/CohortCalculation"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import type { Job, JobId } from "@hedgerow/core/jobs/Job"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { DateTime, Effect, Layer } from "effect"
import { layer, makeFlagWorld } from "../flags/FlagWorld.ts"

const count = 2_500

it.effect("every cohort that is due is asked for once, however many there are", () =>
  Effect.gen(function*() {
    const { project } = yield* makeFlagWorld
    const cohorts = yield* CohortRepository
    const created_at = yield* DateTime.now
    for (let index = 0; index < count; index++) {
      yield* cohorts.create({
        project_id: project.id,
        name: String(index),
        description: "",
        groups: [],
        deleted: false,
        filters: null,
        query: null,
        is_static: false,
        cohort_type: "person_property",
        is_calculating: false,
        last_calculation: index % 2 === 0 ? null : DateTime.subtract(created_at, { days: 1 + index % 7 }),
        errors_calculating: 0,
        count: null,
        version: 1,
        created_by: null,
        created_at
      })
    }
    const asked: Array<string> = []
    const jobs = Layer.mock(Jobs)({
      enqueue: (_, { uniqueKey = "" }) =>
        Effect.sync(() => {
          asked.push(uniqueKey)
          return uniqueKey as JobId
        })
    })
    const { run } = yield* Effect.provide(refreshHandler, jobs)
    yield* run({ payload: {} } as Job)
    assert.strictEqual(asked.length, count)
    assert.strictEqual(new Set(asked).size, count)
  }).pipe(Effect.provide(layer)))
