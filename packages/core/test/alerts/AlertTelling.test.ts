import { assert, describe, it } from "@effect/vitest"
import type { AlertState } from "@hedgerow/core/alerts/Alert"
import { isNews } from "@hedgerow/core/alerts/AlertTelling"

const cases: ReadonlyArray<[what: string, state: AlertState, told: AlertState, after: AlertState, news: boolean]> = [
  ["a first look within the bounds", "Not firing", "Not firing", "Not firing", false],
  ["a bound is crossed", "Not firing", "Not firing", "Firing", true],
  ["it stays crossed", "Firing", "Firing", "Firing", false],
  ["the value is back", "Firing", "Firing", "Not firing", true],
  ["it stays back", "Not firing", "Not firing", "Not firing", false],
  ["there is no value any more", "Firing", "Firing", "Errored", true],
  ["there is one again", "Errored", "Errored", "Not firing", true],
  ["back after a silence", "Snoozed", "Firing", "Not firing", true],
  ["back after a silence that ended by hand, or a change of the bounds", "Not firing", "Firing", "Not firing", true],
  ["still crossed after a silence", "Snoozed", "Firing", "Firing", true],
  ["within the bounds after a silence in which nothing was told", "Snoozed", "Not firing", "Not firing", false]
]

describe("isNews", () => {
  it.each(cases)("%s", (_, state, told_state, after, news) => {
    assert.strictEqual(isNews({ state, told_state }, after), news)
  })
})
