import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi } from "../flags/FlagApi.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

/** The pages about insights whose requests are sent one after the other. */
const pages = ["insights/paths.md", "insights/retention.md"]

for (const page of pages) {
  it.effect(`docs/${page}: every request is answered as the page says`, () =>
    Effect.gen(function*() {
      const { key, project } = yield* FlagApi
      yield* TestClock.setTime(Date.UTC(2026, 2, 21))
      const blocks = blocksOf(pageOf(page))
      let answers = 0
      for (const [at, { language, text }] of blocks.entries()) {
        if (language !== "sh") continue
        const { body, method, path } = callOf(text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token))
        const { json, status } = yield* call(method, path, body)
        assert.strictEqual(status, 200, `${text}\n${JSON.stringify(json)}`)
        const next = blocks[at + 1]
        if (next?.language !== "json") continue
        const shown: unknown = JSON.parse(next.text)
        assert.deepStrictEqual(shownPart(shown, json), shown, `${text}\n${JSON.stringify(json, null, 1)}`)
        answers++
      }
      assert.isAtLeast(answers, 1)
    }).pipe(Effect.provide(FlagApi.layer)))
}
