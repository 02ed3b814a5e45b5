import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import type { Project } from "@hedgerow/core/identity/Project"
import { traced } from "@hedgerow/core/shared/Traced"
import { Effect, Layer } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { flagQuotaUsedUp } from "../../errors/RequestErrors.ts"
import { DefinitionStreams } from "./DefinitionStreams.ts"
import { matchesEntity, weakTag } from "./EntityTags.ts"
import { type CohortForm, type LocalBody, localBody } from "./LocalBody.ts"
import { LocalEvaluationApi, ProjectLocalEvaluationApi } from "./LocalEvaluationApi.ts"
import { makeNamedProject } from "./NamedProject.ts"

type Request = HttpServerRequest.HttpServerRequest

interface LocalQuery {
  readonly token?: string
  readonly send_cohorts?: string
}

interface LocalCall {
  readonly query: LocalQuery
  readonly request: Request
}

const cohortForm = ({ send_cohorts }: LocalQuery): CohortForm =>
  send_cohorts === undefined ? "without cohorts" : "with cohorts"

const respond = ({ bytes, hash }: LocalBody, ifNoneMatch: string | undefined) => {
  const headers = { etag: weakTag(hash), "cache-control": "private, must-revalidate" }
  return matchesEntity(ifNoneMatch, hash)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(bytes, { contentType: "application/json", headers })
}

const makeLocalEvaluation = Effect.gen(function*() {
  const evaluations = yield* FlagEvaluations
  const isAllowed = yield* FlagQuota
  const streams = yield* DefinitionStreams

  const spend = ({ id }: Project) =>
    Effect.flatMap(isAllowed(id, "definitions"), (allowed) => allowed ? Effect.void : Effect.fail(flagQuotaUsedUp))

  const definitions = Effect.fnUntraced(function*(project: Project, form: CohortForm, request: Request) {
    yield* spend(project)
    const body = yield* localBody(yield* evaluations.definitions(project.id), form)
    return respond(body, request.headers["if-none-match"])
  })

  return {
    definitions,
    stream: Effect.fnUntraced(function*(project: Project, request: Request) {
      yield* spend(project)
      return yield* streams.respond(project.id, request.headers["last-event-id"])
    })
  }
})

const ofToken = handlerGroup(
  LocalEvaluationApi,
  Effect.fnUntraced(function*(handlers) {
    const { byToken } = yield* makeNamedProject
    const { definitions, stream } = yield* makeLocalEvaluation

    return handlers
      .handleRaw(
        "definitions",
        traced("http.localEvaluation.definitions")(Effect.fnUntraced(function*({ query, request }: LocalCall) {
          return yield* definitions(yield* byToken(query.token), "with cohorts", request)
        }))
      )
      .handleRaw(
        "legacy",
        Effect.fn("http.localEvaluation.legacy")(function*({ query, request }) {
          return yield* definitions(yield* byToken(query.token), cohortForm(query), request)
        })
      )
      .handleRaw(
        "stream",
        Effect.fn("http.localEvaluation.stream")(function*({ query, request }) {
          return yield* stream(yield* byToken(query.token), request)
        })
      )
  })
)

const ofProject = handlerGroup(
  ProjectLocalEvaluationApi,
  Effect.fnUntraced(function*(handlers) {
    const { byPath } = yield* makeNamedProject
    const { definitions, stream } = yield* makeLocalEvaluation
    return handlers
      .handleRaw(
        "definitions",
        Effect.fn("http.projectLocalEvaluation.definitions")(function*({ params, query, request }) {
          return yield* definitions(yield* byPath(params.project_id, query.token), cohortForm(query), request)
        })
      )
      .handleRaw(
        "stream",
        Effect.fn("http.projectLocalEvaluation.stream")(function*({ params, query, request }) {
          return yield* stream(yield* byPath(params.project_id, query.token), request)
        })
      )
  })
)

/** Gives flag definitions to SDKs that evaluate them themselves. */
export const layer = Layer.merge(ofToken, ofProject).pipe(Layer.provide(DefinitionStreams.layer))
