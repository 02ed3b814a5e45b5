import { assert, it } from "@effect/vitest"
import { FunnelsFilter } from "@hedgerow/core/query/kinds/funnels/FunnelsFilter"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

const page = pageOf("insights/funnels.md")

it.effect("docs/insights/funnels.md: every request is answered as the page says", () =>
  Effect.gen(function*() {
    const { key, project, request } = yield* TestApi
    yield* TestClock.setTime(Date.UTC(2026, 0, 9))
    const blocks = blocksOf(page)
    let answered = 0
    for (const [at, { language, text }] of blocks.entries()) {
      if (language !== "sh") continue
      const { body, headers, method, path } = callOf(
        text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token)
      )
      const response = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
      const answer: unknown = JSON.parse(yield* Effect.promise(() => response.text()))
      const shown: unknown = JSON.parse(blocks[at + 1]?.text ?? "")
      assert.deepStrictEqual(shownPart(shown, answer), shown, `${text}\n${JSON.stringify(answer)}`)
      answered++
    }
    assert.strictEqual(answered, 5)
  }).pipe(Effect.provide(TestApi.layer)))

it("docs/insights/funnels.md: every field of a funnel's filter is in a table", () => {
  for (const field of Object.keys(FunnelsFilter.fields)) assert.include(page, `\`${field}\``)
})
