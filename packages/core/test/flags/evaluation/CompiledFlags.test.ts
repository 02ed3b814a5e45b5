import { assert, describe, it } from "@effect/vitest"
import { type CompiledFlags, compileFlags, type FlagSources } from "@hedgerow/core/flags/evaluation/CompiledFlags"
import { answers, condition, makeCohort, makeFlag, person } from "./EvaluationWorld.ts"

const onCohort = { key: "id", type: "cohort", value: 1, operator: "in" }
const kept = makeFlag({ id: 1, key: "kept", filters: { groups: [condition([person("plan", "pro")])] } })
const changed = makeFlag({ id: 2, key: "changed", filters: { groups: [condition([])] } })
const listed = makeFlag({ id: 3, key: "listed", filters: { groups: [condition([onCohort])] } })
const enrolled = makeFlag({
  id: 4,
  key: "enrolled",
  filters: { groups: [condition([])], super_groups: [condition([onCohort])] }
})

const sources: FlagSources = {
  flags: [kept, changed, listed, enrolled],
  cohorts: [makeCohort(1, "AND", [person("role", "admin")])],
  groupTypes: new Map([["company", 0]]),
  timeZone: "UTC"
}

const readAll = (compiled: CompiledFlags): CompiledFlags => {
  compiled.graph.ordered()
  return compiled
}

describe("compileFlags", () => {
  const before = readAll(compileFlags(sources))

  it("takes over what was read of the same sources, but for flags on cohorts", () => {
    const after = compileFlags({
      ...sources,
      flags: [kept, { ...changed, version: 2, filters: { groups: [] } }, listed, enrolled],
      cohorts: [makeCohort(1, "AND", [person("role", "guest")])]
    }, before)
    assert.deepStrictEqual([1, 2, 3, 4].map((id) => after.byId(id) === before.byId(id)), [true, false, false, false])
    assert.strictEqual(after.byKey("kept"), before.byId(1))
    const guest = { personProperties: { role: "guest", plan: "pro" } }
    assert.deepStrictEqual(answers(after, guest), {
      kept: "true · condition_match(0)",
      changed: "false · no_condition_match(null)",
      listed: "true · condition_match(0)",
      enrolled: "true · condition_match(0)"
    })
  })

  it("forgets flags that are gone", () => {
    const after = compileFlags({ ...sources, flags: [changed] }, before)
    assert.isUndefined(after.byId(1))
    assert.isUndefined(after.byKey("kept"))
    assert.deepStrictEqual([...after.read()].map(({ source }) => source.key), ["changed"])
  })

  it("reads all anew when group types or the time zone are others", () => {
    const types = compileFlags({ ...sources, groupTypes: new Map([["team", 0]]) }, before)
    const zone = compileFlags({ ...sources, timeZone: "Asia/Tokyo" }, before)
    for (const after of [types, zone]) assert.deepStrictEqual([...after.read()], [])
  })
})
