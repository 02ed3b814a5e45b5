import type { RequestForged } from "@hedgerow/core/access/AccessErrors"

/** The parts of a request that show which page sent it. */
export interface Sending {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The origin at which the client reaches the server. */
  readonly ownOrigin: string
}

const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether a method changes nothing. */
export const isSafe = (method: string): boolean => safe.has(method)

/**
 * The sign that a request with a cookie comes from a page of another site; undefined where none does. A browser that names
 * no site must name the origin; a client that names neither is refused. A safe request may come from the address bar or a
 * link.
 */
export const foreignSite = ({ headers, method, ownOrigin }: Sending): RequestForged["reason"] | undefined => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) {
    if (site === "same-origin") return undefined
    return isSafe(method) && (site === "none" || headers["sec-fetch-mode"] === "navigate") ? undefined : "site"
  }
  const { origin } = headers
  if (isSafe(method)) return origin === undefined || origin === ownOrigin ? undefined : "origin"
  return origin === ownOrigin ? undefined : "origin"
}

/** The sign that a log-in, which needs no cookie, comes from a page of another site. Programs name no site and no origin. */
export const foreignLogin = (sending: Sending): RequestForged["reason"] | undefined => {
  const { "sec-fetch-site": site, origin } = sending.headers
  return site === undefined && origin === undefined ? undefined : foreignSite(sending)
}

const hasBody = ({ headers }: Sending): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** Whether the body is none that a form of any page could send without being asked about: JSON, said so, or no body. */
export const isJsonOrEmpty = (sending: Sending): boolean => {
  const type = sending.headers["content-type"]
  if (type === undefined) return !hasBody(sending)
  const mediaType = type.split(";")[0]?.trim().toLowerCase() ?? ""
  return mediaType === "application/json" || mediaType.endsWith("+json")
}

/**
 * The sign that an unsafe request with a session's cookie may be forged: another site, a body that forms send, or a token
 * that is not the session's.
 */
export const forgery = (sending: Sending, token: string): RequestForged["reason"] | undefined => {
  const foreign = foreignSite(sending)
  if (foreign !== undefined || isSafe(sending.method)) return foreign
  if (!isJsonOrEmpty(sending)) return "media type"
  return sending.headers["x-csrf-token"] === token ? undefined : "token"
}
