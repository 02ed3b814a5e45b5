import type { ChoiceDigest, RatingDigest } from "./QuestionDigest.ts"
import { counted, escapeMarkdown, percent, plainLine } from "./SummaryText.ts"

/** Only so many choices are listed. */
const maxListed = 20

/** The scale of a net promoter score: 0 to 10. */
const npsScale = 10

const between = ({ distribution }: RatingDigest, from: number, to: number): number =>
  distribution.reduce((sum, [rating, count]) => rating >= from && rating <= to ? sum + count : sum, 0)

/** The share of promoters less that of detractors; undefined on other scales than 0 to 10. */
export const npsOf = (digest: RatingDigest): number | undefined => {
  if (digest.scale !== npsScale || digest.count === 0) return undefined
  return Math.round(((between(digest, 9, 10) - between(digest, 0, 6)) / digest.count) * 100)
}

const ratingText = (digest: RatingDigest): string => {
  const { count, distribution, mean, scale } = digest
  const nps = npsOf(digest)
  const promoters = nps === undefined ? [] : [
    `NPS **${nps}**: ${counted(between(digest, 9, 10), "promoter")}, ${counted(between(digest, 7, 8), "passive")}, `
    + `${counted(between(digest, 0, 6), "detractor")}.`
  ]
  return [
    [`${counted(count, "answer")}; **${mean.toFixed(1)}** of ${scale} on average.`, ...promoters].join(" "),
    ...distribution.toReversed().map(([rating, of]) => `- ${rating}: ${of} (${percent(of, count)})`)
  ].join("\n")
}

const choiceText = ({ count, own, shares }: ChoiceDigest): string =>
  [
    `${counted(count, "answer")}, with the share of those who chose it:`,
    ...shares.slice(0, maxListed).map(([choice, of]) =>
      `- ${escapeMarkdown(plainLine(choice))}: ${of} (${percent(of, count)})`
    ),
    ...(own === 0 ? [] : [`- in their own words: ${own} (${percent(own, count)})`])
  ].join("\n")

/** The numbers of a question, in Markdown. */
export const figures = (digest: ChoiceDigest | RatingDigest): string =>
  digest._tag === "Rating" ? ratingText(digest) : choiceText(digest)
