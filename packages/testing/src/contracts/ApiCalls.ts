import type { Project } from "@hedgerow/core/identity/Project"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Http from "@hedgerow/http/Http"
import { Effect, Result, type Scope } from "effect"
import { HttpEffect, type HttpServerRequest } from "effect/http"

/** A response; `json` is undefined where its text is none. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
  /** The body as an object; one without members when it is none. */
  readonly body: JsonRecord
}

/** The key and headers of one request, in place of those of the calls. */
export type Sent = { readonly key?: string; readonly headers?: Readonly<Record<string, string>> }

const parse = (text: string): unknown =>
  text === "" ? undefined : Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

const read = Effect.fnUntraced(function*(response: Response) {
  const text = yield* Effect.promise(() => response.text())
  const json = parse(text)
  const body: JsonRecord = isJsonRecord(json) ? json : {}
  return { status: response.status, headers: response.headers, text, json, body } satisfies Answer
})

/**
 * Requests to the API over the services at hand, without a socket. A path without a slash is one of the project, a body
 * that is a text is sent as it is.
 */
export const makeApiCalls = Effect.fnUntraced(function*(project: Project, key: string) {
  const context = yield* Effect.context<never>()
  const routes = yield* Http.toHttpEffect
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(routes)

  return (method: string, path: string, body?: unknown, sent: Sent = {}): Effect.Effect<Answer> => {
    const url = new URL(path.startsWith("/") ? path : `/api/projects/${project.id}/${path}`, "http://hedgerow.test")
    const headers = { authorization: `Bearer ${sent.key ?? key}`, "content-type": "application/json", ...sent.headers }
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const request = new Request(url, { method, headers, ...(body === undefined ? undefined : { body: text }) })
    return Effect.flatMap(Effect.promise(() => handler(request)), read)
  }
})
