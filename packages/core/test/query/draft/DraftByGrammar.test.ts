import { assert, describe, it } from "@effect/vitest"
import { checkDraft } from "@hedgerow/core/query/draft/CheckDraft"
import { draftByGrammar } from "@hedgerow/core/query/draft/DraftByGrammar"
import { Result } from "effect"
import { makeProject, now } from "../sql/PlanText.ts"
import { changed, unchanged, unclear, understood } from "./Prompts.ts"
import { vocabulary } from "./Vocabulary.ts"

const draft = (prompt: string, current?: string, words = vocabulary) =>
  Result.mapError(draftByGrammar(prompt, current, words), ({ issues: [issue] }) => {
    assert.deepStrictEqual([issue.path, issue.code], [["prompt"], "unclear"])
    return issue.message
  })

const inOneLine = (sql: string): string => sql.replace(/\s+/g, " ")

const checked = (sql: string): string => {
  Result.getOrThrow(checkDraft(sql, { project: makeProject(), now }))
  return inOneLine(sql)
}

/** A current query of the table: SQL, or the prompt that drafts it. */
const currentOf = (text: string): string => /^(SELECT|WITH)/.test(text) ? text : Result.getOrThrow(draft(text))

describe("a prompt", () => {
  it("has many forms", () => assert.isAbove(understood.length, 60))

  for (const [prompt, sql] of understood) {
    it(prompt, () => assert.strictEqual(checked(Result.getOrThrow(draft(prompt))), sql))
  }

  it("means the same in any letter case, with other quotation marks and at the end of a sentence", () => {
    const expected = draft("purchases where plan is 'pro' by browser")
    for (
      const prompt of ["PURCHASES Where PLAN is “pro” BY Browser.", "purchases where plan = `pro` by \"$browser\"?"]
    ) {
      assert.deepStrictEqual(draft(prompt), expected)
    }
  })
})

describe("a prompt that is not wholly understood is unclear:", () => {
  for (const [prompt, reason] of unclear) {
    it(prompt, () => assert.deepStrictEqual(draft(prompt), Result.fail(reason)))
  }

  it("names that two events or properties have, or nearly have, are not chosen among", () => {
    const events = ["Order", "order", "orders placed", "orders_placed", "trail", "train"].map((name) => ({ name }))
    const words = { ...vocabulary, events }
    assert.deepStrictEqual(
      Result.map(draft("order", undefined, words), inOneLine),
      Result.succeed(
        "SELECT count() AS count FROM events WHERE event = 'order'"
      )
    )
    assert.deepStrictEqual(
      draft("ordersPlaced", undefined, words),
      Result.fail("\"ordersPlaced\" may be \"orders placed\", \"orders_placed\".")
    )
    assert.deepStrictEqual(draft("traib", undefined, words), Result.fail("\"traib\" may be \"trail\", \"train\"."))
  })

  it("of 400 characters among 6,000 names, most of them no words", () => {
    const events = Array.from({ length: 6_000 }, (_, index) => ({ name: `name of something ${index}` }))
    const prompt = Array.from({ length: 80 }, (_, index) => `nmae${index}`).join(" ").slice(0, 400)
    assert.isTrue(Result.isFailure(draft(prompt, undefined, { ...vocabulary, events })))
  })
})

describe("a prompt that changes a query", () => {
  for (const [current, prompt, sql] of changed) {
    it(`${current}: ${prompt}`, () =>
      assert.strictEqual(checked(Result.getOrThrow(draft(prompt, currentOf(current)))), sql))
  }

  for (const [current, prompt, reason] of unchanged) {
    it(`is unclear in ${current}: ${prompt}`, () =>
      assert.deepStrictEqual(draft(prompt, currentOf(current)), Result.fail(reason)))
  }

  it("changes its own changes", () => {
    const steps = ["by browser", "only where plan is pro", "last 7 days", "per week", "last 30 days", "only purchases"]
    const sql = steps.reduce((current, prompt) => Result.getOrThrow(draft(prompt, current)), currentOf("signups"))
    assert.strictEqual(
      checked(sql),
      "SELECT toStartOfWeek(timestamp) AS week, properties.$browser, count() AS count FROM events WHERE " +
        "and(equals(properties.plan, 'pro'), greaterOrEquals(timestamp, minus(now(), toIntervalDay(30))), " +
        "equals(event, 'purchase')) GROUP BY week, properties.$browser ORDER BY week ASC, count DESC"
    )
  })
})
