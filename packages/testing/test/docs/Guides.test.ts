import { it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { checkGuide } from "./GuideCheck.ts"

it.effect.each([
  "server.md",
  "capture.md",
  "actions.md",
  "cohorts.md",
  "access.md",
  "activity.md",
  "alerts.md",
  "environments.md",
  "scheduled-changes.md",
  "subscriptions.md",
  "flag-sdks.md",
  "groups.md",
  "sharing.md",
  "sql-editors.md",
  "query-modes.md",
  "queries.md"
])(
  "docs/%s: every request is answered as the page says",
  (name) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 5, 12))
      yield* checkGuide(name)
    }).pipe(Effect.provide(TestApi.layer))
)
