import { assert, describe, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { insightEvents } from "../query/InsightEvents.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

describe("the guides of insights", () => {
  it.effect.each(["trends.md", "lifecycle.md", "stickiness.md"])(
    "docs/insights/%s: every request is answered as the page says",
    (name) =>
      Effect.gen(function*() {
        const { capture, key, request } = yield* TestApi
        yield* TestClock.setTime(Date.UTC(2020, 0, 20, 12))
        yield* capture(...insightEvents)
        const blocks = blocksOf(pageOf(`insights/${name}`))
        for (const [at, { language, text }] of blocks.entries()) {
          if (language !== "sh") continue
          const { body, headers, method, path } = callOf(text.replaceAll("phx_…", key))
          const response = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
          const answer: unknown = JSON.parse(yield* Effect.promise(() => response.text()))
          const shown: unknown = JSON.parse(blocks[at + 1]?.text ?? "")
          assert.deepStrictEqual(shownPart(shown, answer), shown, JSON.stringify(answer))
        }
      }).pipe(Effect.provide(TestApi.layer))
  )
})
