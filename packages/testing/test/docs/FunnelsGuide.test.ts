import { assert, it } from "@effect/vitest"
import { FunnelsFilter } from "@hedgerow/core/query/kinds/funnels/FunnelsFilter"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { pageOf } from "./DocumentedCalls.ts"
import { checkGuide } from "./GuideCheck.ts"

const page = "insights/funnels.md"

it.effect("docs/insights/funnels.md: every request is answered as the page says", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 0, 9))
    yield* checkGuide(page)
  }).pipe(Effect.provide(TestApi.layer)))

it("docs/insights/funnels.md: every field of a funnel's filter is in a table", () => {
  for (const field of Object.keys(FunnelsFilter.fields)) assert.include(pageOf(page), `\`${field}\``)
})
