import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Schema } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, part, read, shares, variants } from "./ExperimentApi.ts"

/** Changes of an experiment, in any order. */
const patches = {
  begin: { start_date: "2026-01-01T00:00:00Z" },
  unbegin: { start_date: null },
  end: { end_date: "2026-02-01T00:00:00Z" },
  unend: { end_date: null },
  archive: { archived: true },
  delete: { deleted: true },
  restore: { deleted: false },
  conclude: { conclusion: "lost" },
  halves: { parameters: variants({ control: 50, test: 50 }) },
  thirds: { parameters: { ...variants({ control: 34, test: 33, more: 33 }), rollout_percentage: 30 } },
  uneven: { parameters: variants({ control: 10, test: 90 }), update_feature_flag_params: true },
  nothing: { parameters: { note: 1 } },
  holdOut: { holdout_id: 1 },
  holdNobody: { holdout_id: null }
} as const

const actions = ["launch", "pause", "resume", "reset", "end", "archive", "unarchive"] as const

type Step = keyof typeof patches | (typeof actions)[number] | "share"

const names = [...Object.keys(patches), ...actions, "share"] as ReadonlyArray<Step>

/** The expected state after the steps that were taken. */
interface Expected {
  readonly shares: ReadonlyArray<string>
  readonly active: boolean
  readonly held: boolean
  readonly heldShare: number
}

const sharesIn: Readonly<Record<string, ReadonlyArray<string>>> = {
  halves: ["control 50", "test 50"],
  thirds: ["control 34", "test 33", "more 33"],
  uneven: ["control 10", "test 90"]
}

const afterStep = (expected: Expected, step: Step, before: JsonRecord): Expected => {
  const isDraft = before["status"] === "draft"
  switch (step) {
    case "begin":
    case "launch":
      return isDraft ? { ...expected, active: true } : expected
    case "pause":
      return { ...expected, active: false }
    case "resume":
      return { ...expected, active: true }
    case "halves":
    case "thirds":
      return isDraft ? { ...expected, shares: sharesIn[step] ?? [] } : expected
    case "uneven":
      return { ...expected, shares: sharesIn[step] ?? [] }
    case "holdOut":
      return { ...expected, held: true }
    case "holdNobody":
      return { ...expected, held: false }
    case "share":
      return { ...expected, heldShare: expected.heldShare + 1 }
    default:
      return expected
  }
}

const follows = (experiment: JsonRecord, expected: Expected, after: string) => {
  const flag = part(experiment, "feature_flag")
  const { holdout, holdout_groups } = part(flag, "filters")
  assert.deepStrictEqual(shares(experiment), [...expected.shares], after)
  assert.strictEqual(flag["active"], expected.active, after)
  assert.strictEqual(experiment["holdout_id"] !== null, expected.held, after)
  const share = expected.heldShare
  assert.deepStrictEqual(holdout, expected.held ? { id: 1, exclusion_percentage: share } : undefined, after)
  const group = { rollout_percentage: share, variant: "holdout-1" }
  assert.deepStrictEqual(holdout_groups, expected.held ? [group] : null, after)
}

const take = Effect.fnUntraced(function*(step: Step, { id }: JsonRecord, { heldShare }: Expected) {
  const path = `experiments/${String(id)}/`
  if (step === "share") {
    return yield* call("PATCH", "experiment_holdouts/1/", { filters: [{ rollout_percentage: heldShare + 1 }] })
  }
  return step in patches
    ? yield* call("PATCH", path, patches[step as keyof typeof patches])
    : yield* call("POST", `${path}${step}/`)
})

it.effect.prop(
  "whatever is done to an experiment, its flag says what was done, and a step that is refused changes nothing",
  [Schema.Array(Schema.Literals(names)).check(Schema.isMinLength(20))],
  ([steps]) =>
    Effect.gen(function*() {
      yield* good("POST", "experiment_holdouts/", { name: "x", filters: [{ rollout_percentage: 1 }] })
      const made = yield* create("followed")
      let expected: Expected = { shares: ["control 50", "test 50"], active: false, held: false, heldShare: 1 }
      let experiment = made
      for (const step of steps) {
        const { status, text } = yield* take(step, made, expected)
        if (status === 200) expected = afterStep(expected, step, experiment)
        else assert.include([400, 404], status, text)
        const now = yield* call("GET", `experiments/${String(made["id"])}/`)
        if (now.status === 404) {
          const back = yield* call("PATCH", `experiments/${String(made["id"])}/`, { deleted: false })
          assert.strictEqual(back.status, 200, back.text)
        }
        experiment = yield* read(made)
        follows(experiment, expected, `${steps.join(", ")}: ${step} ${status}`)
      }
    }).pipe(Effect.provide(FlagApi.layer)),
  { arbitrary: { runs: 12 } }
)
