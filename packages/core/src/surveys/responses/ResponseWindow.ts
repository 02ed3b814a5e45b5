import { toIso } from "@hedgerow/sql/types/Instants"
import { DateTime } from "effect"
import { type EventTime, latest } from "../../events/EventTime.ts"
import type { Survey } from "../Survey.ts"

/** A time from one instant to another, both included. */
export interface ResponseWindow {
  readonly from: EventTime
  readonly to: EventTime
}

const eventTime = (time: DateTime.Utc): EventTime => DateTime.toEpochMillis(time) * 1000 as EventTime

/**
 * The time in which events are responses to the survey: from its start, or without one from its creation, to its end. A
 * requested range makes it shorter, and never longer.
 */
export const responseWindow = (survey: Survey, asked: Partial<ResponseWindow> = {}): ResponseWindow => {
  const from = eventTime(survey.start_date ?? survey.created_at)
  const to = survey.end_date === null ? latest : eventTime(survey.end_date)
  return {
    from: Math.max(from, asked.from ?? from) as EventTime,
    to: Math.min(to, asked.to ?? to) as EventTime
  }
}

/** The window as values of a statement. */
export const windowValues = ({ from, to }: ResponseWindow) => ({ since: toIso(from), until: toIso(to) })
