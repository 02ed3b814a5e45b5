import { assert, type Vitest } from "@effect/vitest"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { editor, VerdictWorld } from "./VerdictWorld.ts"

/** The kinds of stored insights: misspelt ones are refused, those of the reference are stored and say so when asked. */
export const storedInsightTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts | VerdictWorld>): void => {
  it.effect("an insight of the reference's kinds is stored and says so when asked, one of no kind is refused", () =>
    Effect.gen(function*() {
      const [dashboards, results, by] = [yield* Dashboards, yield* InsightResults, yield* editor]
      const query = { kind: "InsightVizNode", source: { kind: "WebOverviewQuery", properties: [] } }
      const { insight: { id } } = yield* dashboards.createInsight(by, { name: "Web", query })
      const { insight } = yield* dashboards.findInsight(by.project.id, String(id))
      assert.deepStrictEqual(insight.query, query)
      const { project } = yield* VerdictWorld
      const asked = yield* Effect.flip(results.of({ project, user: null }, insight, { refresh: "blocking" }))
      assert.include(JSON.stringify(asked), "Unsupported query kind: WebOverviewQuery")
      const refused = yield* Effect.flip(dashboards.createInsight(by, { name: "Soup", query: { kind: "TrendQuery" } }))
      assert.include(refused.issues[0].message, "Did you mean 'TrendsQuery'? The kinds are ")
    }))
}
