import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { actorsQuery } from "@hedgerow/core/query/kinds/actors/ActorsKind"
import { actorsQueryOptions } from "@hedgerow/core/query/kinds/actors/OptionsKind"
import { correlationQuery } from "@hedgerow/core/query/kinds/correlation/CorrelationKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Effect } from "effect"
import { personId, rowsOf } from "../experiments/History.ts"
import { askInsight, type InsightWorld } from "../insights/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"
import {
  correlated,
  correlationActorCases,
  correlationCases,
  refusedCorrelations,
  signupPersons,
  signups
} from "./CorrelationCases.ts"
import { optionCases } from "./OptionCases.ts"

const project = 987_000 as ProjectId
const elsewhere = 987_001 as ProjectId

const world: InsightWorld = { history: signups(project), now: Date.UTC(2024, 4, 7) * 1000 }

const seed = Effect.fnUntraced(function*(there: ProjectId) {
  const tables = yield* SeedTables
  yield* tables.seed(there, { ...rowsOf(signups(there)), persons: signupPersons(there) })
})

/** Every engine finds the correlations of a funnel that were computed by hand. */
export const correlationTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  const ask = (query: object) => askInsight(answerable(correlationQuery), world, { ...query })

  it.effect("what goes with success and failure in a funnel", () =>
    Effect.gen(function*() {
      yield* seed(project)
      yield* seed(elsewhere)
      for (const { events, name, query, skewed } of correlationCases) {
        const { results } = yield* ask(query)
        assert.deepStrictEqual<unknown>(results, { events, skewed: skewed === true }, name)
      }
      for (const [query, at] of refusedCorrelations) {
        const refused = yield* Effect.flip(ask(query))
        const path = refused._tag === "InvalidInput" ? refused.issues[0].path.join(".") : refused._tag
        assert.strictEqual(path, `query.${at}`)
      }
    }))

  it.effect("who stands behind a correlation", () =>
    Effect.gen(function*() {
      for (const [selection, names] of correlationActorCases) {
        const source = { kind: "FunnelCorrelationActorsQuery", ...selection, source: correlated("events") }
        const node = { select: ["id"], source }
        const { results } = yield* askInsight(answerable(actorsQuery), world, node)
        assert.sameDeepMembers<unknown>(
          Array.isArray(results) ? results : [],
          names.map((name) => [personId(project, name)]),
          JSON.stringify(selection)
        )
      }
    }))

  it.effect("what of a result actors can be asked for", () =>
    Effect.gen(function*() {
      const kind = answerable(actorsQueryOptions)
      for (const [source, options] of optionCases) {
        const answer = yield* askInsight(kind, world, { source })
        for (const [field, gives] of Object.entries(options)) {
          assert.deepStrictEqual<unknown>(answer[field], gives, `${field} of ${JSON.stringify(source)}`)
        }
      }
      const refused = yield* Effect.flip(askInsight(kind, world, { source: { kind: "HogQLQuery", query: "SELECT 1" } }))
      assert.strictEqual(refused._tag, "InvalidInput")
    }))
}
