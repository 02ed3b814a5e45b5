import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import type { SurveyDefinitions } from "@hedgerow/core/surveys/SurveyDefinitions"
import { surveyForSdks } from "@hedgerow/core/surveys/SurveyForSdks"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { noteFacts } from "../../edge/RequestFacts.ts"
import { missingSurveyToken, unknownSurveyToken } from "../../errors/RequestErrors.ts"

const known = new WeakMap<SurveyDefinitions, string>()

/** The surveys as SDKs read them, made once for each version of them. */
const textOf = (definitions: SurveyDefinitions): string => {
  const found = known.get(definitions)
  if (found !== undefined) return found
  const surveys = definitions.surveys.map((survey) => surveyForSdks(survey, definitions.flagKeys))
  const text = JSON.stringify({ surveys, survey_config: null })
  known.set(definitions, text)
  return text
}

/** Tells SDKs of surveys. */
export const layer = HttpApiBuilder.group(
  Api,
  "surveySdk",
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
        return HttpServerResponse.text(textOf(yield* surveys.definitions(project.id)), {
          contentType: "application/json"
        })
      })
    )
  })
)
