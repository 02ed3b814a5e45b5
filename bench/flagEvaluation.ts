/**
 * The cost of one evaluation in evaluators that run inside an application, each with the same rule, by its public call.
 */
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { blankFlag, changedFlag } from "@hedgerow/core/flags/editing/FlagChanging"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { reportedFlagValue } from "@hedgerow/core/flags/serving/RequestFlagValue"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { DateTime, Effect, Layer, ManagedRuntime, Option } from "effect"
import { cpus, loadavg } from "node:os"
import type { Comparison, Measured } from "./Comparison.ts"
import { rivals } from "./flagRivals.ts"
import { type BenchEvaluator, benchFlags, flagKey, users } from "./flagRule.ts"

/** A project in memory with these flags. */
const makeProject = Effect.fnUntraced(function*(count: number) {
  const made = yield* bootstrap({ projectName: "Bench", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const repository = yield* FeatureFlagRepository
  const now = yield* DateTime.now
  for (const { filters, key } of benchFlags(count)) {
    const blank = blankFlag(yield* repository.nextId, key, project.id, "system", now)
    yield* repository.insert(changedFlag(blank, { filters }))
  }
  return project
})

/** The calls that an application makes: a key, a distinct id and properties in, a value out. */
const ours = async (count: number): Promise<Record<"told" | "service", BenchEvaluator>> => {
  const runtime = ManagedRuntime.make(Domain.layer.pipe(Layer.provideMerge(MemoryStorage.layer)))
  const project = await runtime.runPromise(makeProject(count))
  const run = Effect.runSyncWith(await runtime.context())
  const evaluations = run(FlagEvaluations)
  const definitions = await runtime.runPromise(evaluations.definitions(project.id))
  return {
    told: {
      isOn: (key, { country, id, plan }) =>
        reportedFlagValue(
          definitions,
          key,
          { distinctId: id, personProperties: { country, plan } },
          DateTime.nowUnsafe()
        ) === true
    },
    service: {
      isOn: (key, { country, id, plan }) => {
        const subject = { distinctId: id, personProperties: { country, plan }, selection: { flagKeys: [key] } }
        return run(evaluations.evaluate(project.id, subject)).flags.get(key)?.enabled === true
      },
      close: () => runtime.dispose()
    }
  }
}

/** Evaluates for some time; answers CPU microseconds per evaluation and the share of those who had the flag on. */
const measure = async ({ isOn }: BenchEvaluator, key: string, millis: number) => {
  const started = process.cpuUsage()
  const end = performance.now() + millis
  let on = 0
  let count = 0
  while (performance.now() < end) {
    for (const user of users) {
      const answer = isOn(key, user)
      if (typeof answer === "boolean" ? answer : await answer) on++
      count++
    }
  }
  const { system, user } = process.cpuUsage(started)
  return { micros: (user + system) / count, share: on / count }
}

const costOf = async (name: string, evaluator: BenchEvaluator, count: number): Promise<number> => {
  const key = flagKey(Math.floor(count / 2))
  await measure(evaluator, key, 200)
  const { micros, share } = await measure(evaluator, key, 500)
  await evaluator.close?.()
  if (share < 0.4 || share > 0.6) throw new Error(`${name} has the flag on for ${share * 100} % instead of half`)
  return micros
}

/** One row for each rival and number of flags in the project. */
export const benchFlagEvaluation = async (): Promise<Measured> => {
  const rows: Array<Comparison> = []
  const load = loadavg()[0] ?? 0
  for (const count of [1, 100, 10_000]) {
    const { service, told } = await ours(count)
    const own = await costOf("ours", told, count)
    const lookedUp = await costOf("the service", service, count)
    rows.push({
      name: `flag evaluation: as a service, ${count} flags`,
      unit: "evaluation",
      ours: lookedUp,
      baseline: own
    })
    for (const [name, start] of Object.entries(rivals)) {
      const baseline = await costOf(name, await start(count), count)
      rows.push({ name: `flag evaluation: ${name}, ${count} flags`, unit: "evaluation", ours: own, baseline })
    }
  }
  const note = `flag evaluation: load ${load.toFixed(0)} on ${cpus().length} cores at the start`
  const isBusy = load > cpus().length / 2
  return { rows, notes: [isBusy ? `${note}: the machine was not quiet, what counts are the ratios` : note] }
}
