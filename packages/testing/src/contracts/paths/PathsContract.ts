import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { pathsQuery } from "@hedgerow/core/query/kinds/paths/PathsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Effect, type Layer } from "effect"
import { eventUuid, type History, type PastEvent, rowsOf } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { askInsight } from "../query/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { turning } from "../retention/RetentionQuestions.ts"
import { naivePaths } from "./NaivePaths.ts"
import { randomPaths, randomWalks } from "./PathQuestions.ts"

const firstProject = 950_000
const questions = 6
const later = turning + 40 * 86_400_000_000 as EventTime

const ask = (id: ProjectId, query: object) =>
  askInsight(pathsQuery, query, { id, now: later, timezone: "Europe/Berlin" })

const checkOne = Effect.fnUntraced(function*(seed: number) {
  const tables = yield* SeedTables
  const id = firstProject + seed as ProjectId
  const dice = makeDice(seed + 13)
  const history = randomWalks(dice, id)
  yield* tables.seed(id, rowsOf(history))
  let counted = 0
  for (let asked = 0; asked < questions; asked++) {
    const query = randomPaths(dice)
    const { ran, results } = yield* ask(id, query)
    const expected = naivePaths(history, query)
    assert.deepStrictEqual(results, expected, `seed ${seed}: ${JSON.stringify(query)} ${ran.printed}`)
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
const all = { kind: "PathsQuery", dateRange: { date_from: "all" } }

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
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>, histories: number): void =>
  layer(storage, { timeout: "10 minutes" })(`Paths: ${name}`, (it) => {
    it.effect(`${histories} random histories`, () =>
      Effect.gen(function*() {
        const counted = yield* Effect.forEach(Array.from({ length: histories }, (_, seed) => seed), checkOne)
        assert.isAtLeast(counted.reduce((sum, one) => sum + one, 0), 5 * histories, "edges")
      }), 600_000)

    for (const [index, one] of cases.entries()) {
      it.effect(one.name, () =>
        Effect.gen(function*() {
          const tables = yield* SeedTables
          const [id, strangers] = [firstProject - 1 - index as ProjectId, firstProject - 500 - index as ProjectId]
          yield* tables.seed(id, rowsOf(one.history(id)))
          yield* tables.seed(strangers, rowsOf(published(strangers)))
          const { results } = yield* ask(id, { ...all, pathsFilter: one.filter })
          assert.deepStrictEqual(results, one.edges)
        }))
    }
  })
