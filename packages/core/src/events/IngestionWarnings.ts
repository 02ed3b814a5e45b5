import { Clock, Effect, Metric } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { IngestionWarning } from "./IngestionWarning.ts"

const warned = Metric.counter("hedgerow_ingestion_warnings_total", {
  description: "Ingestion warnings by type",
  incremental: true
})

/** Different warnings logged in one minute; more are only counted. */
const maxLogged = 1_000

/** Counts warnings, and logs each kind of them once a minute. */
export type WarningLog = (
  project: ProjectId | null,
  warnings: ReadonlyArray<IngestionWarning>
) => Effect.Effect<void>

/** A log of its own memory. Warnings without a project are distinguished by their subject. */
export const makeWarningLog: Effect.Effect<WarningLog> = Effect.sync(() => {
  const logged = new Set<string>()
  let minute = 0

  const isNews = (key: string, now: number): boolean => {
    const current = Math.floor(now / 60_000)
    if (current !== minute) logged.clear()
    minute = current
    if (logged.has(key) || logged.size >= maxLogged) return false
    logged.add(key)
    return true
  }

  const warn = Effect.fnUntraced(function*(project: ProjectId | null, { subject, type }: IngestionWarning) {
    yield* Metric.update(Metric.withAttributes(warned, { type }), 1)
    const now = yield* Clock.currentTimeMillis
    if (!isNews(`${project ?? subject}/${type}`, now)) return
    yield* Effect.logWarning("Ingestion warning").pipe(Effect.annotateLogs({ type, project, subject }))
  })

  return (project, warnings) => Effect.forEach(warnings, (warning) => warn(project, warning), { discard: true })
})
