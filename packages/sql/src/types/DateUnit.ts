/** Units of DateCall. `week0` starts on Sunday, `week1` on Monday; the day-of-week part is 1 (Monday) to 7. */
export const dateUnits = [
  "second",
  "minute",
  "hour",
  "day",
  "week0",
  "week1",
  "month",
  "quarter",
  "year",
  "dayOfWeek",
  "dayOfYear"
] as const
export type DateUnit = (typeof dateUnits)[number]
