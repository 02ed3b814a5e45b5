import { assert, describe, it } from "@effect/vitest"
import { requestErrorCases } from "@hedgerow/http/documents/RequestErrorCases"
import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { connectionErrors } from "@hedgerow/http/errors/ConnectionErrors"
import { ErrorBody } from "@hedgerow/http/errors/ErrorBody"
import { answeredDomainErrors } from "@hedgerow/http/errors/ErrorCases"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"

const refusedForNow = [
  ...answeredDomainErrors(),
  ...Object.values(requestErrorCases).flat(),
  ...Object.values(connectionErrors)
].filter(({ error }) => error.status === 429 || error.status === 503)

const decodeBody = Schema.decodeUnknownEffect(ErrorBody, { onExcessProperty: "error" })

describe("every answer that means \"not now\"", () => {
  it("is walked", () => assert.isAtLeast(refusedForNow.length, 6))

  for (const { error, when } of refusedForNow) {
    it.effect(`${error.status} when ${when}: says when to come back, in the one body`, () =>
      Effect.gen(function*() {
        const response = HttpServerResponse.toWeb(errorResponse(error))
        assert.match(response.headers.get("retry-after") ?? "none", /^[1-9]\d*$/)
        assert.match(response.headers.get("content-type") ?? "none", /^application\/json/)
        const body = yield* decodeBody(yield* Effect.promise(() => response.json()))
        assert.strictEqual(body.type, error.status === 429 ? "throttled_error" : "server_error")
        assert.isNotEmpty(body.detail)
      }))
  }
})
