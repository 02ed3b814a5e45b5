import type { Bootstrapped } from "@hedgerow/core/access/Bootstrap"
import * as Option from "effect/Option"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { siteOf } from "../config/Site.ts"

type Settings = Pick<ServerConfig, "bootstrap" | "publicUrl" | "storage">

const pages = [["API page", "/docs"], ["Guides", "/guides/"]] as const

const pageLines = (baseUrl: string): ReadonlyArray<string> =>
  pages.map(([name, page]) => `  ${name.padEnd(18)}${baseUrl}${page}`)

/**
 * The text that the server prints when it is ready: where its pages are, and how to get a key. Of a first start it shows
 * the project, its token (which is public) and the key; a key that was set by configuration is not repeated. `setup` is the
 * token of the link for the first account, which is shown until somebody has a password.
 */
export const startupBanner = (
  baseUrl: string,
  { bootstrap, publicUrl, storage }: Settings,
  notices: ReadonlyArray<string>,
  first: Option.Option<Bootstrapped>,
  setup: Option.Option<string>
): string =>
  [
    `Hedgerow is ready on ${baseUrl} (storage: ${storage})`,
    ...notices,
    "",
    ...pageLines(baseUrl),
    ...Option.match(setup, {
      onNone: () => [],
      onSome: (
        token
      ) => [`  First account     ${siteOf(publicUrl, baseUrl)}/setup#${token}   (sets your password; works once)`]
    }),
    ...Option.match(first, {
      onNone: () => laterStart(storage),
      onSome: (made) => firstStart(baseUrl, made, Option.isSome(bootstrap.personalApiKey))
    })
  ].join("\n")

const keyVariable = "HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY"

/** Keys are shown once. Storage in memory is out of the command's reach, and makes a key at every start. */
const laterStart = (storage: Settings["storage"]): ReadonlyArray<string> =>
  storage === "memory" ? [""] : ["  Another API key   hedgerow key create --label NAME --scope '*'", ""]

const firstStart = (
  baseUrl: string,
  { personalApiKey, project }: Bootstrapped,
  isKeyGiven: boolean
): ReadonlyArray<string> => [
  `  Project id        ${project.id}`,
  `  Project token     ${project.api_token}   (for SDKs)`,
  isKeyGiven
    ? `  Personal API key  as set by ${keyVariable}   (for the API)`
    : `  Personal API key  ${personalApiKey}   (for the API; shown only now, keep it)`,
  "",
  "Ask a question:",
  "",
  `  curl -s ${baseUrl}/api/projects/${project.id}/query/ \\`,
  `    -H ${
    isKeyGiven ? `"Authorization: Bearer $${keyVariable}"` : `'Authorization: Bearer ${personalApiKey}'`
  } -H 'Content-Type: application/json' \\`,
  `    -d '{"refresh":"force_blocking","query":{"kind":"ServiceSqlQuery","query":"SELECT event, count() FROM events GROUP BY event"}}'`,
  ""
]
