import { assert, it } from "@effect/vitest"
import { queryLogColumns } from "@hedgerow/core/query/log/QueryLogTable"
import { queryHeaders } from "@hedgerow/http/query/QueryHeaders"
import { typeName } from "@hedgerow/sql/types/SqlType"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { pageOf } from "./DocumentedCalls.ts"
import { checkGuide } from "./GuideCheck.ts"

it.effect.each(["query-log.md", "query-errors.md"])(
  "docs/%s: every request is answered as the page says",
  (name) => checkGuide(name).pipe(Effect.provide(TestApi.layer))
)

it("docs/query-log.md: every column and header is in a table", () => {
  const page = pageOf("query-log.md")
  for (const { name, text, type } of queryLogColumns) {
    assert.include(page, `| \`${name}\` | ${typeName(type)} | ${text} |`)
  }
  for (const name of Object.keys(queryHeaders)) assert.include(page, `| \`${name}\` | `)
})
