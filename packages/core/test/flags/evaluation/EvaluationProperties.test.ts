import { assert, describe, it } from "@effect/vitest"
import { compileFlags } from "@hedgerow/core/evaluation/CompiledFlags"
import { evaluateFlags, evaluateKey } from "@hedgerow/core/evaluation/EvaluateFlags"
import { explainFlag } from "@hedgerow/core/evaluation/ExplainFlag"
import { Effect, Schema } from "effect"
import { answer, answers, compile, condition, makeFlag, makeRequest, now } from "./EvaluationWorld.ts"
import { makeDice, randomCohorts, randomFlag, randomProperties } from "./RandomFlags.ts"

const Percentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

const users = Array.from({ length: 5_000 }, (_, index) => `user-${index}`)

const project = (seed: number) => {
  const dice = makeDice(seed)
  const flags = Array.from({ length: 40 }, (_, index) => randomFlag(dice, index + 1))
  const sources = {
    flags,
    cohorts: randomCohorts(dice),
    groupTypes: new Map([["organization", 0]] as const),
    timeZone: "UTC"
  }
  const request = makeRequest({
    distinctId: `user-${dice.below(1000)}`,
    personProperties: randomProperties(dice, now),
    groups: { organization: "org-1" },
    groupProperties: { organization: randomProperties(dice, now) },
    staticCohorts: new Set([4])
  })
  return { request, sources }
}

describe("evaluation", () => {
  it("shares users out by the variants' percentages", () => {
    const shares = [["a", 10], ["b", 20], ["c", 70]] as const
    const filters = {
      groups: [condition([])],
      multivariate: { variants: shares.map(([key, rollout_percentage]) => ({ key, rollout_percentage })) }
    }
    const compiled = compile({ flags: [makeFlag({ key: "f", filters })] })
    const variants = users.map((distinctId) => answers(compiled, { distinctId })["f"]?.split(" ")[0])
    for (const [key, percentage] of shares) {
      const share = variants.filter((variant) => variant === key).length / users.length * 100
      assert.approximately(share, percentage, 2, key)
    }
  })

  it("rolls different flags out to different users", () => {
    const filters = { groups: [condition([], 50)] }
    const compiled = compile({ flags: [makeFlag({ key: "f", filters }), makeFlag({ id: 2, key: "g", filters })] })
    const both = users.filter((distinctId) => {
      const { f, g } = answers(compiled, { distinctId })
      return f === g
    })
    assert.approximately(both.length / users.length, 0.5, 0.03)
  })

  it.effect.prop(
    "keeps whoever was in when a rollout grows",
    [Percentage, Percentage, Schema.String],
    ([one, other, distinctId]) =>
      Effect.sync(() => {
        const at = (percentage: number) =>
          answers(compile({ flags: [makeFlag({ key: "f", filters: { groups: [condition([], percentage)] } })] }), {
            distinctId
          })["f"]
        const [small, large] = [at(Math.min(one, other)), at(Math.max(one, other))]
        assert.isTrue(!small?.startsWith("true") || large?.startsWith("true") === true)
      })
  )

  it.effect.prop(
    "does not depend on the order of flags, nor on which are asked for",
    [Schema.Int],
    ([seed]) =>
      Effect.sync(() => {
        const { request, sources } = project(seed)
        const all = answers(compileFlags(sources), request)
        const reversed = answers(compileFlags({ ...sources, flags: sources.flags.toReversed() }), request)
        assert.deepStrictEqual(reversed, all)
        const compiled = compileFlags(sources)
        for (const { active, key } of sources.flags.toReversed()) {
          const alone = evaluateKey(compiled, key, request)
          assert.strictEqual(alone === undefined ? undefined : answer(alone), all[key])
          const selected = answers(compiled, { ...request, selection: { flagKeys: [key] } })
          assert.deepStrictEqual(selected, active ? { [key]: all[key] } : {})
        }
      })
  )

  it.effect.prop("is explained as it is", [Schema.Int], ([seed]) =>
    Effect.sync(() => {
      const { request, sources } = project(seed)
      const compiled = compileFlags(sources)
      for (const [key, result] of evaluateFlags(compiled, request).flags) {
        const { conditions, result: explained } = explainFlag(compiled, key, request)
        assert.strictEqual(explained === null ? null : answer(explained), answer(result))
        const match = conditions.findIndex(({ outcome }) => outcome === "condition_match")
        assert.strictEqual(
          match === -1 ? null : match,
          result.reason.code === "condition_match" ? result.reason.conditionIndex : null
        )
      }
    }))
})
