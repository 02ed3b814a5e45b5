/** Plans that are kept for statements of insights, beside those that are made anew. */
import { assert, layer } from "@effect/vitest"
import { ActionId } from "@hedgerow/core/actions/Action"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Asked } from "@hedgerow/core/query/Asked"
import { makePlannedShapes, type PlannedShape, PlannedStatements } from "@hedgerow/core/query/PlannedStatements"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { AskInsight, makeDice, Random, RandomInsight, RandomNodes } from "@hedgerow/testing/contracts"
import { Cause, Effect } from "effect"
import * as HistoryStorage from "./HistoryStorage.ts"

const project = 940_000 as ProjectId
const drawn = RandomInsight.randomWorld(1, project, makeDice(1))
const acted = { id: ActionId.make(RandomNodes.actionId), name: "Acted", steps: [{ event: "buy" }, { event: "view" }] }
const asked: Asked = AskInsight.askedOf({ ...drawn, actions: [acted] })

/** Room for plans, and the number of statements whose plan was found there. */
const makeKept = () => {
  const shapes = makePlannedShapes()
  const kept = {
    hits: 0,
    shapes: {
      ...shapes,
      use: (key: string, shape: PlannedShape) => {
        if (shapes.get(key) === shape) kept.hits++
        shapes.use(key, shape)
      }
    }
  }
  return kept
}

/** The plans that an insight runs, and its answer or refusal. */
const plansOf = Effect.fnUntraced(function*(node: JsonRecord, kept: ReturnType<typeof makeKept>) {
  const engine = yield* QueryEngine
  const plans: Array<QueryPlan> = []
  const watched: QueryEngine["Service"] = {
    ...engine,
    run: (plan, options) => {
      plans.push(plan)
      return engine.run(plan, options)
    },
    stream: (plan, options) => {
      plans.push(plan)
      return engine.stream(plan, options)
    }
  }
  const kind = (yield* QueryKinds).find(({ kind: name }) => name === node["kind"])
  if (kind === undefined) return yield* Effect.die(new Error(`There is no kind ${String(node["kind"])}.`))
  const answer = yield* kind.read({ ...asked, node, path: ["query"] }).pipe(
    Effect.flatMap(({ prepared }) => prepared(asked).answer(watched)),
    Effect.provideService(PlannedStatements, kept.shapes),
    Effect.catchCause((cause) => Effect.succeed({ refused: JSON.stringify(Cause.squash(cause)) }))
  )
  return { plans, answer: JSON.stringify({ ...answer, timings: null }) }
})

const otherEvents: Readonly<Record<string, string>> = { view: "buy", buy: "leave", leave: "view" }

/** The same question about other days and other events: texts and numbers of other values. */
const changed = (value: unknown, by: number): unknown => {
  if (Array.isArray(value)) return value.map((one) => changed(one, by))
  if (isJsonRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, by)]))
  }
  if (typeof value !== "string") return value
  if (!/^20\d\d-\d\d-\d\d/.test(value)) return by % 2 === 0 ? otherEvents[value] ?? value : value
  const at = new Date(`${value.slice(0, 10)}T00:00:00Z`).getTime() + by * 86_400_000
  return `${new Date(at).toISOString().slice(0, 10)}${value.slice(10)}`
}

/** Tests that so many random insights, each with other values too, run the plans of their parsed texts. */
export const plansAreThoseOfTexts = (count: number) => {
  layer(HistoryStorage.layer, { timeout: "10 minutes" })("plans that are kept", (it) => {
    it.effect("are those of the parsed text, for random insights with other values", () =>
      Effect.gen(function*() {
        yield* AskInsight.seedWorld(drawn)
        const random = new Random(1)
        const kept = makeKept()
        let statements = 0
        for (let place = 0; place < count; place++) {
          const node = RandomNodes.randomNode(random)
          for (const by of [0, 1, 2, 400]) {
            const other = changed(node, by) as JsonRecord
            const expected = yield* plansOf(other, makeKept())
            const actual = yield* plansOf(other, kept)
            assert.deepStrictEqual(actual, expected, JSON.stringify(other))
            statements += actual.plans.length
          }
        }
        assert.isAbove(kept.hits, statements / 3)
      }))
  })
}
