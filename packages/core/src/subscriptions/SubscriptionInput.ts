import { boolean, choice, integer, list, text } from "../shared/Fields.ts"
import { time } from "../shared/TimeField.ts"
import { targetTypes } from "./Subscription.ts"
import { frequencies, setPositions, weekdays } from "./SubscriptionSchedule.ts"

/** The most charts of a delivery. */
export const maxInsights = 6

const id = integer({ minimum: 1, maximum: 2147483647 })

const title = text({ blank: true, maxLength: 100 }).describe("The name that people see.", "Signups of the week")

const dashboard = id.nullable.describe("The id of the dashboard that is sent; null where an insight is.", null)

const insight = id.nullable.describe("The id of the insight that is sent; null where a dashboard is.", 1)

const exported = list(id, { distinct: true, maxLength: maxInsights }).describe(
  `The ids of the insights of the dashboard that are sent, at most ${maxInsights}; empty: its first ones.`,
  []
)

const targetType = choice(targetTypes).describe(
  "`email`, `webhook`: a signed body, `slack`: a message for an incoming webhook of Slack.",
  "webhook"
)

const targetValue = text({ maxLength: 13_000 }).describe(
  "Email addresses with commas between them, at most 50, or the address of a webhook: `https`, and no private address.",
  "https://example.com/hooks"
)

const message = text({ blank: true, maxLength: 1_000 }).nullable.describe("A text above the numbers.", "Hello!")

const frequency = choice(frequencies).describe("The unit of the schedule.", "weekly")

const interval = integer({ minimum: 1, maximum: 1_000 }).describe("The number of units from date to date.", 1)

const byWeekday = list(choice(weekdays), { distinct: true, maxLength: 7 }).nullable.describe(
  "The days on which it is sent; null: the day of `start_date`.",
  ["monday"]
)

const bySetPosition = choice(setPositions).nullable.describe(
  "The place among the days of `byweekday` in the month or year: 1 to 4, or -1 for the last.",
  null
)

const count = integer({ minimum: 1, maximum: 10_000 }).nullable.describe(
  "The number of dates, counted from `start_date`; null: no end.",
  null
)

const startDate = time().describe(
  "The first date, as ISO 8601. Its local time in the project's time zone is that of all dates.",
  "2026-01-05T09:00:00Z"
)

const untilDate = time().nullable.describe("No date is later, as ISO 8601; null: no end.", null)

const enabled = boolean().describe("Whether it is sent. True also ends a pause after failures.", true)

/** The fields of a new subscription. */
export const newSubscriptionFields = {
  title: title.orElse(""),
  dashboard: dashboard.orElse(null),
  insight: insight.orElse(null),
  dashboard_export_insights: exported.orElse([]),
  target_type: targetType,
  target_value: targetValue,
  invite_message: message.orElse(null),
  frequency,
  interval: interval.orElse(1),
  byweekday: byWeekday.orElse(null),
  bysetpos: bySetPosition.orElse(null),
  count: count.orElse(null),
  start_date: startDate,
  until_date: untilDate.orElse(null),
  enabled: enabled.orElse(true)
}

/** The fields that a change may have. */
export const subscriptionFields = {
  title,
  dashboard,
  insight,
  dashboard_export_insights: exported,
  target_type: targetType,
  target_value: targetValue,
  invite_message: message,
  frequency,
  interval,
  byweekday: byWeekday,
  bysetpos: bySetPosition,
  count,
  start_date: startDate,
  until_date: untilDate,
  enabled,
  deleted: boolean().describe("Whether it is deleted. False restores it.", false)
}
