import { assert, it } from "@effect/vitest"
import { Changes } from "@hedgerow/core/entities/Changes"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { Experiment } from "@hedgerow/core/experiments/Experiment"
import { experimentsOfFlags } from "@hedgerow/core/experiments/ExperimentReferenceFinders"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"

const size = 300

it.effect("the experiments of many flags are found in one pass over them", () =>
  Effect.gen(function*() {
    let reads = 0
    const experiments = Array.from({ length: size }, (_, n) => ({
      id: n,
      name: `Experiment ${n}`,
      start_date: null,
      end_date: null,
      get feature_flag_id() {
        reads++
        return n % 2 === 0 ? n : 0
      }
    } as unknown as Experiment))
    const repository = Layer.mock(ExperimentRepository)({ all: () => Effect.succeed(experiments) })
    const { find } = yield* Effect.provide(experimentsOfFlags, Layer.merge(repository, Layer.mock(Changes)({})))
    const ids = Array.from({ length: size }, (_, n) => n as FeatureFlagId)
    const found = yield* find(1 as ProjectId, ids)
    assert.deepStrictEqual(
      ids.slice(0, 5).map((id) => found.get(id)?.length),
      [size / 2 + 1, 0, 1, 0, 1]
    )
    assert.isAtMost(reads, 2 * size)
  }))
