import { npsOf } from "../responses/Nps.ts"
import type { ChoiceDigest, RatingDigest } from "./QuestionDigest.ts"
import { counted, escapeMarkdown, percent, plainLine } from "./SummaryText.ts"

/** The most choices that are listed. */
const maxListed = 20

/** The scale of a net promoter score: 0 to 10. */
const npsScale = 10

/** The score, and who makes it; undefined on other scales than 0 to 10, and without answers. */
export const scoreOf = ({ distribution, scale }: RatingDigest) => {
  const { score, ...people } = npsOf(distribution)
  return scale !== npsScale || score === null ? undefined : { ...people, score: Math.round(score) }
}

/** The number of answers; with the number of newest responses that were searched, where there are more. */
const answersIn = (count: number, newest: number | undefined): string =>
  newest === undefined ? counted(count, "answer") : `${counted(count, "answer")} in the newest ${newest} responses`

const ratingText = (digest: RatingDigest, newest: number | undefined): string => {
  const { count, distribution, mean, scale } = digest
  const nps = scoreOf(digest)
  const promoters = nps === undefined ? [] : [
    `NPS **${nps.score}**: ${counted(nps.promoters, "promoter")}, ${counted(nps.passives, "passive")}, `
    + `${counted(nps.detractors, "detractor")}.`
  ]
  return [
    [`${answersIn(count, newest)}; **${mean.toFixed(1)}** of ${scale} on average.`, ...promoters].join(" "),
    ...distribution.toReversed().map(([rating, of]) => `- ${rating}: ${of} (${percent(of, count)})`)
  ].join("\n")
}

const choiceText = ({ count, own, shares }: ChoiceDigest, newest: number | undefined): string =>
  [
    `${answersIn(count, newest)}, with the share of those who chose it:`,
    ...shares.slice(0, maxListed).map(([choice, of]) =>
      `- ${escapeMarkdown(plainLine(choice))}: ${of} (${percent(of, count)})`
    ),
    ...(own === 0 ? [] : [`- in their own words: ${own} (${percent(own, count)})`])
  ].join("\n")

/** The numbers of a question, in Markdown; of the `newest` responses, where there are more. */
export const figures = (digest: ChoiceDigest | RatingDigest, newest?: number): string =>
  digest._tag === "Rating" ? ratingText(digest, newest) : choiceText(digest, newest)
