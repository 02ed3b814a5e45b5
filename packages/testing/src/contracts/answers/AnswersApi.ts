import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Http from "@hedgerow/http/Http"
import { Context, Effect, Layer, Option, type Scope } from "effect"
import { HttpEffect, type HttpServerRequest } from "effect/http"

/** A response; `body` has no members where it is no object. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly body: JsonRecord
}

/** The first project of a storage, and the API over it, without background work. */
export class AnswersApi extends Context.Service<AnswersApi, {
  readonly project: Project
  /** Sends a request with a key of all scopes; a path without a slash is one of the project. */
  readonly call: (method: string, path: string, body?: JsonRecord) => Effect.Effect<Answer>
}>()("@hedgerow/testing/contracts/answers/AnswersApi") {
  static readonly layer = Layer.suspend(() =>
    Layer.effect(AnswersApi, make).pipe(Layer.provideMerge(Layer.mergeAll(Domain.layer, ApiKeyCallers.layer)))
  )
}

const bodyOf = (text: string, response: Response): JsonRecord => {
  const isJson = response.headers.get("content-type")?.includes("json") === true
  const parsed: unknown = isJson ? JSON.parse(text) : undefined
  return isJsonRecord(parsed) ? parsed : {}
}

const make = Effect.gen(function*() {
  const { personalApiKey, project } = yield* bootstrap({
    projectName: "Answers",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const context = yield* Effect.context<never>()
  const routes = yield* Http.toHttpEffect
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(routes)
  const headers = { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json" }

  return AnswersApi.of({
    project,
    call: Effect.fnUntraced(function*(method: string, path: string, body?: JsonRecord) {
      const url = new URL(path.startsWith("/") ? path : `/api/projects/${project.id}/${path}`, "http://hedgerow.test")
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = yield* Effect.promise(() => handler(new Request(url, { method, headers, ...sent })))
      const text = yield* Effect.promise(() => response.text())
      return { status: response.status, text, body: bodyOf(text, response) }
    })
  })
})

/** Sends a request that must succeed. */
export const good = Effect.fnUntraced(function*(method: string, path: string, body?: JsonRecord) {
  const answer = yield* (yield* AnswersApi).call(method, path, body)
  return answer.status < 300
    ? answer
    : yield* Effect.die(new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`))
})
