import { Effect, Option } from "effect"
import type { InsightId } from "../../dashboards/Insight.ts"
import { InsightRepository } from "../../dashboards/InsightRepository.ts"
import { is } from "../../entities/Where.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { type InputIssue, requireNone } from "../../shared/InvalidInput.ts"
import { samplingIssues } from "../schedule/SamplingRules.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { type SurveyDraft, together } from "./SurveyDraft.ts"
import {
  dateIssues,
  externalIssues,
  iterationIssues,
  languageIssues,
  rolloutIssues,
  shuffleIssues,
  variantIssues
} from "./SurveyRules.ts"

/** Said of a name that another survey has. */
export const nameTaken = (isNew: boolean): InputIssue =>
  together(`There is already ${isNew ? "a" : "another"} survey with this name.`, "unique")

const missing = (what: string) => together(`${what} with this ID does not exist`)

/** Checks fields of a survey together and with the entities that they name, in the reference service's order. */
export const makeSurveyChecks = Effect.gen(function*() {
  const flags = yield* FeatureFlagRepository
  const insights = yield* InsightRepository
  const surveys = yield* SurveyRepository

  const flagOf = Effect.fnUntraced(function*(project: ProjectId, id: number | null | undefined) {
    const known = positiveInt4(id)
    const found = known === undefined ? Option.none() : yield* flags.find(project, known as FeatureFlagId)
    return Option.getOrUndefined(Option.filter(found, ({ deleted }) => !deleted))
  })

  /** A flag may be named if it exists and is not internal; one that is named already stays. */
  const isUsable = (flag: FeatureFlag | undefined, before: number | null | undefined): boolean =>
    flag !== undefined && (!flag.is_internal || flag.id === before)

  const flagIssues = Effect.fnUntraced(function*({ after, before, changes }: SurveyDraft) {
    const { linked_flag_id: linked, targeting_flag_id: targeting } = changes
    const isLinked = linked === undefined || linked === null || linked === before?.linked_flag_id
      || isUsable(yield* flagOf(after.project_id, linked), undefined)
    const isTargeted = targeting === undefined || targeting === before?.targeting_flag_id
      || isUsable(yield* flagOf(after.project_id, targeting), undefined)
    return [
      ...(isLinked ? [] : [missing("Feature Flag")]),
      ...(isTargeted ? [] : [missing("Targeting Feature Flag")])
    ]
  })

  const insightIssues = Effect.fnUntraced(function*({ after, before, changes }: SurveyDraft) {
    const { linked_insight_id: insight } = changes
    if (insight === undefined || insight === null || insight === before?.linked_insight_id) return []
    const known = positiveInt4(insight)
    const found = known === undefined ? Option.none() : yield* insights.find(after.project_id, known as InsightId)
    return Option.exists(found, ({ deleted }) => !deleted) ? [] : [missing("Insight")]
  })

  /** The targeting flag that filters are laid over. */
  const targetingOf = ({ after, changes }: SurveyDraft) =>
    changes.remove_targeting_flag === true
      ? Effect.undefined
      : flagOf(after.project_id, after.targeting_flag_id)

  const nameIssues = Effect.fnUntraced(function*({ after, before }: SurveyDraft) {
    if (after.name === before?.name) return []
    const other = yield* surveys.first(after.project_id, { where: is("name", after.name) })
    return Option.isNone(other) ? [] : [nameTaken(before === undefined)]
  })

  return Effect.fnUntraced(function*(draft: SurveyDraft) {
    const { after } = draft
    const named = [...(yield* flagIssues(draft)), ...(yield* insightIssues(draft))]
    yield* requireNone([
      ...named,
      ...(named.length > 0 ? [] : variantIssues(draft, yield* flagOf(after.project_id, after.linked_flag_id))),
      ...(yield* nameIssues(draft)),
      ...rolloutIssues(draft, yield* targetingOf(draft)),
      ...samplingIssues(draft),
      ...shuffleIssues(draft),
      ...externalIssues(draft),
      ...languageIssues(draft),
      ...iterationIssues(draft),
      ...dateIssues(draft)
    ])
  })
})
