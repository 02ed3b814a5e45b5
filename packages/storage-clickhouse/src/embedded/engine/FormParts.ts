/** The named parts of a `multipart/form-data` body; undefined for a body of another type. */
export const formParts = (contentType: string | undefined, body: Buffer): ReadonlyMap<string, string> | undefined => {
  const boundary = /^multipart\/form-data\s*;.*?boundary="?([^";]+)"?/i.exec(contentType ?? "")?.[1]
  if (boundary === undefined) return undefined
  const parts = new Map<string, string>()
  const delimiter = Buffer.from(`--${boundary}`)
  let start = body.indexOf(delimiter)
  while (start !== -1) {
    const from = start + delimiter.length
    const next = body.indexOf(delimiter, from)
    if (next === -1) return parts
    const end = body.indexOf("\r\n\r\n", from)
    const name = /\bname="([^"]*)"/i.exec(body.toString("latin1", from, Math.max(from, end)))?.[1]
    if (end !== -1 && end < next && name !== undefined) {
      parts.set(name, body.toString("utf8", end + 4, Math.max(end + 4, next - 2)))
    }
    start = next
  }
  return parts
}
