import { HedgerowError } from "./HedgerowError.ts"
import { retryAfterOf } from "./RetryAfter.ts"
import { addressOf, headersOf, type Route, type RouteArguments } from "./Route.ts"
import type { Settings } from "./Settings.ts"

/** What a call says beside its arguments. */
export interface CallOptions {
  /** Ends the call: it fails with the signal's reason. */
  readonly signal?: AbortSignal
  /** Headers of this request alone. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request may be sent twice; by default where it only reads, replaces or removes. */
  readonly repeatable?: boolean
}

/** The longest wait before a retry; where the server asks for more, its answer is the end. */
const longestWait = 60

const firstWait = 0.25

/** The seconds before the next try; undefined where the server wants more patience than there is. */
const waitOf = (attempt: number, response: Response | undefined): number | undefined => {
  const asked = response === undefined ? undefined : retryAfterOf(response.headers)
  if (asked !== undefined && asked > longestWait) return undefined
  return asked ?? Math.min(longestWait, firstWait * 2 ** attempt * (0.5 + Math.random() / 2))
}

/** Throttled requests have done nothing; after other faults nobody knows. */
const isWorthRetrying = (response: Response | undefined, isRepeatable: boolean): boolean =>
  response?.status === 429 || (isRepeatable && (response === undefined || response.status === 503))

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Sends a call, and again where it was throttled, or where it failed for a while and may be repeated. Answers that are no
 * success are thrown; 304 is one where the call asked for it.
 */
export const send = async (
  settings: Settings,
  route: Route,
  args: RouteArguments,
  { headers, repeatable = route.isRepeatable, signal }: CallOptions = {}
): Promise<Response> => {
  const address = settings.url + addressOf(route, { project_id: settings.project, ...args })
  const { body } = args
  const init: RequestInit = {
    method: route.method,
    headers: { accept: "application/json", ...settings.headers, ...headersOf(route, args), ...headers },
    ...body === undefined ? undefined : { body: JSON.stringify(body) },
    ...signal === undefined ? undefined : { signal }
  }
  for (let attempt = 0;; attempt++) {
    let fault: unknown
    const response = await settings.fetch(address, init).catch((error: unknown) => {
      fault = error
    }) ?? undefined
    if (response?.ok === true || response?.status === 304) return response
    signal?.throwIfAborted()
    const isLast = attempt >= settings.retries || !isWorthRetrying(response, repeatable)
    const wait = isLast ? undefined : waitOf(attempt, response)
    if (wait === undefined) {
      if (response === undefined) throw fault
      throw new HedgerowError(response.status, await bodyOf(response), retryAfterOf(response.headers))
    }
    await response?.body?.cancel()
    await settings.sleep(wait * 1000, signal)
  }
}

/** Events, and files, which take ranges of their bytes: they may be longer than what fits into memory. */
const isStream = ({ headers }: Response, type: string): boolean =>
  type.startsWith("text/event-stream") || headers.get("accept-ranges") === "bytes"

/** The value of an answer: JSON, text, the stream of events or of a file, or nothing. */
export const valueOf = async (response: Response): Promise<unknown> => {
  const type = response.headers.get("content-type") ?? ""
  if (response.status === 304) throw new HedgerowError(304, "The record is the one that the caller has.")
  if (response.status === 204) return undefined
  if (isStream(response, type)) return response.body
  return type.includes("json") ? response.json() : response.text()
}
