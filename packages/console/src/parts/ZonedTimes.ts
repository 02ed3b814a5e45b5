const dayMillis = 86_400_000

/** The distance of a time zone from UTC at a time, such as `-05:00`. */
export const offsetAt = (time: number, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(time)
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT"
  return name === "GMT" ? "+00:00" : name.slice("GMT".length)
}

/** The next day at a time of day such as `09:00`, both as the time zone has them; ISO 8601 with its offset. */
export const nextDayAt = (now: number, timeOfDay: string, timeZone: string): string => {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now + dayMillis)
  const local = `${day}T${timeOfDay}:00`
  // The zone may change its clocks before that time.
  const about = Date.parse(`${local}${offsetAt(now + dayMillis, timeZone)}`)
  return `${local}${offsetAt(about, timeZone)}`
}
