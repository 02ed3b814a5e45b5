/** The seconds of a `Retry-After` header, which has a number or a date. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get("retry-after")
  if (text === null || text === "") return undefined
  const seconds = Number(text)
  const wait = Number.isNaN(seconds) ? (Date.parse(text) - Date.now()) / 1000 : seconds
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
