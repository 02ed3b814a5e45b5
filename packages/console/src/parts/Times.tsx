import { Tooltip } from "@mantine/core"

const steps: ReadonlyArray<readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit]> = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"]
]

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** The distance between two times in words. */
export const agoText = (time: number, now: number): string => {
  const seconds = Math.round((time - now) / 1_000)
  const [length, unit] = steps.find(([length]) => Math.abs(seconds) >= length) ?? [1, "second"]
  return relative.format(Math.trunc(seconds / length), unit)
}

/** A time as the zone of the project has it. */
export const timeText = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone
  }).format(time)

/** A time in the zone of the project, or the distance to it; the other one is shown on the way. */
export const Time = (
  { at, isAgo = false, zone }: { readonly at: string; readonly zone: string; readonly isAgo?: boolean }
) => {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return <span>{at}</span>
  const full = `${timeText(time, zone)} (${zone})`
  const ago = agoText(time, Date.now())
  return (
    <Tooltip label={isAgo ? full : ago} openDelay={300}>
      <time dateTime={at}>{isAgo ? ago : timeText(time, zone)}</time>
    </Tooltip>
  )
}
