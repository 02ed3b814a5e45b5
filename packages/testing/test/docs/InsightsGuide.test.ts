import { describe, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { insightEvents } from "../query/InsightEvents.ts"
import { checkGuide } from "./GuideCheck.ts"

describe("the guides of insights", () => {
  it.effect.each(["insights/events.md", "insights/actors.md", "insights.md"])(
    "docs/%s: every request is answered as the page says",
    (name) => checkGuide(name).pipe(Effect.provide(TestApi.layer))
  )

  it.effect.each(["insights/lifecycle.md", "insights/stickiness.md"])(
    "docs/%s: every request is answered as the page says of four persons",
    (name) =>
      Effect.gen(function*() {
        const { capture } = yield* TestApi
        yield* TestClock.setTime(Date.UTC(2020, 0, 20, 12))
        yield* capture(...insightEvents)
        yield* checkGuide(name)
      }).pipe(Effect.provide(TestApi.layer))
  )

  it.effect("docs/insights/trends.md: every request is answered as the page says of the events that it sends", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2020, 0, 20, 12))
      yield* checkGuide("insights/trends.md")
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect.each(["insights/correlation.md", "insights/issues.md", "insights/paths.md", "insights/retention.md"])(
    "docs/%s: every request is answered as the page says of the events that it sends",
    (name) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.UTC(2026, 2, 21))
        yield* checkGuide(name)
      }).pipe(Effect.provide(TestApi.layer))
  )
})
