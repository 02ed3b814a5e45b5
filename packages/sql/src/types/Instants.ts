/** The first and the last instant of the dialect, in microseconds since 1970. */
export const earliest = Date.UTC(1900, 0, 1) * 1000
export const latest = Date.UTC(2200, 0, 1) * 1000 - 1

/** ISO 8601 in UTC with `Z`; the fraction (six digits) only when it is not zero. */
export const toIso = (time: number): string => {
  const seconds = Math.floor(time / 1_000_000)
  const micros = time - seconds * 1_000_000
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
  return micros === 0 ? `${whole}Z` : `${whole}.${String(micros).padStart(6, "0")}Z`
}
