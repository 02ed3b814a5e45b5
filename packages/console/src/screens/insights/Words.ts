/** The choices of the builder, with the words that people read. */
import { choices } from "../filters/Choices.ts"

/** The ways to count events. */
export const maths = choices({
  total: "Events",
  dau: "Unique persons",
  weekly_active: "Weekly active persons",
  monthly_active: "Monthly active persons",
  unique_session: "Unique sessions",
  first_time_for_user: "First time for a person",
  sum: "Sum of a property",
  avg: "Average of a property",
  median: "Median of a property",
  min: "Minimum of a property",
  max: "Maximum of a property",
  p90: "90th percentile of a property",
  p95: "95th percentile of a property",
  p99: "99th percentile of a property"
})

const ofProperty = new Set(["sum", "avg", "median", "min", "max", "p90", "p95", "p99"])

/** Whether a way to count needs a property with numbers. */
export const needsProperty = (math: string | undefined): boolean => math !== undefined && ofProperty.has(math)

/** The periods that are asked for most. */
export const periods = choices({
  "-24h": "Last 24 hours",
  "-7d": "Last 7 days",
  "-14d": "Last 14 days",
  "-30d": "Last 30 days",
  "-90d": "Last 90 days",
  "-180d": "Last 180 days",
  mStart: "This month",
  "-1mStart": "Since the start of last month",
  yStart: "This year",
  all: "All time"
})

/** The parts of all persons that may be looked at. */
export const samples = [
  { value: "1", label: "All of them" },
  { value: "0.1", label: "A sample of 10 %" },
  { value: "0.01", label: "A sample of 1 %" }
]

/** The lengths of the points in time. */
export const intervals = choices({ hour: "by hour", day: "by day", week: "by week", month: "by month" })

/** The drawings of trends. */
export const displays = choices({
  ActionsLineGraph: "Lines",
  ActionsLineGraphCumulative: "Lines, added up",
  ActionsAreaGraph: "Areas",
  ActionsBar: "Bars, stacked",
  ActionsUnstackedBar: "Bars, side by side",
  ActionsBarValue: "Ranking",
  ActionsPie: "Pie",
  BoldNumber: "Number"
})

/** The orders of a funnel's steps. */
export const stepOrders = choices({
  ordered: "in order, others may come between",
  strict: "in order, directly after each other",
  unordered: "in any order"
})

/** The pictures of a funnel. */
export const funnelViews = choices({
  steps: "Steps",
  time_to_convert: "Time to convert",
  trends: "Conversion over time"
})

/** The units of a funnel's window. */
export const windowUnits = choices({
  minute: "minutes",
  hour: "hours",
  day: "days",
  week: "weeks",
  month: "months"
})

/** The periods of retention. */
export const retentionPeriods = choices({ Hour: "hours", Day: "days", Week: "weeks", Month: "months" })

/** Who belongs to a cohort of retention. */
export const retentionTypes = choices({
  retention_first_time: "for the first time",
  retention_recurring: "in that period"
})

/** The kinds of events on paths. */
export const pathEvents = choices({ $pageview: "Pages", $screen: "Screens", custom_event: "Custom events" })
