import type { Project } from "@hedgerow/core/identity/Project"
import { Promotions } from "@hedgerow/core/promotion/Promotions"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TargetingNeedsFlagScope } from "@hedgerow/core/surveys/editing/SurveyPolicy"
import type { Survey } from "@hedgerow/core/surveys/Survey"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect, type Schema } from "effect"
import { CurrentCaller, CurrentProject, requireScope } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { promotionsRecord } from "../entities/PromotionSchema.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import type { SurveyCopies } from "./SurveyActionSchema.ts"
import { makeSurveyRecords } from "./SurveyRecordsOf.ts"
import { surveyFilterFields, SurveysApi } from "./SurveysApi.ts"

/** The part of a body that is about the targeting flag. */
const targetingFields = ["targeting_flag_id", "targeting_flag_filters", "remove_targeting_flag"]

/** Shows and changes surveys. */
export const layer = handlerGroup(
  SurveysApi,
  Effect.fnUntraced(function*(handlers) {
    const surveys = yield* Surveys
    const promotions = yield* Promotions
    const records = yield* makeSurveyRecords
    const isStrict = yield* TargetingNeedsFlagScope

    const shown = (project: Project, survey: Survey) =>
      Effect.map(records(project, [survey]), (record) => record(survey))

    /** Passes bodies without targeting, and callers who may change flags. */
    const mayTarget = Effect.fnUntraced(function*(body: unknown) {
      const isTargeting = isJsonRecord(body) && targetingFields.some((name) => (body[name] ?? null) !== null)
      if (isStrict && isTargeting) yield* requireScope(yield* CurrentCaller, "feature_flag:write")
    })

    const plain = yield* makeEntityHandlers({
      group: "surveys",
      scope: "Survey",
      list: (project, query, page) =>
        Effect.flatMap(readListQuery(surveyFilterFields, query), (filter) => surveys.list(project, filter, page)),
      find: surveys.find,
      idOf: ({ id }: Survey) => id,
      create: (by, body) => Effect.andThen(mayTarget(body), surveys.create(by, body)),
      patch: (by, id, body) => Effect.andThen(mayTarget(body), surveys.patch(by, id, body)),
      remove: surveys.remove,
      shownInLists: records,
      shown
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("activity", plain.activity)
      .handleRaw(
        "import",
        Effect.fn("http.surveys.import")(function*({ request }) {
          const by = yield* currentEditing
          return yield* shown(by.project, yield* surveys.import(by, yield* readJson(request)))
        }, answering)
      )
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handleRaw("replace", plain.replace)
      .handle("remove", plain.remove)
      .handle("activityOfOne", plain.activityOfOne)
      .handleRaw(
        "duplicate",
        Effect.fn("http.surveys.duplicate")(function*({ params, request }) {
          const body = yield* readJson(request)
          const copies = yield* surveys.copyToProjects(yield* CurrentCaller, yield* CurrentProject, params.id, body)
          return {
            created_surveys: copies.map(({ skipped, survey }) => ({
              team_id: survey.project_id,
              survey_id: survey.id,
              name: survey.name,
              skipped_fields: skipped
            })),
            count: copies.length
          } satisfies typeof SurveyCopies.Type
        }, answering)
      )
      .handleRaw(
        "promote",
        Effect.fn("http.surveys.promote")(function*({ params, request }) {
          const caller = yield* CurrentCaller
          // The targeting goes along.
          if (isStrict) yield* requireScope(caller, "feature_flag:write")
          const body = yield* readJson(request)
          return promotionsRecord(yield* promotions.survey(caller, yield* CurrentProject, params.id, body))
        }, answering)
      )
      .handle(
        "export",
        Effect.fn("http.surveys.export")(function*({ params }) {
          const { survey, ...rest } = yield* surveys.export(yield* currentEditing, params.id)
          return { ...rest, survey: survey as Readonly<Record<string, Schema.Json>> }
        }, answering)
      )
  })
)
