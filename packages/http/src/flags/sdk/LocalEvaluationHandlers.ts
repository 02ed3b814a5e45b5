import type { Project } from "@hedgerow/core/access/Project"
import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { FlagEvaluations } from "@hedgerow/core/flags/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/FlagQuota"
import { Effect, Layer } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { CurrentCaller, CurrentProject } from "../../auth/Authorization.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { flagQuotaUsedUp } from "../../errors/RequestErrors.ts"
import { DefinitionStreams } from "./DefinitionStreams.ts"
import { matchesEntity, weakTag } from "./EntityTags.ts"
import { type CohortForm, type LocalBody, localBody } from "./LocalBody.ts"
import { projectOfToken } from "./TokenProject.ts"

type Request = HttpServerRequest.HttpServerRequest

interface LocalQuery {
  readonly token?: string
  readonly send_cohorts?: string
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
    return respond(localBody(yield* evaluations.definitions(project.id), form), request.headers["if-none-match"])
  })

  return {
    definitions,
    stream: Effect.fnUntraced(function*(project: Project, request: Request) {
      yield* spend(project)
      return yield* streams.respond(project.id, request.headers["last-event-id"])
    })
  }
})

const byToken = HttpApiBuilder.group(
  Api,
  "localEvaluation",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* ProjectAccess
    const evaluations = yield* FlagEvaluations
    const { definitions, stream } = yield* makeLocalEvaluation

    /** The project that the token names, else the key's current one; the key must reach it. */
    const projectFor = Effect.fnUntraced(function*({ token }: LocalQuery) {
      const caller = yield* CurrentCaller
      const id = token === undefined || token === "" ? "@current" : (yield* projectOfToken(evaluations, token)).id
      return yield* access.resolve(caller, String(id), "feature_flag:read")
    }, answering)

    return handlers
      .handleRaw(
        "definitions",
        Effect.fn("http.localEvaluation.definitions")(function*({ query, request }) {
          return yield* definitions(yield* projectFor(query), "with cohorts", request)
        })
      )
      .handleRaw(
        "legacy",
        Effect.fn("http.localEvaluation.legacy")(function*({ query, request }) {
          return yield* definitions(yield* projectFor(query), cohortForm(query), request)
        })
      )
      .handleRaw(
        "stream",
        Effect.fn("http.localEvaluation.stream")(function*({ query, request }) {
          return yield* stream(yield* projectFor(query), request)
        })
      )
  })
)

const ofProject = HttpApiBuilder.group(
  Api,
  "projectLocalEvaluation",
  Effect.fnUntraced(function*(handlers) {
    const { definitions, stream } = yield* makeLocalEvaluation
    return handlers
      .handleRaw(
        "definitions",
        Effect.fn("http.projectLocalEvaluation.definitions")(function*({ query, request }) {
          return yield* definitions(yield* CurrentProject, cohortForm(query), request)
        })
      )
      .handleRaw(
        "stream",
        Effect.fn("http.projectLocalEvaluation.stream")(function*({ request }) {
          return yield* stream(yield* CurrentProject, request)
        })
      )
  })
)

/** Gives flag definitions to SDKs that evaluate them themselves. */
export const layer = Layer.merge(byToken, ofProject).pipe(Layer.provide(DefinitionStreams.layer))
