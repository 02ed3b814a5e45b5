import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import type { SurveyDefinitions } from "@hedgerow/core/surveys/serving/SurveyDefinitions"
import { surveyForSdks } from "@hedgerow/core/surveys/serving/SurveyForSdks"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { missingSurveyToken, unknownSurveyToken } from "../../errors/RequestErrors.ts"
import { noteFacts } from "../../shared/RequestFacts.ts"
import { SurveySdkApi } from "./SurveySdkApi.ts"

const known = new WeakMap<SurveyDefinitions, Uint8Array>()

/**
 * The surveys as SDKs read them, encoded once for each version; survey by survey, so that other requests get their turn
 * between large ones. They are sent as they are kept: every holder of the token may ask often.
 */
const bytesOf = Effect.fnUntraced(function*(definitions: SurveyDefinitions) {
  const found = known.get(definitions)
  if (found !== undefined) return found
  const texts: Array<string> = []
  const slice = new WorkSlice()
  for (const survey of definitions.surveys) {
    const text = JSON.stringify(surveyForSdks(survey, definitions.flagKeys))
    texts.push(text)
    if (slice.isOver(text.length)) yield* Effect.yieldNow
  }
  const bytes = new TextEncoder().encode(`{"surveys":[${texts.join(",")}],"survey_config":null}`)
  known.set(definitions, bytes)
  return bytes
})

/** Returns surveys to SDKs. */
export const layer = handlerGroup(
  SurveySdkApi,
  Effect.fnUntraced(function*(handlers) {
    const evaluations = yield* FlagEvaluations
    const surveys = yield* Surveys

    return handlers.handleRaw(
      "surveys",
      Effect.fn("http.surveySdk.surveys")(function*({ query: { token = "" } }) {
        if (token === "") return yield* missingSurveyToken
        const project = Option.getOrUndefined(yield* evaluations.projectOf(token))
        if (project === undefined) return yield* unknownSurveyToken
        yield* noteFacts({ project: project.id })
        return HttpServerResponse.uint8Array(yield* bytesOf(yield* surveys.definitions(project.id)), {
          contentType: "application/json"
        })
      })
    )
  })
)
