import { Context, DateTime, Effect, Layer } from "effect"
import { EventUsage, type Month, monthOf } from "../events/EventUsage.ts"
import type { Project } from "../identity/Project.ts"

/** The events of a project in one calendar month, beside its quota. */
export interface MonthlyUsage {
  readonly month: Month
  /** The start of the next month: the quota begins anew. */
  readonly resets_at: DateTime.Utc
  /** The events that count for the quota: those that were stored while the project had one. Null without a quota: none is counted. */
  readonly events: number | null
  readonly events_monthly_quota: number | null
  /** The events that are left; null without a quota. */
  readonly events_remaining: number | null
  /** Whether further events of this month are dropped. */
  readonly quota_limited: boolean
  readonly events_sample_rate: number
}

/** What projects have used of their quotas. */
export class ProjectUsage extends Context.Service<ProjectUsage, {
  /** That of the current month. */
  readonly current: (project: Project) => Effect.Effect<MonthlyUsage>
}>()("@hedgerow/core/access/ProjectUsage") {
  static readonly layer: Layer.Layer<ProjectUsage, never, EventUsage> = Layer.effect(
    ProjectUsage,
    Effect.gen(function*() {
      const usage = yield* EventUsage

      return ProjectUsage.of({
        current: Effect.fn("ProjectUsage.current")(function*(project) {
          const now = yield* DateTime.now
          const month = monthOf(now)
          const { events_monthly_quota: quota, events_sample_rate } = project
          const shared = {
            month,
            resets_at: DateTime.add(DateTime.startOf(now, "month"), { months: 1 }),
            events_monthly_quota: quota,
            events_sample_rate
          }
          if (quota === null) return { ...shared, events: null, events_remaining: null, quota_limited: false }
          const events = yield* usage.used(project.id, month)
          return { ...shared, events, events_remaining: Math.max(quota - events, 0), quota_limited: events >= quota }
        })
      })
    })
  )
}
