/** The state of a long work. */
export interface WorkProgress {
  readonly label: string
  /** From 0 to 1; undefined where nobody knows. */
  readonly done: number | undefined
  readonly rows: number
  /** The rows and the time of this run, from which the rate is. */
  readonly rowsOfRun: number
  readonly millis: number
}

const width = 24

/** A bar that is full at 1. */
export const bar = (done: number): string => {
  const full = Math.round(done * width)
  return `[${"#".repeat(full)}${"-".repeat(width - full)}] ${String(Math.floor(done * 100)).padStart(3)} %`
}

/** A time in words: `1 h 02 min`, `3 min 04 s`, `5 s`. */
export const duration = (millis: number): string => {
  const seconds = Math.round(millis / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const two = (number: number): string => String(number).padStart(2, "0")
  if (hours > 0) return `${hours} h ${two(minutes)} min`
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`
}

/** A count with its thousands. */
export const whole = (count: number): string => count.toLocaleString("en")

/** A line that says how far it is, how fast, and how long it takes from here. */
export const progressText = ({ done, label, millis, rows, rowsOfRun }: WorkProgress): string => {
  const rate = rowsOfRun / Math.max(1, millis) * 1_000
  const left = done === undefined || done <= 0 ? undefined : millis / done * (1 - done)
  return [
    label,
    ...(done === undefined ? [] : [bar(done)]),
    `${whole(rows)} rows`,
    `${whole(Math.round(rate))} rows/s`,
    ...(left === undefined ? [] : [`${duration(left)} left`])
  ].join("  ")
}
