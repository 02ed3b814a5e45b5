import { afterAll, assert, beforeAll, it, vi } from "@effect/vitest"
import { compileFlags } from "@hedgerow/core/evaluation/CompiledFlags"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import { flagValue } from "@hedgerow/core/evaluation/FlagResult"
import { DateTime, Effect } from "effect"
import { condition, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"
import { posthogNode } from "./PosthogNode.ts"

/** The table of docs/flag-sdks.md: a condition, a value of a user, the decision of the client and that of the server. */
const differences: ReadonlyArray<
  readonly [operator: string, wanted: unknown, given: unknown, client: boolean, server: boolean]
> = [
  ["gt", 18, "many", true, false],
  ["gte", 18, "19 years", true, false],
  ["lt", "18", "10 years", true, false],
  ["lte", "20", "many", false, false],
  ["is_date_before", "2024-01-01", 1_750_000_000, true, false],
  ["is_date_after", "2024-01-01", 1_750_000_000, false, true],
  ["not_icontains_multi", ["a"], null, false, true]
]

// The client warns of every flag that it must leave to the server.
beforeAll(() => {
  vi.spyOn(console, "warn").mockReturnValue()
})
afterAll(() => {
  vi.restoreAllMocks()
})

it.live("posthog-node decides otherwise where the documents say so", () =>
  Effect.gen(function*() {
    const flags = differences.map(([operator, wanted], place) =>
      makeFlag({
        id: place + 1,
        key: `f${place}`,
        filters: { groups: [condition([person(`p${place}`, wanted, operator)])] }
      })
    )
    const personProperties = Object.fromEntries(differences.map(([, , given], place) => [`p${place}`, given]))
    const sources = { flags, cohorts: [], groupTypes: new Map(), timeZone: "UTC" }
    const client = yield* posthogNode(sources)
    const values = yield* Effect.promise(() =>
      client.getAllFlags("ada", {
        onlyEvaluateLocally: true,
        personProperties
      })
    )
    const request = makeRequest({ distinctId: "ada", personProperties, now: yield* DateTime.now })
    const ours = evaluateFlags(compileFlags(sources), request).flags
    for (const [place, [operator, , given, client, server]] of differences.entries()) {
      const result = ours.get(`f${place}`)
      const found = [values[`f${place}`], result === undefined ? false : flagValue(result)]
      assert.deepStrictEqual(found, [client, server], `${operator} ${String(given)}`)
    }
  }).pipe(Effect.scoped))
