import { type Client, createClient, HedgerowError } from "@hedgerow/client"
import { QueryClient } from "@tanstack/react-query"
import { basePath } from "../browser/Base.ts"
import { csrfHeaders, renewToken } from "./Session.ts"

/** Sends requests of the client with the session's token where they change something; renews it once where it is over. */
const send = async (url: string, init: RequestInit): Promise<Response> => {
  const isSafe = init.method === undefined || init.method === "GET"
  const sent = () =>
    fetch(url, { ...init, headers: { ...init.headers as Record<string, string>, ...isSafe ? {} : csrfHeaders() } })
  const answer = await sent()
  if (answer.status !== 403 || isSafe) return answer
  const { code } = await answer.clone().json() as { readonly code?: unknown }
  if (code !== "csrf_failed") return answer
  await renewToken()
  return sent()
}

/** The API, about no certain project. */
export const api: Client = createClient({ url: basePath, retries: 1, fetch: send })

const isWorthRetrying = (error: unknown): boolean => !(error instanceof HedgerowError) || error.status >= 500

/** What was read of the API. The client repeats what can be repeated; a fault that the caller made is not asked again. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 1 && isWorthRetrying(error),
      staleTime: 15_000,
      refetchOnWindowFocus: false
    }
  }
})
