import * as Effect from "effect/Effect"
import type { Copying } from "./Copying.ts"
import type { KindSteps } from "./KindSteps.ts"
import type { Id } from "./Ledger.ts"
import type { SourceRecord } from "./ReadProject.ts"

interface Shown {
  readonly name: string
  readonly isOpen: boolean
  readonly id: Id | undefined
  readonly workId: Id | undefined
}

/** The dashboards of the target that an insight is on at the source. */
const dashboardsOf = ({ record }: SourceRecord, { ledger, openDashboards, records }: Copying): ReadonlyArray<Shown> => {
  const ids = Array.isArray(record["dashboards"]) ? record["dashboards"].map(String) : []
  return records.filter(({ id, kind }) => kind.name === "dashboards" && ids.includes(id)).flatMap(({ id, name }) => {
    const entry = ledger.entry("dashboards", id)
    return entry?.id === undefined ? [] : [{ ...entry, name, isOpen: openDashboards.has(id) }]
  })
}

const noteOf = (missing: ReadonlyArray<Shown>): string | undefined =>
  missing.length === 0 ? undefined : missing.map(({ name }) => `not on the dashboard ${name}`).join("; ")

/** An insight is put on dashboards when both are made; it is never put on a dashboard that was there, nor is one there. */
export const insightSteps: KindSteps = {
  fit: (one, body, copying) => {
    const [open, closed] = [true, false].map((isOpen) =>
      dashboardsOf(one, copying).filter((shown) => shown.isOpen === isOpen)
    )
    return { body: { ...body, dashboards: (open ?? []).map(({ workId }) => workId) }, note: noteOf(closed ?? []) }
  },
  found: (one, { dashboards }, copying) => {
    const there: ReadonlyArray<unknown> = Array.isArray(dashboards) ? dashboards : []
    return Effect.succeed(noteOf(dashboardsOf(one, copying).filter(({ id }) => !there.includes(id))))
  }
}
