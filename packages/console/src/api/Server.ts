import { type Client, createClient, HedgerowError } from "@hedgerow/client"
import { QueryClient } from "@tanstack/react-query"
import { basePath } from "../browser/Base.ts"
import { send } from "./Session.ts"

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
