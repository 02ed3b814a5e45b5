import { assert, describe, it } from "@effect/vitest"
import { type CompiledFlags, compileFlags, type FlagSources } from "@hedgerow/core/evaluation/CompiledFlags"
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

  it("keeps flags read from the same sources, but for flags on cohorts", () => {
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

  it("keeps flags on unchanged cohorts, with those within them", () => {
    const inner = makeCohort(2, "AND", [person("role", "admin")])
    const outer = makeCohort(1, "AND", [{ type: "cohort", key: "id", value: 2 }])
    const first = readAll(compileFlags({ ...sources, cohorts: [outer, inner] }))
    const kept = (cohorts: FlagSources["cohorts"]) => {
      const after = compileFlags({ ...sources, cohorts }, first)
      return [1, 3, 4].map((id) => after.byId(id) === first.byId(id))
    }
    assert.deepStrictEqual(kept([outer, inner]), [true, true, true])
    assert.deepStrictEqual(kept([outer, inner, makeCohort(3, "OR", [])]), [true, true, true])
    assert.deepStrictEqual(kept([outer, makeCohort(2, "AND", [])]), [true, false, false])
    assert.deepStrictEqual(kept([outer]), [true, false, false])
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
