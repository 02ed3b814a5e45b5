import { DateTime } from "effect"
import type { Project } from "../../identity/Project.ts"
import type { Experiment } from "../Experiment.ts"

/** A day of an experiment in the time zone of its project. */
export interface ExperimentDay {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** The midnight that ends it. */
  readonly end: DateTime.Utc
}

/** The most days of a timeseries: the latest ones. */
export const maxDays = 1_000

type Lived = Pick<Experiment, "end_date" | "start_date">

/** Every day from the start to the end, or to today; none before the experiment has begun. */
export const experimentDays = (
  { end_date, start_date }: Lived,
  { timezone }: Pick<Project, "timezone">,
  now: DateTime.Utc
): ReadonlyArray<ExperimentDay> => {
  const last = end_date === null ? now : DateTime.min(DateTime.subtract(end_date, { milliseconds: 1 }), now)
  if (start_date === null || DateTime.isGreaterThan(start_date, last)) return []
  const days: Array<ExperimentDay> = []
  const first = DateTime.startOf(DateTime.setZoneNamedUnsafe(start_date, timezone), "day")
  let day = DateTime.startOf(DateTime.setZoneNamedUnsafe(last, timezone), "day")
  while (days.length < maxDays && DateTime.isGreaterThanOrEqualTo(day, first)) {
    const next = DateTime.startOf(DateTime.add(day, { hours: 36 }), "day")
    days.push({ date: DateTime.formatIsoDate(day), end: DateTime.toUtc(next) })
    day = DateTime.startOf(DateTime.subtract(day, { hours: 12 }), "day")
  }
  return days.toReversed()
}
