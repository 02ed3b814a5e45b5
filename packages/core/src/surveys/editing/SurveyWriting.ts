import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { is } from "../../entities/Where.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { parseUuid } from "../../shared/Uuid.ts"
import { linkedActions } from "../audience/ConditionActions.ts"
import { makeSurveyActions } from "../audience/SurveyActions.ts"
import { makeSurveyFlags } from "../audience/SurveyFlags.ts"
import { withIds } from "../questions/QuestionIds.ts"
import { ArchivedResponseRepository } from "../responses/ArchivedResponseRepository.ts"
import { samplingRollout } from "../schedule/Sampling.ts"
import { makeArming } from "../schedule/SurveyJobs.ts"
import { isRunning } from "../schedule/SurveyState.ts"
import { SurveySummaryRepository } from "../summaries/SurveySummaryRepository.ts"
import { Survey, type SurveyId } from "../Survey.ts"
import { surveyChanges, type TargetingChange } from "../SurveyActivity.ts"
import { surveyEntity } from "../SurveyEntity.ts"
import { SurveyNotFound } from "../SurveyErrors.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { blankSurvey, changedSurvey } from "./SurveyChanging.ts"
import { makeSurveyChecks, nameTaken } from "./SurveyChecks.ts"
import type { NewSurvey, SurveyChanges } from "./SurveyFields.ts"
import { readNewSurvey, readSurveyChanges } from "./SurveyInput.ts"

const taken = (isNew: boolean) => new InvalidInput({ issues: [nameTaken(isNew)] })

const isTargeting = (filters: unknown): boolean => isJsonRecord(filters) && Object.keys(filters).length > 0

const planText = ({ response_sampling_daily_limits }: Survey): string => JSON.stringify(response_sampling_daily_limits)

/** The share of the people who are asked from now on, where the change begins a plan of sampling; counting follows. */
const begunRollout = (before: Survey | undefined, after: Survey, now: DateTime.Utc): number | undefined =>
  isRunning(after) && (before === undefined || !isRunning(before) || planText(before) !== planText(after))
    ? samplingRollout(after, 0, now)
    : undefined

