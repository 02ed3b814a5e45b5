import { baseOf, PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { Context, Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Whether `X-Forwarded-*` headers come from a trusted proxy. */
export class TrustProxy extends Context.Reference<boolean>(
  "@hedgerow/http/requests/TrustProxy",
  { defaultValue: () => false }
) {}

const firstOf = (header: string | undefined): string | undefined => header?.split(",")[0]?.trim() || undefined

const isHost = (host: string): boolean => /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(host)

const originOf = (request: HttpServerRequest.HttpServerRequest, sent: URL, trusted: boolean): string => {
  const forwarded = trusted ? firstOf(request.headers["x-forwarded-host"]) : undefined
  const host = [forwarded, request.headers["host"]].find((name) => name !== undefined && isHost(name)) ?? sent.host
  const protocol = trusted ? firstOf(request.headers["x-forwarded-proto"]) : undefined
  return `${protocol === "https" || protocol === "http" ? `${protocol}:` : sent.protocol}//${host}`
}

/** The URL of the request as the client sees it: its host and its path, also when a proxy or an alias changed them. */
export const clientUrl = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const { originalUrl } = request
  const path = originalUrl.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/")
  const sent = (originalUrl.startsWith("/") ? null : URL.parse(originalUrl)) ??
    new URL(`${request.protocol ?? "http"}://localhost${path}`)
  const publicUrl = yield* PublicUrl
  const base = Option.isSome(publicUrl)
    ? baseOf(publicUrl.value)
    : originOf(request, sent, yield* TrustProxy)
  return new URL(`${base}${sent.pathname}${sent.search}`)
})

/** The client's network address, if known. */
export const clientAddress = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const forwarded = (yield* TrustProxy) ? firstOf(request.headers["x-forwarded-for"]) : undefined
  return forwarded ?? Option.getOrUndefined(request.remoteAddress)
})
