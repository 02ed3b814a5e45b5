/** What one evaluation costs in the evaluators that run inside an application, each with the same rule. */
import { compileFlags } from "@hedgerow/core/flags/evaluation/CompiledFlags"
import { evaluateKey } from "@hedgerow/core/flags/evaluation/EvaluateFlags"
import { DateTime } from "effect"
import { rivals } from "./flagRivals.ts"
import { type BenchEvaluator, benchFlags, flagKey, users } from "./flagRule.ts"
import type { Comparison } from "./run.ts"

const ours = (count: number): BenchEvaluator => {
  const compiled = compileFlags({ flags: benchFlags(count), cohorts: [], groupTypes: new Map(), timeZone: "UTC" })
  const unchanging = { groups: {}, groupProperties: {}, hashKeys: new Map(), staticCohorts: new Set<number>() }
  const now = DateTime.nowUnsafe()
  return {
    isOn: (key, { country, id, plan }) =>
      evaluateKey(compiled, key, { ...unchanging, distinctId: id, personProperties: { country, plan }, now })?.enabled
        === true
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
export const benchFlagEvaluation = async (): Promise<ReadonlyArray<Comparison>> => {
  const rows: Array<Comparison> = []
  for (const count of [1, 100, 10_000]) {
    const own = await costOf("ours", ours(count), count)
    for (const [name, start] of Object.entries(rivals)) {
      const baseline = await costOf(name, await start(count), count)
      rows.push({ name: `flag evaluation: ${name}, ${count} flags`, unit: "evaluation", ours: own, baseline })
    }
  }
  return rows
}
