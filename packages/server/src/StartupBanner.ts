import type { Bootstrapped } from "@hedgerow/core/access/Bootstrap"
import * as Option from "effect/Option"

/** What the server prints when it is ready; the keys only when this start made them. */
export const startupBanner = (baseUrl: string, storage: string, first: Option.Option<Bootstrapped>): string =>
  [
    `Hedgerow is ready on ${baseUrl} (storage: ${storage})`,
    ...Option.match(first, {
      onNone: () => [],
      onSome: (made) => firstStart(baseUrl, made)
    })
  ].join("\n")

const firstStart = (baseUrl: string, { personalApiKey, project }: Bootstrapped): ReadonlyArray<string> => [
  "",
  `  Project id        ${project.id}`,
  `  Project token     ${project.api_token}   (for SDKs)`,
  `  Personal API key  ${personalApiKey}   (for the API; shown only now, keep it)`,
  "",
  "Ask a question:",
  "",
  `  curl -s ${baseUrl}/api/projects/${project.id}/query/ \\`,
  `    -H 'Authorization: Bearer ${personalApiKey}' -H 'Content-Type: application/json' \\`,
  `    -d '{"query":{"kind":"ServiceSqlQuery","query":"SELECT event, count() FROM events GROUP BY event"}}'`,
  ""
]
