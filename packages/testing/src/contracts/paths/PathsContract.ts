import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { actorsQuery } from "@hedgerow/core/query/kinds/actors/ActorsKind"
import { pathsQuery } from "@hedgerow/core/query/kinds/paths/PathsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Effect } from "effect"
import {
  eventUuid,
  historiesTogether,
  type History,
  type PastEvent,
  personId,
  rowsOf,
  together
} from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { askInsight, seedWorld } from "../insights/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { turning } from "../retention/RetentionQuestions.ts"
import { around, funnelPathCases, refusedFunnelPaths, shoppers } from "./FunnelPathCases.ts"
import { naivePathActors, naivePaths } from "./NaivePaths.ts"
import { randomPaths, randomWalks } from "./PathQuestions.ts"

const firstProject = 980_000
const questions = 6

const worldOf = (history: History) => ({
  history,
  now: turning + 40 * 86_400_000_000,
  timezone: "Europe/Berlin",
  test_account_filters: [{ type: "event_metadata", key: "$session_id", operator: "is_not", value: "s3" }]
})

const ask = (history: History, query: object) => askInsight(answerable(pathsQuery), worldOf(history), { ...query })

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const dice = makeDice(seed + 13)
  const project = firstProject + seed as ProjectId
  const history = together(project, () => randomWalks(dice, project))
  yield* seedWorld(worldOf(history))
  let counted = 0
  for (let asked = 0; asked < questions; asked++) {
    const query = randomPaths(dice)
    const { hogql, results } = yield* ask(history, query)
    const expected = naivePaths(history, query)
    assert.deepStrictEqual<unknown>(
      results,
      expected,
      `seed ${seed}: ${JSON.stringify(query)} ${JSON.stringify(hogql)}`
    )
    const edge = expected[dice.below(Math.max(1, expected.length))]
    const keys = {
      ...(dice.chance(0.5) ? { pathStartKey: edge?.source ?? "1_a" } : undefined),
      ...(dice.chance(0.5) ? { pathEndKey: edge?.target ?? "2_b" } : undefined),
      ...(dice.chance(0.3) ? { pathDropoffKey: edge?.target ?? "2_b" } : undefined)
    }
    const source = { kind: "InsightActorsQuery", source: { ...query, pathsFilter: { ...query.pathsFilter, ...keys } } }
    const actors = yield* askInsight(answerable(actorsQuery), worldOf(history), { select: ["count()"], source })
    const behind = naivePathActors(history, query, keys)
    assert.deepStrictEqual<unknown>(actors["results"], [[behind]], `seed ${seed}: ${JSON.stringify([query, keys])}`)
    counted += expected.length
  }
  return counted
})

/** Persons with the steps that they take, five minutes apart. */
const walks = (all: ReadonlyArray<ReadonlyArray<string>>) => (project: ProjectId): History => ({
  project,
  merged: new Map(),
  events: all.flatMap((steps, person) => steps.map((step, index) => ({ step, person, index })))
    .map(({ index, person, step }, place): PastEvent => ({
      uuid: eventUuid(project, place),
      person: `p${person}`,
      name: step.startsWith("/") ? "$pageview" : step,
      time: turning + index * 300_000_000,
      group: "",
      session: "",
      properties: step.startsWith("/") ? { $current_url: step } : {}
    }))
})

const edge = (source: string, target: string, value: number, minutes = 5) => ({
  source,
  target,
  value,
  average_conversion_time: minutes * 60_000
})

const published = walks([["c1", "/x", "c3"], ["c1", "c2", "c3"], ["c2", "c1"], ["c1", "c2"]])
const whole = { kind: "PathsQuery", dateRange: { date_from: "all" } }