/** Creates, changes and removes surveys: each in one transaction with its flags and their activity. */
export const makeSurveyWriting = Effect.gen(function*() {
  const repository = yield* SurveyRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const archive = yield* ArchivedResponseRepository
  const summaries = yield* SurveySummaryRepository
  const flags = yield* makeSurveyFlags
  const check = yield* makeSurveyChecks
  const { arm } = yield* makeArming
  const actionsOf = yield* makeSurveyActions

  /** Flags first, as who deletes a flag holds its lock while they look at surveys. */
  const lockAll = Effect.fnUntraced(function*({ project }: Editing) {
    yield* flags.lock(project.id)
    yield* repository.lock(project.id)
  })

  const lockOne = Effect.fnUntraced(function*(by: Editing, text: string) {
    yield* lockAll(by)
    const id = parseUuid(text)
    const found = id === undefined ? Option.none() : yield* repository.findForUpdate(by.project.id, id as SurveyId)
    return Option.getOrUndefined(found) ?? (yield* new SurveyNotFound())
  })

  /** Actions that are not there are ignored. */
  const linking = Effect.fnUntraced(function*({ project }: Editing, survey: Survey, changes: SurveyChanges) {
    return changes.conditions === undefined ? survey : linkedActions(survey, yield* actionsOf(project.id, [survey]))
  })

  const linkedTo = Effect.fnUntraced(function*(by: Editing, { linked_flag_id: id }: Survey) {
    return id === null ? undefined : yield* flags.find(by, id)
  })

  /** Changes the targeting flag; returns the survey with its flag, and the entries of the log. */
  const target = Effect.fnUntraced(function*(by: Editing, survey: Survey, changes: SurveyChanges) {
    const { remove_targeting_flag, targeting_flag_filters: filters } = changes
    const id = survey.targeting_flag_id
    const known = id === null ? undefined : yield* flags.find(by, id)
    const isRemoved = remove_targeting_flag === true && id !== null
    if (isRemoved && survey.owns_targeting_flag) yield* flags.remove(by, [id])
    const bare = isRemoved ? new Survey({ ...survey, targeting_flag_id: null, owns_targeting_flag: false }) : survey
    if (filters === undefined || filters === null || !isTargeting(filters)) {
      const change: TargetingChange = { before: known?.filters, after: undefined }
      return { survey: bare, change: isRemoved ? change : undefined }
    }
    const made = yield* flags.target(by, bare, filters)
    const targeted = new Survey({
      ...bare,
      targeting_flag_id: made,
      owns_targeting_flag: bare.owns_targeting_flag || made !== bare.targeting_flag_id
    })
    return { survey: targeted, change: { before: known?.filters, after: filters } satisfies TargetingChange }
  })

  const make = Effect.fnUntraced(function*(by: Editing, fields: NewSurvey) {
    yield* lockAll(by)
    const now = yield* DateTime.now
    const id = yield* repository.nextId
    const questions = fields.questions ?? null
    const changes = { ...fields, ...(questions === null ? undefined : { questions: yield* withIds(questions) }) }
    const blank = blankSurvey({
      project_id: by.project.id,
      id,
      name: fields.name,
      type: fields.type,
      created_by: by.actor === "system" ? null : by.actor.id,
      created_at: now
    })
    const drafted = changedSurvey(blank, changes, now)
    yield* check({ after: drafted, before: undefined, changes, now })
    const targeted = yield* target(by, yield* linking(by, drafted, changes), changes)
    const survey = yield* flags.sync(by, targeted.survey, begunRollout(undefined, drafted, now))
    yield* Effect.catchTag(repository.insert(survey), "SurveyNameTaken", () => Effect.fail(taken(true)))
    yield* arm(survey, now)
    return survey
  })

  const createFrom = Effect.fnUntraced(function*(by: Editing, fields: NewSurvey) {
    const survey = yield* make(by, fields)
    yield* record(by, surveyEntity, { after: survey })
    return survey
  }, transaction.run)

  const create = (by: Editing, body: unknown) => Effect.flatMap(readNewSurvey(body), (fields) => createFrom(by, fields))

  /** A flag that was made for the survey goes when another one takes its place. */
  const replaceTargeting = Effect.fnUntraced(function*(by: Editing, before: Survey, after: Survey) {
    if (before.targeting_flag_id === after.targeting_flag_id) return after
    if (before.owns_targeting_flag) yield* flags.remove(by, [before.targeting_flag_id])
    return new Survey({ ...after, owns_targeting_flag: false })
  })

  /** Writes a changed survey, and logs the change. */
  const save = Effect.fnUntraced(
    function*(by: Editing, before: Survey, after: Survey, more: { rollout?: number; targeting?: TargetingChange }) {
      const synced = yield* flags.sync(by, after, more.rollout)
      const changes = surveyChanges(
        { survey: before, linked: yield* linkedTo(by, before) },
        { survey: synced, linked: yield* linkedTo(by, synced) },
        more.targeting
      )
      yield* Effect.catchTag(repository.update(synced), "SurveyNameTaken", () => Effect.fail(taken(false)))
      if (changes.length > 0) yield* record(by, surveyEntity, { before, after: synced }, { changes })
      return synced
    }
  )

  const patch = Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
    const before = yield* lockOne(by, id)
    const sent = yield* readSurveyChanges(body)
    const now = yield* DateTime.now
    const questions = sent.questions ?? null
    const changes = questions === null
      ? sent
      : { ...sent, questions: yield* withIds(questions, before.questions ?? []) }
    const drafted = changedSurvey(before, changes, now)
    yield* check({ after: drafted, before, changes, now })
    const placed = yield* replaceTargeting(by, before, yield* linking(by, drafted, changes))
    const { change, survey } = yield* target(by, placed, changes)
    const rollout = begunRollout(before, survey, now)
    const saved = yield* save(by, before, survey, {
      ...(rollout === undefined ? undefined : { rollout }),
      ...(change === undefined ? undefined : { targeting: change })
    })
    yield* arm(saved, now)
    return saved
  }, transaction.run)

  const remove = Effect.fnUntraced(function*(by: Editing, id: string) {
    const survey = yield* lockOne(by, id)
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
    yield* record(by, surveyEntity, { before: survey })
  }, transaction.run)

  return {
    create,
    createFrom,
    make,
    patch,
    remove,
    save,
    lockOne,
    /** The targeting flag, if it exists. */
    targetingOf: Effect.fnUntraced(function*(by: Editing, { targeting_flag_id: id }: Survey) {
      const flag = id === null ? undefined : yield* flags.find(by, id)
      return flag?.deleted === true ? undefined : flag
    })
  }
})
