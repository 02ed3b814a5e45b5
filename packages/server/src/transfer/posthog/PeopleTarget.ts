import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import * as Effect from "effect/Effect"
import { makeDelivery } from "../import/Delivery.ts"
import type { ImportTarget } from "../import/ImportTarget.ts"
import { whole } from "../Progress.ts"
import type { ProjectApi } from "./ProjectApi.ts"
import type { Outcome } from "./Report.ts"

/** The target of persons and groups: its API, and the place that the events which make them go to. */
export interface PeopleTarget {
  readonly api: ProjectApi
  /** Without it nothing is made. */
  readonly events: ImportTarget | undefined
  /** Tells the number that is done. */
  readonly onProgress: (label: string, done: number) => Effect.Effect<void>
}

const fallbackTime = "2020-01-01T00:00:00Z"

/** The time that a record was made at, or one before any other where it has none. */
export const timeOf = (value: unknown): string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : fallbackTime

interface MadeEvent {
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: JsonRecord
}

/** The text of an event whose uuid follows from what it says, so that one that is sent again is the same one. */
export const eventOf = (event: MadeEvent): string =>
  JSON.stringify({ uuid: deriveUuid("import posthog", JSON.stringify(event)), ...event })

/** The limits of one request of events, those of `hedgerow import events`. */
const bounds = { events: 1_000, chars: 4 * 1024 * 1024 }

/** Sends events, and answers the reasons of those that were refused. */
export const sendEvents = Effect.fnUntraced(function*({ events: to }: PeopleTarget, events: ReadonlyArray<string>) {
  if (to === undefined || events.length === 0) return []
  const refused = yield* makeDelivery(to, bounds)(events.map((text) => ({ text })))
  return refused.map(({ reason }) => reason)
})

/** The rows of the report for counted records. */
export const countsOf = (what: string, made: number, there: number): ReadonlyArray<Outcome> => [
  ...(made === 0 ? [] : [{ what, name: whole(made), outcome: "made" as const, count: made }]),
  ...(there === 0 ? [] : [{ what, name: whole(there), outcome: "there" as const, count: there }])
]

/** The row of the report for a list that ended before it was whole. */
export const endOf = (what: string, done: number, reason: string | undefined): ReadonlyArray<Outcome> =>
  reason === undefined
    ? []
    : [{ what, name: done === 0 ? "all of them" : "the rest of them", outcome: "left out", note: reason }]
