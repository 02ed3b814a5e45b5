import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags, evaluateFlagsInSlices } from "@hedgerow/core/evaluation/EvaluateFlags"
import { explainFlag } from "@hedgerow/core/evaluation/ExplainFlag"
import { lowerAscii } from "@hedgerow/core/evaluation/PropertyText"
import { makeTextSearch } from "@hedgerow/core/evaluation/TextSearch"
import { maxFlagWork, maxRequestWork } from "@hedgerow/core/evaluation/Work"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Schema } from "effect"
import { answers, compile, condition, makeCohort, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"
import { makeDice } from "./RandomFlags.ts"

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const flagOf = (id: number, ...groups: ReadonlyArray<JsonRecord>) =>
  makeFlag({ id, key: `flag-${id}`, filters: { groups } })

/** A flag of 1,000 conditions on the property `p`, of which none holds. */
const flagOfMany = (id: number, operator: string, value: (index: number) => unknown) =>
  flagOf(id, ...range(1_000).map((index) => condition([person("p", value(index), operator)])))

const large = "Aa".repeat(450_000)
const limited = "false · evaluation_limit(null)"

/** The work of evaluating one flag for a person with the property, in units, and its answer. */
const evaluate = (flag: ReturnType<typeof makeFlag>, p: unknown) => {
  const { flags, work } = evaluateFlags(compile({ flags: [flag] }), makeRequest({ personProperties: { p } }))
  const result = flags.get(flag.key)
  return { work, answer: result?.reason.code, failed: result?.failed }
}

describe("The work of a request", () => {
  it("ends at a limit for one flag, with any comparison", () => {
    const costly: ReadonlyArray<readonly [operator: string, value: (index: number) => unknown, p: unknown]> = [
      ["icontains", (index) => `no${index}`, large],
      ["not_icontains", () => "aaa", large],
      ["icontains_multi", (index) => [`no${index}`, "never"], large],
      ["icontains", (index) => `no${index}`, [large, { a: 1 }]],
      ["regex", () => "(a|A|b)+[0-9]$", "x".repeat(40_000)],
      ["not_regex", () => ".", "x".repeat(400_000)]
    ]
    for (const [operator, value, p] of costly) {
      const { answer, failed, work } = evaluate(flagOfMany(1, operator, value), p)
      assert.deepStrictEqual([answer, failed], ["evaluation_limit", true], operator)
      assert.isBelow(work, maxFlagWork * 1.5, operator)
    }
  })

  it("reads a large value once for conditions that need no search", () => {
    const cheap: ReadonlyArray<readonly [operator: string, value: (index: number) => unknown, p: unknown]> = [
      ["exact", (index) => `no${index}`, large],
      ["exact", () => ["a", "b"], range(100_000)],
      ["exact", () => "false", [...range(100_000).map(() => true), true]],
      ["starts_with", (index) => `no${index}`, large],
      ["gt", () => 5, "1".repeat(900_000)],
      ["gt", () => 5, " ".repeat(900_000)],
      ["semver_gt", () => "1.0.0", "1".repeat(900_000)],
      ["is_date_after", () => "2020-01-01T00:00:00Z", "2020-01-01".padEnd(900_000)]
    ]
    for (const [operator, value, p] of cheap) {
      const { answer, failed, work } = evaluate(flagOfMany(1, operator, value), p)
      assert.deepStrictEqual([answer, failed], ["no_condition_match", undefined], operator)
      assert.isBelow(work, 100_000, operator)
    }
  })

  it("of one flag takes nothing from another, until that of all is spent", () => {
    const flags = [
      flagOfMany(1, "icontains", (index) => `no${index}`),
      flagOf(2, condition([person("p", "a", "icontains")])),
      flagOf(3, condition([person("q", "x")]))
    ]
    const compiled = compile({ flags })
    const personProperties = { p: large, q: "x" }
    const on = "true · condition_match(0)"
    assert.deepStrictEqual(answers(compiled, { personProperties }), { "flag-1": limited, "flag-2": on, "flag-3": on })
    const many = compile({ flags: range(40).map((id) => flagOfMany(id + 1, "icontains", (index) => `no${index}`)) })
    const { errorsWhileComputing, work } = evaluateFlags(many, makeRequest({ personProperties }))
    assert.isTrue(errorsWhileComputing)
    assert.isBelow(work, maxRequestWork + maxFlagWork)
  })

  it("pauses between flags, also those that others depend on", () => {
    const flags = range(20).map((id) => {
      const { filters } = flagOfMany(id + 1, "icontains", (index) => `no${index}`)
      const on = { key: String(id), type: "flag", operator: "flag_evaluates_to", value: false }
      const groups = filters["groups"] as ReadonlyArray<JsonRecord>
      return makeFlag({
        id: id + 1,
        key: `flag-${id + 1}`,
        filters: { groups: id === 0 ? groups : [condition([on]), ...groups] }
      })
    })
    const compiled = compile({ flags })
    const pauses = (selection: { readonly flagKeys?: ReadonlyArray<string> }) =>
      [...evaluateFlagsInSlices(compiled, makeRequest({ personProperties: { p: large }, selection }))].length
    assert.isAtLeast(pauses({}), 18)
    assert.isAtLeast(pauses({ flagKeys: ["flag-20"] }), 18)
  })

  it("a cohort that could not be decided for one flag is decided for the next one", () => {
    const cohorts = [makeCohort(1, "OR", [person("p", "nothing", "icontains"), person("q", "x")])]
    const inCohort = { key: "id", type: "cohort", value: 1, operator: "in" }
    const spending = range(999).map((index) => condition([person("p", `no${index}`, "icontains")]))
    const flags = [flagOf(1, ...spending, condition([inCohort])), flagOf(2, condition([inCohort]))]
    const found = answers(compile({ flags, cohorts }), { personProperties: { p: large.slice(0, 10_005), q: "x" } })
    assert.deepStrictEqual(found, { "flag-1": limited, "flag-2": "true · condition_match(0)" })
  })

  it("has an end for cohorts within cohorts, however deep they are", () => {
    const inCohort = (value: number): JsonRecord => ({ key: "id", type: "cohort", value, operator: "in" })
    const answerFor = (count: number) => {
      const cohorts = range(count).map((at) => makeCohort(at + 1, "OR", [at === 0 ? person("q", "x") : inCohort(at)]))
      const flags = [flagOf(1, condition([inCohort(count)])), flagOf(2, condition([inCohort(1)]))]
      return answers(compile({ flags, cohorts }), { personProperties: { q: "x" } })
    }
    const on = "true · condition_match(0)"
    assert.deepStrictEqual(answerFor(200), { "flag-1": on, "flag-2": on })
    for (const count of [201, 20_000]) assert.deepStrictEqual(answerFor(count), { "flag-1": limited, "flag-2": on })
  })

  it("is explained", () => {
    const compiled = compile({ flags: [flagOfMany(1, "icontains", (index) => `no${index}`)] })
    const { conditions, result } = explainFlag(compiled, "flag-1", makeRequest({ personProperties: { p: large } }))
    assert.strictEqual(
      result?.reason.description,
      "Flag cannot be evaluated because its conditions and the properties they are on are too large"
    )
    assert.deepStrictEqual(conditions.map(({ outcome }) => outcome).filter((one) => one !== "not_reached").slice(-1), [
      "failed"
    ])
  })
})

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))

it.prop("long needles are found where the engine finds them", [Seed], ([seed]) => {
  const dice = makeDice(seed)
  const letters = (count: number) => range(count).map(() => dice.oneOf(["a", "b", "ab", "aab"])).join("")
  const text = letters(200)
  const at = dice.below(text.length)
  const needle = dice.chance(50) ? text.slice(at, at + 17 + dice.below(40)) : letters(17 + dice.below(20))
  assert.strictEqual(makeTextSearch(needle)(text), text.includes(needle), `${needle} in ${text}`)
}, { arbitrary: { runs: 300 } })

it("letters A to Z alone become lower case, however long the text is", () => {
  for (const text of ["", "ABC xyz", "ÀÉ ABC İ 😀Z", "Ä".repeat(20_000) + "Z".repeat(20_000)]) {
    assert.strictEqual(lowerAscii(text), text.replaceAll(/[A-Z]+/g, (found) => found.toLowerCase()))
  }
})
