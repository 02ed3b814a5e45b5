import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { blocksOf, callOf, pageOf } from "./DocumentedCalls.ts"

/** A command of a page, with the words that a shell would make of it. */
const given = (text: string, key: string, token: string): string =>
  text.replaceAll("$URL", "http://127.0.0.1:8000").replaceAll("$KEY", key).replaceAll("phc_token", token)
    .replaceAll(/-H "([^"]*)"/g, "-H '$1'").replaceAll(/-X (\w+) "(http[^" ]*)"/g, "-X $1 $2")

/** Sends the requests of a page, and asks its SQL; the rows under a query are those of its answer. */
const checkPage = Effect.fnUntraced(function*(page: string) {
  const { key, project, request } = yield* TestApi
  const blocks = blocksOf(page)
  const asked: Array<string> = []
  for (const [place, { language, text }] of blocks.entries()) {
    if (language === "sh") {
      const { body, headers, method, path } = callOf(given(text, key, project.api_token))
      const { status } = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
      assert.include([200, 201], status, text)
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
