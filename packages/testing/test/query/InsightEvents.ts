import type { TestEvent } from "@hedgerow/testing"

const browsers = ["Chrome", "Firefox", "Edge", "Safari"]
const views = [[11, 12, 13, 15, 17, 19], [9, 12], [12], [15]]
const leaves = [[11, 12, 13], [13], [13], [16]]

const events = (event: string, days: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<TestEvent> =>
  days.flatMap((own, person) =>
    own.map((day): TestEvent => ({
      event,
      distinct_id: `p${person + 1}`,
      timestamp: new Date(Date.UTC(2020, 0, day, 12)).toISOString(),
      properties: { $browser: browsers[person] ?? null, $session_id: `s${person}` }
    }))
  )

/** Four persons who see pages and leave them, in January 2020. */
export const insightEvents: ReadonlyArray<TestEvent> = [...events("$pageview", views), ...events("$pageleave", leaves)]
  .toSorted((one, other) => String(one.timestamp) < String(other.timestamp) ? -1 : 1)
