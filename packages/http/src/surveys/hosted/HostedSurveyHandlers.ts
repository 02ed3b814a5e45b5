import { parseUuid } from "@hedgerow/core/shared/Uuid"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { type ApiError, errorResponse } from "../../errors/ApiError.ts"
import { toApiError } from "../../errors/ErrorTable.ts"
import { invalidSurveyAddress } from "../../errors/RequestErrors.ts"
import { takesHtml } from "../../pages/TakesHtml.ts"
import { SdkScripts } from "../../scripts/SdkScripts.ts"
import { noteFacts } from "../../shared/RequestFacts.ts"
import { hostedHeaders, hostedPage, refusalPage } from "./HostedPage.ts"
import { HostedSurveyApi } from "./HostedSurveyApi.ts"

const contentType = "text/html; charset=utf-8"

/** A stopped survey is gone from its page after this time at the latest. */
const cacheControl = "public, max-age=300"

/** An error as a page for browsers, and as any other error for the rest. */
const refused = (request: HttpServerRequest.HttpServerRequest, title: string, error: ApiError) =>
  HttpServerResponse.setHeaders(
    takesHtml(request)
      ? HttpServerResponse.text(refusalPage(title, "The requested survey is not available."), {
        status: error.status,
        contentType
      })
      : errorResponse(error),
    hostedHeaders(false)
  )

/** Shows external surveys. */
export const layer = handlerGroup(
  HostedSurveyApi,
  Effect.fnUntraced(function*(handlers) {
    const surveys = yield* Surveys
    const scripts = yield* SdkScripts

    const page = Effect.fnUntraced(function*(id: string) {
      const hosted = yield* surveys.hosted(id)
      yield* noteFacts({ project: hosted.project.id })
      return HttpServerResponse.text(hostedPage(hosted, yield* scripts.version), {
        contentType,
        headers: { ...hostedHeaders(hosted.survey.enable_iframe_embedding), "cache-control": cacheControl }
      })
    })

    return handlers.handleRaw(
      "page",
      Effect.fn("http.hostedSurveys.page")(function*({ params: { id }, request }) {
        if (parseUuid(id) === undefined) return refused(request, "Invalid request", invalidSurveyAddress)
        return yield* Effect.catchTags(page(id), {
          SurveyNotFound: (error) => Effect.succeed(refused(request, "Survey not available", toApiError(error))),
          SurveyClosed: (error) => Effect.succeed(refused(request, "Survey not receiving responses", toApiError(error)))
        })
      })
    )
  })
)
