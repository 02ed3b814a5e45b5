import { assert, it } from "@effect/vitest"
import { queryLogColumns } from "@hedgerow/core/query/log/QueryLogTable"
import { typeName } from "@hedgerow/core/query/sql/SqlType"
import { queryHeaders } from "@hedgerow/http/query/QueryHeaders"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

it.effect.each(["query-log.md", "query-errors.md"])(
  "docs/%s: every request is answered as the page says",
  (name) =>
    Effect.gen(function*() {
      const { key, request } = yield* TestApi
      const blocks = blocksOf(pageOf(name))
      for (const [at, { language, text }] of blocks.entries()) {
        if (language !== "sh") continue
        const { body, headers, method, path } = callOf(text.replaceAll("phx_…", key))
        const response = yield* request(path, { method, headers, ...(body === undefined ? {} : { body }) })
        const answer: unknown = JSON.parse(yield* Effect.promise(() => response.text()))
        const shown: unknown = JSON.parse(blocks[at + 1]?.text ?? "")
        assert.deepStrictEqual(shownPart(shown, answer), shown, text)
      }
    }).pipe(Effect.provide(TestApi.layer))
)

it("docs/query-log.md: every column and header is in a table", () => {
  const page = pageOf("query-log.md")
  for (const { name, text, type } of queryLogColumns) {
    assert.include(page, `| \`${name}\` | ${typeName(type)} | ${text} |`)
  }
  for (const name of Object.keys(queryHeaders)) assert.include(page, `| \`${name}\` | `)
})
