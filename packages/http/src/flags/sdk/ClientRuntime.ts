/** The runtime of a client that requests flags; `unknown` gets only flags of every runtime. */
export type ClientRuntime = "client" | "server" | "unknown"

type Headers = Readonly<Record<string, string | undefined>>

const clientLibraries = /^posthog-(?:android|ios|react-native|flutter)\b/i
const serverLibraries =
  /^(?:posthog-(?:python|ruby|php|java|go|node|dotnet|elixir)\b|python-|python\/|node|node-fetch|undici|axios|got|okhttp|go-http-client|java|apache-httpclient|ruby|faraday|guzzlehttp|php|curl|wget|dart\/|deno\/|bun\/|ofetch|reqwest|hyper)/i
const browsers = /\b(?:Mozilla|Chrome|Safari|Firefox|Edg|Opera)\b/

const ofUserAgent = (agent: string): ClientRuntime | undefined => {
  if (clientLibraries.test(agent)) return "client"
  if (serverLibraries.test(agent)) return "server"
  return browsers.test(agent) ? "client" : undefined
}

const browserHeaders = ["origin", "referer", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-dest"]

/** The request's own field counts first, then its `User-Agent`, then headers that only browsers send. */
export const clientRuntime = (asked: unknown, headers: Headers): ClientRuntime => {
  if (asked === "client" || asked === "server") return asked
  const agent = headers["user-agent"] ?? ""
  return ofUserAgent(agent) ?? (browserHeaders.some((name) => headers[name] !== undefined) ? "client" : "unknown")
}
