import { Context, DateTime, type Effect } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/** A calendar month in UTC, such as `2026-11`. */
export type Month = string

/** The calendar month of a time, in UTC. */
export const monthOf = (time: DateTime.Utc): Month => DateTime.formatIso(time).slice(0, 7)

/** The numbers of events that projects with a quota have stored, by the month of their arrival. */
export class EventUsage extends Context.Service<EventUsage, {
  /** The number of events that were added for a month; 0 at first. */
  readonly used: (project: ProjectId, month: Month) => Effect.Effect<number>
  readonly add: (project: ProjectId, month: Month, events: number) => Effect.Effect<void>
}>()("@hedgerow/core/events/EventUsage") {}