const cases = [
  {
    name: "the published case: events by their names, pages ignored",
    history: published,
    filter: { includeEventTypes: ["custom_event"] },
    edges: [
      edge("1_c1", "2_c2", 2),
      edge("1_c1", "2_c3", 1, 10),
      edge("1_c2", "2_c1", 1),
      edge("2_c2", "3_c3", 1)
    ]
  },
  {
    name: "pages lose their last slash, but for the first page",
    history: walks([["/", "/pricing/", "/pricing", "/"]]),
    filter: { includeEventTypes: ["$pageview"] },
    edges: [edge("1_/", "2_/pricing", 1), edge("2_/pricing", "3_/", 1, 10)]
  },
  {
    name: "between two points the middle of a long path is left out",
    history: walks([["z", "a", "b", "c", "d", "e", "f", "y"]]),
    filter: { startPoint: "a", endPoint: "f", stepLimit: 5 },
    edges: [
      edge("1_a", "2_b", 1),
      edge("2_b", "3_...", 1),
      edge("3_...", "4_e", 1, 10),
      edge("4_e", "5_f", 1)
    ]
  },
  {
    name: "edges that no first step leads to are left out",
    history: walks([["a", "b", "c"], ["a", "b", "d"], ["x", "b", "c"], ["x", "b", "d"], ["q", "c"]]),
    filter: { minEdgeWeight: 2, edgeLimit: 2 },
    edges: [edge("1_a", "2_b", 2), edge("1_x", "2_b", 2)]
  },
  { name: "an empty project has no edges", history: walks([]), filter: {}, edges: [] }
]

/** Every engine finds the paths that the naive model finds, for random walks and queries. */
export const pathHistories = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  it.effect(`paths of ${projects * historiesTogether} random histories`, () =>
    Effect.gen(function*() {
      const counted = yield* Effect.forEach(Array.from({ length: projects }, (_, seed) => seed), checkOne)
      assert.isAtLeast(counted.reduce((sum, one) => sum + one, 0), 5 * projects, "edges")
    }), 600_000)
}

/** Paths of random histories, the published ones, and those around funnels. */
export const pathsTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>, projects: number): void => {
  pathHistories(it, projects)

  it.effect("paths: edges of paths from the beginning of sessions are counted by the engine, others step by step", () =>
    Effect.gen(function*() {
      const history = walks([["a", "b", "c"]])(firstProject - 300 as ProjectId)
      yield* seedWorld(worldOf(history))
      for (const [filter, isCounted] of [[{}, true], [{ stepLimit: 20 }, true], [{ endPoint: "c" }, false]] as const) {
        const { hogql, results } = yield* ask(history, {
          kind: "PathsQuery",
          dateRange: { date_from: "all" },
          pathsFilter: filter
        })
        assert.strictEqual(JSON.stringify(hogql).includes("began_1"), isCounted)
        assert.deepStrictEqual<unknown>(results, [edge("1_a", "2_b", 1), edge("2_b", "3_c", 1)])
      }
    }))

  for (const [index, one] of cases.entries()) {
    it.effect(`paths: ${one.name}`, () =>
      Effect.gen(function*() {
        const tables = yield* SeedTables
        const there = firstProject - 500 - index as ProjectId
        const history = one.history(firstProject - 1 - index as ProjectId)
        yield* seedWorld(worldOf(history))
        yield* tables.seed(there, rowsOf(published(there)))
        const { results } = yield* ask(history, { ...whole, pathsFilter: one.filter })
        assert.deepStrictEqual<unknown>(results, one.edges)
      }))
  }

  for (const [index, { edges, name, query, walks: all }] of funnelPathCases.entries()) {
    it.effect(`paths around a funnel: ${name}`, () =>
      Effect.gen(function*() {
        const history = walks(all)(firstProject - 700 - index as ProjectId)
        yield* seedWorld(worldOf(history))
        const { results } = yield* ask(history, { ...whole, ...query })
        assert.deepStrictEqual<unknown>(results, edges.map((one) => edge(...one)))
      }))
  }

  it.effect("paths around a funnel: who went there, and what is refused", () =>
    Effect.gen(function*() {
      const history = walks(shoppers)(firstProject - 800 as ProjectId)
      yield* seedWorld(worldOf(history))
      const paths = { ...whole, ...around("between_steps", 2) }
      const source = { kind: "InsightActorsQuery", source: { ...paths, pathsFilter: { pathStartKey: "3_search" } } }
      const actors = yield* askInsight(answerable(actorsQuery), worldOf(history), {
        select: ["actor", "event_count"],
        orderBy: ["event_count DESC, actor_id DESC"],
        source
      })
      assert.deepStrictEqual<unknown>(actors["results"], [[{ id: personId(history.project, "p2") }, 1]])
      for (const [query, at] of refusedFunnelPaths) {
        const refused = yield* ask(history, { ...whole, ...query }).pipe(Effect.flip)
        assert.strictEqual(refused._tag, "InvalidInput", JSON.stringify(query))
        const path = refused._tag === "InvalidInput" ? refused.issues[0].path.join(".") : ""
        assert.strictEqual(path, `query.${at}`)
      }
    }))
}
