import { correlationNode, correlationOf, peopleOf } from "@hedgerow/console/screens/insights/Correlations"
import { eventSeries } from "@hedgerow/console/screens/insights/Question"
import { assert, it } from "vitest"

const funnel = { kind: "FunnelsQuery", series: [eventSeries("signed up"), eventSeries("paid")] } as const

it("the people behind a correlation are those with the event, or with the property's value, of one outcome", () => {
  const event = { name: "took::the tour", successes: 2, failures: 0, oddsRatio: 9, isSuccess: true }
  assert.deepInclude(peopleOf(funnel, "events", event, false).source, {
    kind: "FunnelCorrelationActorsQuery",
    funnelCorrelationPersonConverted: false,
    funnelCorrelationPersonEntity: { kind: "EventsNode", event: "took::the tour" }
  })
  const property = { ...event, name: "plan::a::b" }
  const { source, title } = peopleOf(funnel, "properties", property, true)
  assert.deepStrictEqual(source["funnelCorrelationPropertyValues"], [
    { key: "plan", value: ["a::b"], type: "person", operator: "exact" }
  ])
  assert.deepStrictEqual(source["source"], correlationNode(funnel, "properties"))
  assert.strictEqual(title, "plan::a::b, converted")
})

it("rows are read from the answer, and whether it is skewed", () => {
  const row = {
    event: { event: "x" },
    success_count: 2,
    failure_count: 1,
    odds_ratio: 1.5,
    correlation_type: "failure"
  }
  assert.deepStrictEqual(correlationOf({ results: { events: [row], skewed: true } }), {
    isSkewed: true,
    rows: [{ name: "x", successes: 2, failures: 1, oddsRatio: 1.5, isSuccess: false }]
  })
  assert.deepStrictEqual(correlationOf({ results: null }), { isSkewed: false, rows: [] })
})
