import type { FlagDefinitions } from "@hedgerow/core/flags/serving/FlagDefinitions"
import { definitionsHash } from "./DefinitionsHash.ts"

/** The address of a stream of changes, in the protocol's words. */
export interface OfrepEventStream {
  readonly type: "sse"
  readonly url: string
  /** A page that is hidden for this time closes its stream, and fetches again when it is seen. */
  readonly inactivityDelaySec: number
}

const inactivityDelaySec = 120

/**
 * The stream of a project's changes for who has evaluated by these definitions. `EventSource` sends no headers of one's
 * own: the project's public token stands in the URL, which lies beside that of the bulk evaluation on the host the
 * client used.
 */
export const eventStream = (bulkUrl: URL, definitions: FlagDefinitions): OfrepEventStream => {
  const url = new URL(bulkUrl)
  url.pathname = bulkUrl.pathname.replace(/\/evaluate\/flags\/?$/, "/stream/")
  url.search = String(
    new URLSearchParams({ token: definitions.project.api_token, since: definitionsHash(definitions) })
  )
  return { type: "sse", url: url.href, inactivityDelaySec }
}
