import { toWebHandler } from "@hedgerow/http/Http"
import { Effect, Layer, Result } from "effect"
import { type Behaviour, fakeServices } from "./Fakes.ts"

/** A response; `json` is undefined when the body is none. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

const parse = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** The API over its web handler, with `Bearer phx_all` unless a test sends other headers. */
export const webApi = (behaviour: Behaviour = {}, references: Layer.Layer<never> = Layer.empty) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => toWebHandler(fakeServices(behaviour).pipe(Layer.provideMerge(references)))),
      ({ dispose }) => Effect.promise(dispose)
    ),
    ({ handler }) =>
    (path: string, init: RequestInit = { headers: { authorization: "Bearer phx_all" } }): Effect.Effect<Answer> =>
      Effect.gen(function*() {
        const response = yield* Effect.promise(() => handler(new Request(new URL(path, "http://api.test"), init)))
        const text = yield* Effect.promise(() => response.text())
        return { status: response.status, headers: response.headers, text, json: parse(text) }
      })
  )

/** A request with the all-scopes key. */
export const as = (key: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string> | undefined) }
})

/** A JSON POST with the all-scopes key. */
export const post = (body: unknown, key = "phx_all"): RequestInit =>
  as(key, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } })
