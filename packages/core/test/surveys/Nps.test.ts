import { assert, it } from "@effect/vitest"
import { npsOf } from "@hedgerow/core/surveys/responses/Nps"
import { figures } from "@hedgerow/core/surveys/summaries/Figures"

/** Two promoters, a passive and a detractor, and a rating that is none of the scale. */
const ratings = [[6, 1], [8, 1], [9, 1], [10, 1], [50, 4]] as const

it("a score is of the answers on the scale alone, in statistics and in summaries", () => {
  assert.deepStrictEqual(npsOf(ratings), { score: 25, promoters: 2, passives: 1, detractors: 1 })
  const text = figures({ _tag: "Rating", question: "?", count: 8, mean: 29, scale: 10, distribution: ratings })
  assert.include(text, "NPS **25**: 2 promoters, 1 passive, 1 detractor.")
})

it("there is no score without answers", () => {
  assert.isNull(npsOf([]).score)
  assert.isNull(npsOf([[11, 3]]).score)
})
