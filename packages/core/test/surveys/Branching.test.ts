import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { branchingFaults, deadEndFaults } from "@hedgerow/core/surveys/questions/Branching"
import { Schema } from "effect"

const to = (index: number): JsonRecord => ({ branching: { type: "specific_question", index } })
const byAnswer = (responseValues: JsonRecord, more: JsonRecord = {}): JsonRecord => ({
  type: "single_choice",
  choices: ["a", "b"],
  branching: { type: "response_based", responseValues },
  ...more
})
const plain: JsonRecord = { type: "open" }
const end: JsonRecord = { branching: { type: "end" } }

const cases: ReadonlyArray<
  readonly [name: string, questions: ReadonlyArray<JsonRecord>, stuck: ReadonlyArray<number>]
> = [
  ["no questions", [], []],
  ["one after the other", [plain, plain], []],
  ["to the end from the middle", [end, plain], []],
  ["a question that leads to itself", [to(0), plain], [0]],
  ["a circle", [plain, to(0), plain], [1]],
  ["a circle that an answer leaves", [plain, byAnswer({ 0: 0, 1: "end" })], []],
  ["a circle that every answer stays in", [plain, byAnswer({ 0: 0, 1: 0 }), plain], [1]],
  ["a circle that is left without an answer", [plain, byAnswer({ 0: 0, 1: 0 }, { optional: true }), plain], []],
  ["a circle that nobody comes to", [end, to(2), to(1)], []],
  ["two questions that lead to a circle", [byAnswer({ 0: 1, 1: 2 }), to(2), to(1)], [0, 1, 2]],
  ["an answer that leads nowhere goes on", [plain, byAnswer({ 0: 0 }), plain], []]
]

describe("from every question that people come to there is a way to the end", () => {
  for (const [name, questions, stuck] of cases) {
    it(name, () => {
      assert.deepStrictEqual(deadEndFaults(questions).map(({ path }) => path), stuck.map((at) => [at, "branching"]))
    })
  }

  it.prop(
    "whoever answers at random comes to the end, where nothing is refused",
    [Schema.Array(Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 5 }))))],
    ([lists]) => {
      const questions = lists.slice(0, 6).map((targets) => {
        const choices = targets.map((_, at) => `c${at}`)
        const count = Math.min(lists.length, 6)
        const reached = targets.map((target) => target < 0 || target >= count ? "end" : target)
        return {
          type: "single_choice",
          choices,
          branching: { type: "response_based", responseValues: Object.fromEntries(reached.entries()) }
        }
      })
      const ways = questions.map((question, at) => {
        const targets: ReadonlyArray<number | string> = Object.values(question.branching.responseValues)
        return targets.length === 0 ? [at + 1 === questions.length ? "end" : at + 1] : targets
      })
      // Naive: whether the end comes within as many steps as there are questions.
      const ends = (from: number | string, steps: number): boolean =>
        from === "end" || steps > 0 && (ways[Number(from)] ?? []).some((next) => ends(next, steps - 1))
      const visited = new Set<number | string>([0])
      for (const place of visited) {
        for (const next of place === "end" ? [] : ways[Number(place)] ?? []) visited.add(next)
      }
      const stuck = questions.flatMap((_, at) => visited.has(at) && !ends(at, questions.length) ? [at] : [])
      assert.deepStrictEqual(deadEndFaults(questions).map(({ path }) => path[0]), stuck)
    }
  )
})

describe("the answers that a rating branches by", () => {
  const scales: ReadonlyArray<readonly [scale: number | undefined, answers: ReadonlyArray<string>]> = [
    [2, ["positive", "negative"]],
    [3, ["negative", "neutral", "positive"]],
    [5, ["negative", "neutral", "positive"]],
    [7, ["negative", "neutral", "positive"]],
    [10, ["detractors", "passives", "promoters"]],
    [undefined, ["negative", "neutral", "positive"]]
  ]
  for (const [scale, answers] of scales) {
    it(`of the scale ${String(scale)}`, () => {
      const all = ["negative", "neutral", "positive", "detractors", "passives", "promoters"]
      const responseValues = Object.fromEntries(all.map((answer) => [answer, "end"]))
      const question = { type: "rating", scale, branching: { type: "response_based", responseValues } }
      const refused = branchingFaults(question, 1).map(({ path }) => path.at(-1))
      assert.sameMembers(refused, all.filter((answer) => !answers.includes(answer)))
    })
  }
})
