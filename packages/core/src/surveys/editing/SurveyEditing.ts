import { type DateTime, Effect } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../../entities/EntityEditing.ts"
import { is } from "../../entities/Where.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { linkedActions } from "../audience/ConditionActions.ts"
import { makeSurveyActions } from "../audience/SurveyActions.ts"
import { makeSurveyFlags } from "../audience/SurveyFlags.ts"
import { withIds } from "../questions/QuestionIds.ts"
import { ArchivedResponseRepository } from "../responses/ArchivedResponseRepository.ts"
import { samplingRollout } from "../schedule/Sampling.ts"
import { makeArming } from "../schedule/SurveyJobs.ts"
import { isRunning } from "../schedule/SurveyState.ts"
import { SurveySummaryRepository } from "../summaries/SurveySummaryRepository.ts"
import { Survey } from "../Survey.ts"
import { copiedFrom, surveyChanges } from "../SurveyActivity.ts"
import { surveyEntity } from "../SurveyEntity.ts"
import { SurveyNotFound } from "../SurveyErrors.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { blankSurvey, changedSurvey } from "./SurveyChanging.ts"
import { makeSurveyChecks, nameTaken } from "./SurveyChecks.ts"
import type { CopySource, SurveyDraft } from "./SurveyDraft.ts"
import type { NewSurvey, SurveyChanges } from "./SurveyFields.ts"

const isTargeting = (filters: unknown): filters is JsonRecord =>
  isJsonRecord(filters) && Object.keys(filters).length > 0

const planText = ({ response_sampling_daily_limits }: Survey): string => JSON.stringify(response_sampling_daily_limits)

/** The share of the people who are asked from now on, where the change begins a plan of sampling; counting follows. */
const begunRollout = (before: Survey | undefined, after: Survey, now: DateTime.Utc): number | undefined =>
  isRunning(after) && (before === undefined || !isRunning(before) || planText(before) !== planText(after))
    ? samplingRollout(after, 0, now)
    : undefined

/** Creates, changes and removes surveys: each in one transaction with its flags and their activity. */
export const makeSurveyEditing = Effect.gen(function*() {
  const repository = yield* SurveyRepository
  const { record } = yield* Changes
  const archive = yield* ArchivedResponseRepository
  const summaries = yield* SurveySummaryRepository
  const flags = yield* makeSurveyFlags
  const check = yield* makeSurveyChecks
  const { arm } = yield* makeArming
  const actionsOf = yield* makeSurveyActions

  const linkedTo = Effect.fnUntraced(function*(by: Editing, { linked_flag_id: id }: Survey) {
    return id === null ? undefined : yield* flags.find(by, id)
  })

  /** A flag that was made for the survey goes when another one takes its place. */
  const replaceTargeting = Effect.fnUntraced(function*(by: Editing, before: Survey | undefined, after: Survey) {
    if (before === undefined || before.targeting_flag_id === after.targeting_flag_id) return after
    if (before.owns_targeting_flag) yield* flags.remove(by, [before.targeting_flag_id])
    return new Survey({ ...after, owns_targeting_flag: false })
  })

  /** Changes the targeting flag; returns the survey with its flag, and the change for the log. */
  const target = Effect.fnUntraced(function*(by: Editing, survey: Survey, changes: SurveyChanges) {
    const { remove_targeting_flag, targeting_flag_filters: filters } = changes
    const id = survey.targeting_flag_id
    const isRemoved = remove_targeting_flag === true && id !== null
    if (!isRemoved && !isTargeting(filters)) return { survey, targeting: undefined }
    const before = id === null ? undefined : (yield* flags.find(by, id))?.filters
    if (isRemoved && survey.owns_targeting_flag) yield* flags.remove(by, [id])
    const bare = isRemoved ? new Survey({ ...survey, targeting_flag_id: null, owns_targeting_flag: false }) : survey
    if (!isTargeting(filters)) return { survey: bare, targeting: { before, after: undefined } }
    const made = yield* flags.target(by, bare, filters)
    const targeted = new Survey({
      ...bare,
      targeting_flag_id: made,
      owns_targeting_flag: bare.owns_targeting_flag || made !== bare.targeting_flag_id
    })
    return { survey: targeted, targeting: { before, after: filters } }
  })

  const editing = yield* makeEntityEditing(surveyEntity, repository, {
    missing: () => new SurveyNotFound(),
    // Flags first: who deletes a flag holds its lock while looking at surveys.
    lock: (project) => Effect.andThen(flags.lock(project), repository.lock(project)),
    blank: ({ made, sent: { name, type } }: NewEdit<Survey, NewSurvey & CopySource>) =>
      blankSurvey({ ...made, name, type }),
    draft: Effect.fnUntraced(function*({ before, by, from, now, sent }: Edit<Survey, SurveyChanges & CopySource>) {
      const { source_survey_id: source, ...fields } = sent
      const changes = fields.questions === undefined || fields.questions === null
        ? fields
        : { ...fields, questions: yield* withIds(fields.questions, before?.questions ?? []) }
      const after = changedSurvey(from, changes, now)
      const draft: SurveyDraft = { by, now, before, after, changes, source, rollout: begunRollout(before, after, now) }
      return draft
    }),
    check,
    link: Effect.fnUntraced(function*(draft) {
      const { after, before, by, changes, rollout } = draft
      // Actions that are not there are left out.
      const named = changes.conditions === undefined
        ? after
        : linkedActions(after, yield* actionsOf(by.project.id, [after]))
      const { survey, targeting } = yield* target(by, yield* replaceTargeting(by, before, named), changes)
      return { ...draft, after: yield* flags.sync(by, survey, rollout), targeting }
    }),
    taken: ({ before }) => new InvalidInput({ issues: [nameTaken(before === undefined)] }),
    record: Effect.fnUntraced(function*({ after, before, by, source, targeting }) {
      if (before === undefined) return yield* record(by, surveyEntity, { after }, copiedFrom(source))
      const changes = surveyChanges(
        { survey: before, linked: yield* linkedTo(by, before) },
        { survey: after, linked: yield* linkedTo(by, after) },
        targeting
      )
      if (changes.length > 0) yield* record(by, surveyEntity, { before, after }, { changes })
    }),
    follow: ({ after, now }) => arm(after, now)
  })

  const erase = Effect.fnUntraced(function*(by: Editing, survey: Survey) {
    yield* repository.remove(by.project.id, survey.id)
    // A storage with foreign keys has none of them by now.
    const archived = yield* archive.all(by.project.id, { where: is("survey_id", survey.id) })
    yield* Effect.forEach(archived, ({ id }) => archive.remove(by.project.id, id), { discard: true })
    const kept = yield* summaries.all(by.project.id, { where: is("survey_id", survey.id) })
    yield* Effect.forEach(kept, ({ id }) => summaries.remove(by.project.id, id), { discard: true })
    yield* flags.remove(by, [
      survey.owns_targeting_flag ? survey.targeting_flag_id : null,
      survey.internal_targeting_flag_id,
      survey.internal_response_sampling_flag_id
    ])
  })

  return {
    ...editing,
    remove: (by: Editing, id: string) => editing.remove(by, id, (survey) => erase(by, survey)),
    /** The targeting flag, if it exists. */
    targetingOf: Effect.fnUntraced(function*(by: Editing, { targeting_flag_id: id }: Survey) {
      const flag = id === null ? undefined : yield* flags.find(by, id)
      return flag?.deleted === true ? undefined : flag
    })
  }
})
