import { assert, layer, type Vitest } from "@effect/vitest"
import type { KnownAction } from "@hedgerow/core/actions/KnownActions"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { funnelsActors } from "@hedgerow/core/query/kinds/funnels/FunnelsActors"
import { decodeFunnels } from "@hedgerow/core/query/kinds/funnels/FunnelsNode"
import { funnelsResults } from "@hedgerow/core/query/kinds/funnels/FunnelsResults"
import { runFunnels } from "@hedgerow/core/query/kinds/funnels/RunFunnels"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryRun } from "@hedgerow/core/query/QueryKind"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, type Layer } from "effect"
import { historiesTogether, type History, personId, rowsOf, together } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { askedOf } from "../insights/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"
import {
  cutFunnel,
  cutHistory,
  goldenActors,
  goldenCutActors,
  goldenFunnels,
  moviesFunnel,
  moviesHistory
} from "./GoldenFunnels.ts"
import { naiveFunnel } from "./NaiveFunnel.ts"
import { randomActs, randomFunnel } from "./RandomFunnel.ts"

const firstProject = 940_000
const funnelsOfEach = 6
const now = Date.UTC(2024, 10, 5, 12) * 1000

const bought: KnownAction = { id: 7 as KnownAction["id"], name: "bought", steps: [{ event: "buy" }] }

const runFor = Effect.fnUntraced(function*(history: History, timezone: string) {
  const asked = askedOf({ history, now, timezone, week_start_day: 1, actions: [bought] })
  const run: QueryRun = { ...asked, engine: yield* QueryEngine, limits: defaultLimits, isText: false }
  return run
})

const answer = Effect.fnUntraced(function*(sent: JsonRecord, run: QueryRun) {
  const node = yield* decodeFunnels(sent, ["query"], run)
  const outcome = yield* runFunnels(node, run)
  return { node, outcome, results: funnelsResults(node, outcome) }
})

const valueOf = (values: unknown): string => Array.isArray(values) ? String(values[0]) : ""

type Answered = Effect.Success<ReturnType<typeof answer>>

/** The results of the model. */
const shownAs = ({ node, outcome, results }: Answered): unknown => {
  const found = outcome.parts[0]?.found
  if (found?._tag === "Durations") {
    const { average_conversion_time: average, bins } = results as {
      readonly average_conversion_time: unknown
      readonly bins: ReadonlyArray<readonly [number, number]>
    }
    return { average, samples: bins.reduce((sum, [, count]) => sum + count, 0) }
  }
  const rows = results as ReadonlyArray<unknown>
  if (found?._tag === "Entrances") {
    const curves = rows as ReadonlyArray<{ readonly data: unknown; readonly breakdown_value?: unknown }>
    return Object.fromEntries(curves.map(({ breakdown_value: value, data }) => [valueOf(value), data]))
  }
  type Step = Readonly<Record<string, unknown>>
  const groups = (node.breakdownFilter === undefined ? rows.length === 0 ? [] : [rows] : rows) as ReadonlyArray<
    ReadonlyArray<Step>
  >
  return Object.fromEntries(
    groups.map((steps) => [
      valueOf(steps[0]?.["breakdown_value"]),
      steps.map((step) => [step["count"], step["average_conversion_time"], step["median_conversion_time"]])
    ])
  )
}

/** Random steps may repeat the one after an optional one. */
const isRepeated = (error: { readonly message: string }): boolean => error.message.startsWith("An optional step cannot")

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const tables = yield* SeedTables
  const id = firstProject + seed as ProjectId
  const dice = makeDice(seed + 77)
  const hasOptional = seed % 4 === 0
  const history = together(id, () => randomActs(dice, id, hasOptional))
  yield* tables.seed(id, rowsOf(history))
  const run = yield* runFor(history, "Europe/Berlin")
  let compared = 0
  for (let place = 0; place < funnelsOfEach; place++) {
    const sent = randomFunnel(dice, hasOptional)
    const answered = yield* answer(sent, run).pipe(
      Effect.catchIf(isRepeated, () => Effect.succeed(undefined))
    )
    if (answered === undefined) continue
    const { parts: [part], span } = answered.outcome
    const starts = part?.found._tag === "Entrances" ? part.found.buckets.starts : []
    const expected = naiveFunnel({ history, node: answered.node, span, starts })
    assert.deepStrictEqual(shownAs(answered), expected, `seed ${seed}: ${JSON.stringify(sent)}`)
    compared += Object.keys(expected).length
  }
  return compared
})

/** Every engine finds the numbers that the naive model finds, for random histories and funnels. */
export const funnelHistories = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  it.effect(`funnels of ${projects * historiesTogether} random histories`, () =>
    Effect.gen(function*() {
      const compared = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkOne)
      assert.isAtLeast(compared.reduce((sum, one) => sum + one, 0), 4 * projects, "values with numbers")
    }), 600_000)
}

/** Funnels of random histories, and those that are published. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>, projects: number): void =>
  layer(storage, { timeout: "10 minutes" })(`Funnels: ${name}`, (it) => {
    funnelHistories(it, projects)

    for (const [index, one] of goldenFunnels.entries()) {
      it.effect(one.name, () =>
        Effect.gen(function*() {
          const history = one.history(firstProject - 1 - index as ProjectId)
          yield* (yield* SeedTables).seed(history.project, rowsOf(history))
          const { results } = yield* answer(one.funnel, yield* runFor(history, "UTC"))
          assert.deepStrictEqual(results, one.gives)
        }))
    }

    it.effect("who stands behind the numbers of a funnel", () =>
      Effect.gen(function*() {
        const history = moviesHistory(firstProject - 500 as ProjectId)
        yield* (yield* SeedTables).seed(history.project, rowsOf(history))
        const run = yield* runFor(history, "UTC")
        const names = new Map(["p1", "p2", "p3"].map((name) => [personId(history.project, name) as string, name]))
        for (const { filter, gives, selection } of goldenActors) {
          const source = yield* funnelsActors.prepare(moviesFunnel(filter), ["query"], run)
          const actors = yield* source.actors({ ...selection, path: ["query"] }, run)
          const ids = actors._tag === "Listed" ? actors.ids : []
          assert.sameMembers(ids.map((id) => names.get(id) ?? id), [...gives], JSON.stringify(selection))
        }
        const refused = yield* funnelsActors.prepare(moviesFunnel({}), ["query"], run).pipe(
          Effect.flatMap((source) => source.actors({ funnelStep: -1, path: ["query"] }, run)),
          Effect.flip
        )
        assert.strictEqual(refused._tag, "InvalidInput")
      }))

    it.effect("who stands behind the numbers of a funnel that is cut", () =>
      Effect.gen(function*() {
        for (const [index, { acts, gives, more, value }] of goldenCutActors.entries()) {
          const history = cutHistory(acts)(firstProject - 510 - index as ProjectId)
          yield* (yield* SeedTables).seed(history.project, rowsOf(history))
          const run = yield* runFor(history, "UTC")
          const source = yield* funnelsActors.prepare(cutFunnel(more), ["query"], run)
          const selection = { funnelStep: 1, funnelStepBreakdown: value, path: ["query"] }
          const actors = yield* source.actors(selection, run)
          const ids = gives.map((name): string => personId(history.project, name))
          assert.sameMembers(actors._tag === "Listed" ? [...actors.ids] : [], ids, JSON.stringify(value))
        }
      }))
  })
