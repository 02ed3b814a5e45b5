import { assert, layer } from "@effect/vitest"
import { InsightId } from "@hedgerow/core/dashboards/Insight"
import type { EntityColumns } from "@hedgerow/core/entities/Where"
import { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { blankSurvey } from "@hedgerow/core/surveys/editing/SurveyChanging"
import { type ArchivedResponse, archivedResponseEntity } from "@hedgerow/core/surveys/responses/ArchivedResponse"
import { ArchivedResponseRepository } from "@hedgerow/core/surveys/responses/ArchivedResponseRepository"
import { type SurveySummary, surveySummaryEntity } from "@hedgerow/core/surveys/summaries/SurveySummary"
import { SurveySummaryRepository } from "@hedgerow/core/surveys/summaries/SurveySummaryRepository"
import { type Survey, SurveyId } from "@hedgerow/core/surveys/Survey"
import { surveyEntity } from "@hedgerow/core/surveys/SurveyEntity"
import type { SurveyNameTaken } from "@hedgerow/core/surveys/SurveyErrors"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { DateTime, Effect, type Layer, Option } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

type Fields = Omit<Survey, "id">

const at = (iso: string) => DateTime.makeUnsafe(iso)

const start = at("2026-01-01T00:00:00Z")

const fieldsOf = (project_id: ProjectId) =>
  Effect.map(makeUuid7, (name): Fields => {
    const own = {
      project_id,
      id: SurveyId.make(name),
      name,
      type: "popover",
      created_by: null,
      created_at: start
    } as const
    return { ...blankSurvey(own), iteration_start_dates: null }
  })

const full = (name: string): Partial<Fields> => ({
  name: `Zoë's "${name}"`,
  description: "x\ny",
  type: "external_survey",
  schedule: null,
  linked_flag_id: FeatureFlagId.make(1),
  linked_insight_id: InsightId.make(2),
  targeting_flag_id: FeatureFlagId.make(3),
  owns_targeting_flag: true,
  internal_targeting_flag_id: FeatureFlagId.make(4),
  internal_response_sampling_flag_id: FeatureFlagId.make(5),
  questions: [{ id: "a\\\"b", type: "open", question: "Warum?", x: null }],
  conditions: { url: "/ä", events: { values: [{ name: "seen" }] } },
  appearance: { whiteLabel: true, z: [null, 1.5] },
  translations: { de: { name: "Umfrage" } },
  base_language: "pt-br",
  created_by: UserId.make(3),
  created_at: at("2026-02-01T00:00:00.001Z"),
  start_date: at("2026-02-01T00:00:00.002Z"),
  end_date: at("2026-02-01T00:00:00.003Z"),
  archived: true,
  responses_limit: 2147483647,
  iteration_count: 3,
  iteration_frequency_days: 4,
  iteration_start_dates: ["2026-02-01T00:00:00.000Z", "x,\"y\""],
  current_iteration: 2,
  current_iteration_start_date: at("2026-02-01T00:00:00.004Z"),
  response_sampling_start_date: at("2026-02-01T00:00:00.005Z"),
  response_sampling_interval_type: null,
  response_sampling_interval: 6,
  response_sampling_limit: 7,
  response_sampling_daily_limits: [
    { date: "2026-02-01T00:00:00.000Z", daily_response_limit: 4, rollout_percentage: 33.33 }
  ],
  enable_partial_responses: true,
  enable_iframe_embedding: true
})

type Ports = ArchivedResponseRepository | EntityContract.EntityPorts | SurveyRepository | SurveySummaryRepository

const archivedFields = Effect.fnUntraced(function*(project_id: ProjectId) {
  const survey = yield* Effect.orDie((yield* SurveyRepository).create(yield* fieldsOf(project_id)))
  const fields: Omit<ArchivedResponse, "id"> = {
    project_id,
    survey_id: survey.id,
    response_uuid: yield* makeUuid7,
    response_key: "a submission",
    archived_at: start
  }
  return fields
})

const archivedChanges = Effect.fnUntraced(function*(project_id: ProjectId) {
  const changes: Partial<ArchivedResponse> = {
    ...yield* archivedFields(project_id),
    response_key: "Ünïcode \"quoted\"".repeat(1_000),
    archived_at: at("2026-02-01T00:00:00.001Z")
  }
  return changes
})

const summaryFields = Effect.fnUntraced(function*(project_id: ProjectId) {
  const survey = yield* Effect.orDie((yield* SurveyRepository).create(yield* fieldsOf(project_id)))
  const fields: Omit<SurveySummary, "id"> = {
    project_id,
    survey_id: survey.id,
    state: "a",
    summary: { text: "- **slow**: 2 of 9\n  > “Zoë's \\*”", sources: [], considered: 9 },
    generated_at: start
  }
  return fields
})

const summaryChanges = Effect.fnUntraced(function*(project_id: ProjectId) {
  const changes: Partial<SurveySummary> = {
    ...yield* summaryFields(project_id),
    state: "Ünïcode",
    summary: {},
    generated_at: at("2026-02-01T00:00:00.001Z")
  }
  return changes
})

const surveyCase: EntityContract.EntityCase<SurveyRepository, Survey, EntityColumns, SurveyNameTaken, never> = {
  entity: surveyEntity,
  port: SurveyRepository,
  owner: makeProjectId,
  fields: fieldsOf,
  changes: () => Effect.map(makeUuid7, full)
}

/** The contract of the storages of surveys, of archived responses and of summaries. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  EntityContract.suite(name, storage, surveyCase)
  EntityContract.suite(name, storage, {
    entity: archivedResponseEntity,
    port: ArchivedResponseRepository,
    owner: makeProjectId,
    fields: archivedFields,
    changes: archivedChanges
  })
  EntityContract.suite(name, storage, {
    entity: surveySummaryEntity,
    port: SurveySummaryRepository,
    owner: makeProjectId,
    fields: summaryFields,
    changes: summaryChanges
  })
  layer(storage, { excludeTestServices: true })(`Timed surveys: ${name}`, (it) => {
    it.effect("a survey's id says which project has it", () =>
      Effect.gen(function*() {
        const surveys = yield* SurveyRepository
        const [first, second] = [yield* makeProjectId, yield* makeProjectId]
        const { id } = yield* surveys.create(yield* fieldsOf(first))
        const other = yield* surveys.create({ ...yield* fieldsOf(second), archived: true })
        assert.deepStrictEqual(yield* surveys.projectOf(id), Option.some(first))
        assert.deepStrictEqual(yield* surveys.projectOf(other.id), Option.some(second))
        yield* surveys.remove(first, id)
        assert.deepStrictEqual(yield* surveys.projectOf(id), Option.none())
      }))

    it.effect("those that run and have a plan come part by part, of all projects", () =>
      Effect.gen(function*() {
        const surveys = yield* SurveyRepository
        const owners = [yield* makeProjectId, yield* makeProjectId]
        const running = { start_date: at("2026-01-01T00:00:00Z"), responses_limit: 10 }
        const make = Effect.fnUntraced(function*(project: ProjectId, more: Partial<Fields>) {
          return (yield* surveys.create({ ...yield* fieldsOf(project), ...running, ...more })).id
        })
        const expected: Array<SurveyId> = []
        for (const project of owners) {
          expected.push(yield* make(project, {}))
          expected.push(yield* make(project, { responses_limit: null, iteration_count: 2 }))
          expected.push(yield* make(project, { responses_limit: null, response_sampling_daily_limits: [] }))
          yield* make(project, { responses_limit: null })
          yield* make(project, { start_date: null })
          yield* make(project, { end_date: at("2026-01-02T00:00:00Z") })
          yield* make(project, { archived: true })
        }
        for (const size of [1, 4, 1_000]) {
          const found: Array<Survey> = []
          let after: SurveyId | undefined = undefined
          do {
            const page: ReadonlyArray<Survey> = yield* surveys.timed(after, size)
            found.push(...page)
            after = page.at(-1)?.id
          } while (after !== undefined)
          const ours = found.filter(({ project_id }) => owners.includes(project_id)).map(({ id }) => id)
          assert.deepStrictEqual(ours, expected.toSorted(), `${size} at once`)
        }
      }))
  })
}
