import { assert, layer } from "@effect/vitest"
import { ExperimentId } from "@hedgerow/core/experiments/Experiment"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import { type DailyResult, dailyResultEntity } from "@hedgerow/core/experiments/timeseries/DailyResult"
import { DailyResultRepository } from "@hedgerow/core/experiments/timeseries/DailyResultRepository"
import { type Recalculation, recalculationEntity } from "@hedgerow/core/experiments/timeseries/Recalculation"
import { RecalculationRepository } from "@hedgerow/core/experiments/timeseries/RecalculationRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { experimentFields } from "./ExperimentContract.ts"
import { makeProjectId } from "./fixtures.ts"

const at = (iso: string) => DateTime.makeUnsafe(iso)
const start = at("2026-01-01T00:00:00Z")

const resultFields = (project_id: ProjectId) =>
  Effect.succeed<Omit<DailyResult, "id">>({
    project_id,
    experiment_id: ExperimentId.make(1),
    metric_uuid: "m",
    fingerprint: "f",
    query_from: start,
    query_to: start,
    status: "failed",
    result: null,
    completed_at: null,
    error_message: null,
    created_at: start,
    updated_at: start
  })

const changedResult: Partial<DailyResult> = {
  experiment_id: ExperimentId.make(2),
  metric_uuid: "ä\"m",
  fingerprint: "g",
  query_from: at("2026-02-01T00:00:00.001Z"),
  query_to: at("2026-02-01T00:00:00.002Z"),
  status: "completed",
  result: { baseline: { sum: 1.5 }, variant_results: [null] },
  completed_at: at("2026-02-01T00:00:00.003Z"),
  error_message: "x\ny",
  created_at: at("2026-02-01T00:00:00.004Z"),
  updated_at: at("2026-02-01T00:00:00.005Z")
}

const recalculationFields = (project_id: ProjectId) =>
  Effect.succeed<Omit<Recalculation, "id">>({
    project_id,
    experiment_id: ExperimentId.make(1),
    metric: {},
    metric_uuid: "m",
    fingerprint: "f",
    status: "pending",
    done_until: null,
    created_at: start,
    updated_at: start
  })

const changedRecalculation: Partial<Recalculation> = {
  experiment_id: ExperimentId.make(2),
  metric: { kind: "ä" },
  metric_uuid: "n",
  fingerprint: "g",
  status: "in_progress",
  done_until: at("2026-02-01T00:00:00.003Z"),
  created_at: at("2026-02-01T00:00:00.004Z"),
  updated_at: at("2026-02-01T00:00:00.005Z")
}

type Ports = EntityContract.EntityPorts | DailyResultRepository | ExperimentRepository | RecalculationRepository

/** The promises of every storage of daily results. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  EntityContract.suite(name, storage, {
    entity: dailyResultEntity,
    port: DailyResultRepository,
    owner: makeProjectId,
    fields: resultFields,
    changes: () => Effect.succeed(changedResult)
  })
  EntityContract.suite(name, storage, {
    entity: recalculationEntity,
    port: RecalculationRepository,
    owner: makeProjectId,
    fields: recalculationFields,
    changes: () => Effect.succeed(changedRecalculation)
  })
  layer(storage, { excludeTestServices: true })(`Running experiments: ${name}`, (it) => {
    it.effect("those that have begun since a time come part by part, of all projects", () =>
      Effect.gen(function*() {
        const experiments = yield* ExperimentRepository
        const owners = [yield* makeProjectId, yield* makeProjectId]
        const expected: Array<ExperimentId> = []
        for (const project of owners) {
          const fields = { ...yield* experimentFields(project), start_date: start }
          expected.push((yield* experiments.create(fields)).id)
          yield* experiments.create({ ...fields, start_date: null })
          yield* experiments.create({ ...fields, start_date: at("2025-12-31T23:59:59Z") })
          yield* experiments.create({ ...fields, end_date: at("2026-01-02T00:00:00Z") })
          yield* experiments.create({ ...fields, archived: true })
          yield* experiments.create({ ...fields, deleted: true })
        }
        for (const size of [1, 1_000]) {
          const found: Array<ExperimentId> = []
          let after: ExperimentId | undefined = undefined
          do {
            const page: ReadonlyArray<{ readonly id: ExperimentId; readonly project_id: ProjectId }> =
              yield* experiments
                .runningSince(start, after, size)
            found.push(...page.filter(({ project_id }) => owners.includes(project_id)).map(({ id }) => id))
            after = page.at(-1)?.id
          } while (after !== undefined)
          assert.deepStrictEqual(found, expected, `${size} at once`)
        }
      }))
  })
}
