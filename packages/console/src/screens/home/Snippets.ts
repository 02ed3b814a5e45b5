/** How to send a first event, by SDK. The token is public: it may stand in pages. */
export interface Snippet {
  readonly name: string
  readonly install: string | undefined
  readonly code: string
}

export const snippets = (host: string, token: string): ReadonlyArray<Snippet> => [
  {
    name: "Web",
    install: "npm install posthog-js",
    code: `import posthog from "posthog-js"

posthog.init("${token}", { api_host: "${host}", person_profiles: "identified_only" })
posthog.identify("ada", { plan: "pro" })
posthog.capture("signed up")`
  },
  {
    name: "Node",
    install: "npm install posthog-node",
    code: `import { PostHog } from "posthog-node"

const client = new PostHog("${token}", { host: "${host}" })
client.capture({ distinctId: "ada", event: "signed up" })
await client.shutdown()`
  },
  {
    name: "Python",
    install: "pip install posthog",
    code: `from posthog import Posthog

client = Posthog("${token}", host="${host}")
client.capture("signed up", distinct_id="ada")
client.shutdown()`
  },
  {
    name: "curl",
    install: undefined,
    code: `curl ${host}/capture/ -H 'Content-Type: application/json' -d '{
  "api_key": "${token}", "distinct_id": "ada", "event": "signed up"
}'`
  }
]
