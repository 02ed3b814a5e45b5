import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { FlagApi } from "../flags/FlagApi.ts"
import { parsed } from "../support/Contract.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

it.effect("docs/approvals.md: every request is answered as the page says", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 2, 1, 9))
    const { call, key, keyOf } = yield* FlagApi
    const other = yield* keyOf("other", ["feature_flag:write"])
    const blocks = blocksOf(pageOf("approvals.md"))
    let answered = 0
    for (const [at, { language, text }] of blocks.entries()) {
      if (language !== "sh") continue
      const { body, method, path } = callOf(text)
      const answer = yield* call(method, path, body, { key: text.includes("phx_other…") ? other : key })
      const next = blocks[at + 1]
      assert.strictEqual(next?.language, "json", text)
      const shown = parsed(next?.text)
      assert.deepStrictEqual(shownPart(shown, answer.body), shown, text)
      answered += 1
    }
    assert.isAbove(answered, 8)
  }).pipe(Effect.provide(FlagApi.layer)))
