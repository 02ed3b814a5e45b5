/** Days as people count them, without any of the code under test. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2024-10-27` of a time in microseconds. */
export const dayText = (micros: number, timezone: string): string => {
  const known = formats.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" })
  formats.set(timezone, known)
  return known.format(micros / 1000)
}

/** The day a number of days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The first day of the interval that a day lies in. */
export const intervalOf = (day: string, interval: string, weekStart: 0 | 1): string => {
  if (interval === "month") return `${day.slice(0, 7)}-01`
  if (interval !== "week") return day
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return dayAfter(day, -((weekday - weekStart + 7) % 7))
}

/** The intervals from the day's to the last day's, each by its first day. */
export const intervalsBetween = (first: string, last: string, interval: string, weekStart: 0 | 1) => {
  const found: Array<string> = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) {
    const one = intervalOf(day, interval, weekStart)
    if (found.at(-1) !== one) found.push(one)
  }
  return found
}
