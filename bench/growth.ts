import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { funnelsQuery } from "@hedgerow/core/query/kinds/funnels/FunnelsKind"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { cpuPer, load, onEmbedded } from "./clickHouse.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { insightShapes } from "./insightQueries.ts"
import { answer } from "./insights.ts"
import type { InsightShape } from "./InsightShape.ts"

const rounds = 3

type Asked = Pick<InsightShape, "kind" | "name" | "node">

const month = { dateRange: { date_from: "2026-05-31", date_to: "2026-06-29" } }
const steps = ["signup", "add to cart", "purchase"]
const funnel: JsonRecord = { series: steps.map((event) => ({ kind: "EventsNode", event })), ...month }
const byBrowser = { breakdownFilter: { breakdown: "$browser", breakdown_type: "event" } }

/** Queries beside which no SQL by hand stands, or that other benches have beside it. */
const others: ReadonlyArray<Asked> = [
  { name: "funnel", kind: answerable(funnelsQuery), node: funnel },
  { name: "funnel by browser", kind: answerable(funnelsQuery), node: { ...funnel, ...byBrowser } },
  {
    name: "funnel, strict",
    kind: answerable(funnelsQuery),
    node: { ...funnel, funnelsFilter: { funnelOrderType: "strict" } }
  }
]

const costOf = Effect.fnUntraced(function*(shape: Asked) {
  yield* answer(shape)
  const cost = yield* cpuPer(rounds, Effect.repeat(answer(shape), { times: rounds - 1 }))
  return [shape.name, cost] as const
})

/** The CPU of each insight, in microseconds by its name. */
export const costs = Effect.map(
  Effect.forEach([...insightShapes, ...others], costOf),
  (all): ReadonlyMap<string, number> => new Map(all)
)

/** The costs with more events beside those with fewer. */
export const growthOf = (
  fewer: ReadonlyMap<string, number>,
  more: ReadonlyMap<string, number>,
  between: string
): ReadonlyArray<Comparison> =>
  [...more].map(([name, ours]) => ({
    name: `growth: ${name}, from ${between} million events`,
    unit: "query",
    ours,
    baseline: fewer.get(name) ?? Number.NaN
  }))

/** Insights on one, five and twenty million events: how much more each takes. */
export const benchGrowth = async (): Promise<Measured> => {
  const measured = (count: number) => onEmbedded(Effect.andThen(load(count), costs))
  const one = await measured(1_000_000)
  const five = await measured(5_000_000)
  const twenty = await measured(20_000_000)
  return {
    rows: [...growthOf(one, five, "1 to 5"), ...growthOf(five, twenty, "5 to 20")],
    notes: [`growth: ours alone, ${rounds} rounds of each after one more; the persons grow with the events.`]
  }
}
