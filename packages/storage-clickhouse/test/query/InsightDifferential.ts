import { assert, layer } from "@effect/vitest"
import { ActionId } from "@hedgerow/core/actions/Action"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { AskInsight, History, makeDice, RandomInsight, RandomNodes } from "@hedgerow/testing/contracts"
import { Cause, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Engines from "./differential/Engines.ts"
import { Random } from "./differential/Random.ts"

const { actionId, randomNode } = RandomNodes

const seedOf = (otherwise: number): number => Number(process.env["INSIGHT_SEED"] ?? otherwise)
const firstProject = 930_000

/** The one action of every project. */
const acted = { id: ActionId.make(actionId), name: "Acted", steps: [{ event: "buy" }, { event: "view" }] }

/** The number of queries that are asked of each history. */
const perHistory = 20

/** Floats by the digits that engines agree on. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value)
    ? Math.abs(value) < 1e-12 ? 0 : Number((value * (1 + 3e-12)).toPrecision(9))
    : value

const messageOf = (error: unknown): string =>
  error instanceof Error && "issues" in error ? JSON.stringify(error.issues) : String(error)

interface Told {
  readonly isAnswer: boolean
  readonly text: string
}

const told = Effect.fnUntraced(
  function*(engine: QueryEngine["Service"], world: AskInsight.InsightWorld, node: JsonRecord) {
    const kind = (yield* QueryKinds).find(({ kind: name }) => name === node["kind"])
    if (kind === undefined) return yield* Effect.die(new Error(`There is no kind ${String(node["kind"])}.`))
    return yield* AskInsight.askInsight(kind, world, node).pipe(
      Effect.provideService(QueryEngine, engine),
      Effect.map((answer): Told => ({ isAnswer: true, text: JSON.stringify(answer["results"], rounded) })),
      Effect.catchCause((cause) => Effect.succeed<Told>({ isAnswer: false, text: messageOf(Cause.squash(cause)) }))
    )
  }
)

/** Tests that random structured queries have the same answer, or the same refusal, on every engine. */
export const insightsAgree = (count: number, seed = 1) => {
  layer(Engines.layer, { timeout: "10 minutes" })("random structured queries", (it) => {
    it.effect("have the same answers in memory, in PostgreSQL and in ClickHouse", () =>
      Effect.gen(function*() {
        const { clickhouse, memory, postgres, seed: fill } = yield* Engines.Engines
        const random = new Random(seedOf(seed))
        const different: Array<unknown> = []
        let answers = 0
        for (let place = 0; place < count; place++) {
          const number = Math.floor(place / perHistory)
          const project = firstProject + number as ProjectId
          const drawn = RandomInsight.randomWorld(seedOf(seed) * 1_000 + number, project, makeDice(number))
          const world = { ...drawn, actions: [acted] }
          if (place % perHistory === 0) yield* fill(project, History.rowsOf(world.history))
          const node = randomNode(random)
          const expected = yield* told(memory, world, node)
          if (expected.isAnswer) answers++
          for (const [name, engine] of Object.entries({ clickhouse, postgres })) {
            const actual = yield* told(engine, world, node)
            if (actual.isAnswer === expected.isAnswer && actual.text === expected.text) continue
            different.push({ name, place, node: JSON.stringify(node), memory: expected.text, is: actual.text })
          }
        }
        assert.deepStrictEqual(different, [])
        assert.isAbove(answers, count / 3)
      }).pipe(TestClock.withLive))
  })
}
