import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

/** Sends the requests of a page, and runs its SQL; the JSON under a query are its rows, that under a request its answer. */
const checkPage = Effect.fnUntraced(function*(page: string) {
  const { key, project, request } = yield* TestApi
  const blocks = blocksOf(page)
  const asked: Array<string> = []
  for (const [place, { language, text }] of blocks.entries()) {
    if (language === "sh") {
      const command = text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token)
      const { body, headers, method, path } = callOf(command)
      const response = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
      assert.include([200, 201], response.status, text)
      const shown: unknown = JSON.parse(blocks[place + 1]?.text ?? "")
      const answer: unknown = yield* Effect.promise(() => response.json())
      assert.deepStrictEqual(shownPart(shown, answer), shown, text)
    }
    if (language !== "sql") continue
    const answer = yield* call("POST", "query/", { query: { kind: "ServiceSqlQuery", query: text } })
    assert.strictEqual(answer.status, 200, `${text} ${JSON.stringify(answer.body)}`)
    asked.push(text)
    const next = blocks[place + 1]
    if (next?.language === "json") assert.deepStrictEqual(answer.body["results"], JSON.parse(next.text), text)
  }
  return asked
})

it.effect("docs/sql.md: every request is taken, and every query has the rows under it", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 0, 20, 12))
    const made = yield* call("POST", "cohorts/", { name: "Regulars", is_static: true })
    assert.strictEqual(made.status, 201)
    assert.isAtLeast((yield* checkPage(pageOf("sql.md"))).length, 20)
  }).pipe(Effect.provide(TestApi.layer)))
