import { assert } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

/** Every request of a page gets the page's answer. */
export const checkGuide = Effect.fnUntraced(function*(name: string) {
  const { key, project, request } = yield* TestApi
  const blocks = blocksOf(pageOf(name))
  for (const [at, { language, text }] of blocks.entries()) {
    if (language !== "sh") continue
    const { body, headers, method, path } = callOf(
      text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token)
    )
    const response = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
    const answer: unknown = JSON.parse(yield* Effect.promise(() => response.text()))
    const shown: unknown = JSON.parse(blocks[at + 1]?.text ?? "")
    assert.deepStrictEqual(shownPart(shown, answer), shown, text)
  }
})
