import { assert, it } from "@effect/vitest"
import { AnswerJson, makeReadyAnswers } from "@hedgerow/core/query/execution/CachedAnswer"

it("a cached answer is made ready once, and anew when another text is kept", () => {
  const ready = makeReadyAnswers()
  const first = ready("1/key", `{"results":["ü🌿\\ud800"]}`)
  assert.strictEqual(first.text, `{"is_cached":true,"query_status":null,"results":["ü🌿\\ud800"]}`)
  assert.deepStrictEqual(first.bytes, new TextEncoder().encode(first.text))
  const again = ready("1/key", `{"results":["ü🌿\\ud800"]}`)
  assert.strictEqual(again.bytes, first.bytes, "the very bytes")
  assert.strictEqual(ready("2/key", `{"results":[]}`).text, `{"is_cached":true,"query_status":null,"results":[]}`)
  const replaced = ready("1/key", `{"results":[2]}`)
  assert.strictEqual(replaced.text, `{"is_cached":true,"query_status":null,"results":[2]}`)
  assert.deepStrictEqual(new TextDecoder().decode(replaced.bytes), replaced.text)
})

it("an answer too large to be held ready is returned all the same", () => {
  const ready = makeReadyAnswers()
  const kept = `{"results":["${"x".repeat(9 * 1024 * 1024)}"]}`
  assert.strictEqual(ready("1/key", kept).text.length, new AnswerJson(ready("1/key", kept).text).bytes.length)
})
