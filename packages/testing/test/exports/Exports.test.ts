import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"

const csvOf = (query: string) => ({
  export_format: "text/csv",
  export_context: { source: { kind: "HogQLQuery", query } }
})

/** Lets the job run. */
const work = Effect.repeat(TestClock.adjust("1 second"), { times: 5 })

const made = Effect.fnUntraced(function*(body: JsonRecord) {
  const answer = yield* call("POST", "exports/", body)
  assert.strictEqual(answer.status, 201, answer.text)
  yield* work
  return yield* good("GET", `exports/${String(answer.body["id"])}/`)
})

const numbers = "SELECT number FROM numbers(5) ORDER BY number"
const text = "number\r\n0\r\n1\r\n2\r\n3\r\n4\r\n"

it.effect("an export is asked for, made by its job, listed, downloaded and removed", () =>
  Effect.gen(function*() {
    const asked = yield* call("POST", "exports/", csvOf(numbers))
    assert.strictEqual(asked.status, 201, asked.text)
    assert.deepInclude(asked.body, { status: "pending", has_content: false, model: null, exception: null })
    const path = `exports/${String(asked.body["id"])}/`
    const early = yield* call("GET", `${path}content/`)
    assert.deepStrictEqual(refusal(early), [
      404,
      "invalid_request",
      "not_found",
      null,
      "The export has no file: it is pending."
    ])
    yield* work
    const done = yield* good("GET", path)
    assert.deepInclude(done, { status: "completed", has_content: true, rows: 5, bytes: text.length })
    assert.match(String(done["filename"]), /^rows-\d{4}-\d\d-\d\d\.csv$/)
    const file = yield* call("GET", `${path}content/`)
    assert.deepStrictEqual([file.status, file.text], [200, text])
    assert.strictEqual(file.headers.get("content-type"), "text/csv")
    assert.strictEqual(file.headers.get("content-disposition"), `attachment; filename=${String(done["filename"])}`)
    const { results } = yield* good("GET", "exports/")
    assert.deepStrictEqual((results as ReadonlyArray<JsonRecord>).map(({ id }) => id), [done["id"]])
    const activity = yield* good("GET", `${path}activity/`)
    assert.deepStrictEqual((activity["results"] as ReadonlyArray<JsonRecord>).map((entry) => entry["activity"]), [
      "created"
    ])
    assert.strictEqual((yield* call("DELETE", path)).status, 204)
    assert.strictEqual((yield* call("GET", `${path}content/`)).status, 404)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a part of the file is sent to who asks for a range", () =>
  Effect.gen(function*() {
    const { id } = yield* made(csvOf(numbers))
    const content = `exports/${String(id)}/content/`
    const etag = (yield* call("GET", content)).headers.get("etag") ?? ""
    const size = text.length
    const cases: ReadonlyArray<
      readonly [headers: Record<string, string>, status: number, body: string, range?: string]
    > = [
      [{ range: "bytes=0-3" }, 206, text.slice(0, 4), `bytes 0-3/${size}`],
      [{ range: "bytes=8-" }, 206, text.slice(8), `bytes 8-${size - 1}/${size}`],
      [{ range: "bytes=-3" }, 206, text.slice(-3), `bytes ${size - 3}-${size - 1}/${size}`],
      [{ range: "bytes=5-9999" }, 206, text.slice(5), `bytes 5-${size - 1}/${size}`],
      [{ range: "bytes=5-7", "if-range": etag }, 206, text.slice(5, 8), `bytes 5-7/${size}`],
      [{ range: "bytes=5-7", "if-range": "\"other\"" }, 200, text],
      [{ range: "bytes=0-1,4-5" }, 200, text],
      [{ range: "lines=0-1" }, 200, text],
      [{ range: "bytes=99-" }, 416, "", `bytes */${size}`],
      [{ "if-none-match": etag }, 304, ""]
    ]
    for (const [headers, status, body, range] of cases) {
      const answer = yield* call("GET", content, undefined, { headers })
      assert.deepStrictEqual(
        [answer.status, answer.text, answer.headers.get("content-range")],
        [status, body, range ?? null],
        JSON.stringify(headers)
      )
    }
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a query that fails in its job says why, and one that is no query is refused at once", () =>
  Effect.gen(function*() {
    const failed = yield* made(csvOf("SELECT nothing_of_this_name FROM events"))
    assert.deepInclude(failed, { status: "failed", has_content: false })
    assert.include(failed["exception"], "nothing_of_this_name")
    const both = yield* call("POST", "exports/", { ...csvOf(numbers), model: "events" })
    assert.deepStrictEqual(refusal(both), [
      400,
      "validation_error",
      "invalid_input",
      "export_context",
      "An export has a model or an export_context, not both."
    ])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("an export expires after a day", () =>
  Effect.gen(function*() {
    const { id } = yield* made(csvOf(numbers))
    yield* Effect.repeat(TestClock.adjust("1 hour"), { times: 26 })
    assert.strictEqual((yield* call("GET", `exports/${String(id)}/`)).status, 404)
  }).pipe(Effect.provide(FlagApi.layer)))
