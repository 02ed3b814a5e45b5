import type { FlagResults } from "@hedgerow/core/evaluation/FlagResult"
import { ownToken } from "@hedgerow/core/events/CaptureToken"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import type { FlagSubject } from "@hedgerow/core/flags/serving/FlagSubject"
import type { Project } from "@hedgerow/core/identity/Project"
import { traced } from "@hedgerow/core/shared/Traced"
import { Clock, Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { clientAddress } from "../../requests/ClientUrl.ts"
import { flagsAnswer } from "./FlagsAnswer.ts"
import { FlagsApi } from "./FlagsApi.ts"
import { readFlagsBody } from "./FlagsBody.ts"
import { readFlagsRequest } from "./FlagsRequest.ts"
import { decideShape, type FlagsShape, flagsShape } from "./FlagsShape.ts"
import { commonConfig, remoteConfig } from "./RemoteConfig.ts"
import { requestUuid } from "./RequestId.ts"
import { projectOfToken } from "./TokenProject.ts"

interface FlagsQuery {
  readonly v?: string
  readonly config?: string
  readonly compression?: string
  readonly only_evaluate_survey_feature_flags?: string
  readonly token?: string
  readonly api_key?: string
}

interface FlagsCall {
  readonly query: FlagsQuery
  readonly request: HttpServerRequest.HttpServerRequest
}

/** The query parameters that follow from the path. */
interface Wanted {
  readonly shape: FlagsShape
  readonly hasConfig: boolean
}

const wantedOfFlags = ({ config, v }: FlagsQuery): Wanted => {
  const hasConfig = config === "true" || config === "1"
  return { shape: flagsShape(v, hasConfig), hasConfig }
}

const wantedOfDecide = ({ v }: FlagsQuery): Wanted => ({ shape: decideShape(v), hasConfig: true })

const noFlags: FlagResults = { flags: new Map(), errorsWhileComputing: false, work: 0 }

const isSurveysOnly = (query: FlagsQuery): boolean => query.only_evaluate_survey_feature_flags === "true"

/** Evaluates flags for SDKs. */
export const layer = handlerGroup(
  FlagsApi,
  Effect.fnUntraced(function*(handlers) {
    const evaluations = yield* FlagEvaluations
    const isAllowed = yield* FlagQuota

    const answer = Effect.fnUntraced(
      function*(project: Project | undefined, wanted: Wanted, results: FlagResults, isQuotaLimited: boolean) {
        const config = wanted.hasConfig ? yield* configOf(project) : undefined
        const facts = {
          requestId: yield* requestUuid,
          evaluatedAt: yield* Clock.currentTimeMillis,
          isQuotaLimited,
          config
        }
        const body = flagsAnswer(wanted.shape, results, facts)
        return HttpServerResponse.text(body, { contentType: "application/json" })
      }
    )

    const configOf = (project: Project | undefined) =>
      project === undefined
        ? Effect.succeed(commonConfig.members)
        : Effect.map(evaluations.definitions(project.id), (definitions) => remoteConfig(definitions).members)

    const evaluate = Effect.fnUntraced(function*(project: Project, subject: FlagSubject, query: FlagsQuery) {
      const mayEvaluate = isSurveysOnly(query) || (yield* isAllowed(project.id, "evaluation"))
      const results = mayEvaluate ? yield* evaluations.evaluate(project.id, subject) : noFlags
      return { results, isQuotaLimited: !mayEvaluate }
    })

    const post = (wantedOf: (query: FlagsQuery) => Wanted) =>
      traced("http.flags.evaluate")(Effect.fnUntraced(function*({ query, request }: FlagsCall) {
        const { fields, token } = yield* readFlagsBody(request, query.compression)
        const project = yield* projectOfToken(
          evaluations,
          ownToken(fields) ?? token ?? query.token ?? query.api_key
        )
        const subject = yield* readFlagsRequest(fields, {
          headers: request.headers,
          onlySurveyFlags: isSurveysOnly(query),
          address: yield* clientAddress(request)
        })
        if (subject === undefined) return yield* answer(project, wantedOf(query), noFlags, false)
        const { isQuotaLimited, results } = yield* evaluate(project, subject, query)
        return yield* answer(project, wantedOf(query), results, isQuotaLimited)
      }))

    const get = (wantedOf: (query: FlagsQuery) => Wanted) =>
      Effect.fn("http.flags.configure")(function*({ query }: FlagsCall) {
        const project = yield* evaluations.projectOf(query.token ?? query.api_key ?? "")
        return yield* answer(Option.getOrUndefined(project), { ...wantedOf(query), hasConfig: true }, noFlags, false)
      })

    return handlers
      .handleRaw("evaluate", post(wantedOfFlags))
      .handleRaw("configure", get(wantedOfFlags))
      .handleRaw("decide", post(wantedOfDecide))
      .handleRaw("decideConfigure", get(wantedOfDecide))
  })
)
