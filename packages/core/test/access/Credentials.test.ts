import { assert, describe, it } from "@effect/vitest"
import { findCredential } from "@hedgerow/core/access/Credentials"
import { Effect } from "effect"

interface Given {
  readonly bearer?: string
  readonly body?: Record<string, unknown>
  readonly query?: string
}

const find = ({ bearer, body, query }: Given) =>
  findCredential({
    bearer,
    headers: {},
    body: Effect.succeed(body),
    query: (name) => name === "personal_api_key" ? query : undefined
  })

const cases: ReadonlyArray<
  readonly [name: string, given: Given, source: string | undefined, token: string | undefined]
> = [
  ["nothing", {}, undefined, undefined],
  ["a signed request", { bearer: "phx_a" }, "header", "phx_a"],
  ["the signature before body and query", { bearer: "h", body: { personal_api_key: "b" }, query: "q" }, "header", "h"],
  ["the body before the query", { body: { personal_api_key: "b" }, query: "q" }, "body", "b"],
  ["the query", { body: {}, query: "q" }, "query", "q"],
  ["a body field of another type is no key", { body: { personal_api_key: 5 } }, undefined, undefined]
]

describe("Credentials", () => {
  for (const [name, given, source, token] of cases) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const found = yield* find(given)
        assert.deepStrictEqual([found?.source, found?.token], [source, token])
      }))
  }
})
