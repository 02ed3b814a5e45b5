import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { correlationQuery } from "@hedgerow/core/query/kinds/correlation/CorrelationKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { together } from "../experiments/History.ts"
import { type Dice, makeDice } from "../experiments/RandomHistory.ts"
import { randomActs } from "../funnels/RandomFunnel.ts"
import { askInsight, seedWorld } from "../insights/AskInsight.ts"
import type { SeedTables } from "../query/SeedTables.ts"

const firstProject = 988_000
const projects = 3
const funnelsOfEach = 5

const names = ["view", "add", "buy", "help", null] as const

const randomSteps = (dice: Dice): JsonRecord => ({
  kind: "FunnelsQuery",
  series: Array.from({ length: 2 + dice.below(2) }, () => ({ kind: "EventsNode", event: dice.pick(names) })),
  dateRange: { date_from: "2024-10-26", date_to: "2024-10-28" },
  ...(dice.chance(0.2) ? { aggregation_group_type_index: 0 } : undefined),
  ...(dice.chance(0.2) ? { properties: [{ type: "event", key: "size", operator: "is_set" }] } : undefined),
  funnelsFilter: {
    funnelWindowInterval: 1 + dice.below(12),
    funnelWindowIntervalUnit: dice.pick(["hour", "hour", "day", "minute"])
  }
})

/** The same funnel with a rule that changes nothing, and that no engine follows. */
const followed = (funnel: JsonRecord): JsonRecord => {
  const exclusion = { kind: "EventsNode", event: "nothing", funnelFromStep: 0, funnelToStep: 1 }
  return { ...funnel, funnelsFilter: { ...funnel["funnelsFilter"] as JsonRecord, exclusions: [exclusion] } }
}

const correlated = (funnel: JsonRecord): JsonRecord => ({
  funnelCorrelationType: "events",
  source: { kind: "FunnelsActorsQuery", source: funnel }
})

const countedBy = (hogql: unknown): boolean => JSON.stringify(hogql).includes("uniqExactIf")

/** The number of funnels whose names the engine counts. */
const checkProject = Effect.fnUntraced(function*(seed: number) {
  const id = firstProject + seed as ProjectId
  const dice = makeDice(seed + 41)
  const world = { history: together(id, () => randomActs(dice, id, seed % 2 === 0)), now: Date.UTC(2024, 10, 5) * 1000 }
  yield* seedWorld(world)
  let counted = 0
  for (let place = 0; place < funnelsOfEach; place++) {
    const funnel = randomSteps(dice)
    const one = yield* askInsight(answerable(correlationQuery), world, correlated(funnel))
    const other = yield* askInsight(answerable(correlationQuery), world, correlated(followed(funnel)))
    assert.deepStrictEqual(one.results, other.results, `seed ${seed}: ${JSON.stringify(funnel)}`)
    assert.isFalse(countedBy(other["hogql"]))
    if (countedBy(one["hogql"])) counted++
  }
  return counted
})

/** Names that the engine counts have the numbers of those that are counted actor by actor. */
export const countedFormTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("correlations that the engine counts are those of actors that are followed", () =>
    Effect.gen(function*() {
      const counted = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkProject)
      assert.isAtLeast(counted.reduce((sum, one) => sum + one, 0), projects)
    }))
}
