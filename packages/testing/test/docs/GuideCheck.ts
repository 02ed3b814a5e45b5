import { assert } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { contractFault, parsed } from "../support/Contract.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

/** Every request of a page gets the page's answer, or succeeds where the page shows none. */
export const checkGuide = Effect.fnUntraced(function*(name: string) {
  const { key, project, request } = yield* TestApi
  const blocks = blocksOf(pageOf(name))
  for (const [at, { language, text }] of blocks.entries()) {
    if (language !== "sh") continue
    const { body, headers, method, path } = callOf(
      text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token)
    )
    const response = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
    const received = yield* Effect.promise(() => response.text())
    const sent = { method, url: path, sent: parsed(body), status: response.status, answer: parsed(received) }
    assert.isUndefined(contractFault(sent), text)
    const next = blocks[at + 1]
    if (next?.language !== "json") {
      assert.isBelow(response.status, 300, text)
      continue
    }
    const answer: unknown = JSON.parse(received)
    const shown: unknown = JSON.parse(next.text)
    assert.deepStrictEqual(shownPart(shown, answer), shown, text)
  }
})
