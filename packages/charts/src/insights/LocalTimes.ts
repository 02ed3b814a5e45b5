/** Times as the clocks of a time zone show them. */
import { isTimeZone } from "@hedgerow/core/access/TimeZones"
import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import { textOf } from "./Answers.ts"

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** An instant as a day and a time in a zone: `2026-01-05 13:30`; a midnight as its day, another text as it is. */
export const localTime = (value: unknown, zone: unknown): string => {
  const text = textOf(value)
  const time = instant.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return text
  const { toWall } = timeZone(typeof zone === "string" && isTimeZone(zone) ? zone : "UTC")
  const [day = "", clock = ""] = new Date(toWall(time * 1000) / 1000).toISOString().split("T")
  const shown = clock.replace(/(?::00)?(?:\.0+)?Z$/, "").replace("Z", "")
  return shown === "00:00" ? day : `${day} ${shown}`
}
