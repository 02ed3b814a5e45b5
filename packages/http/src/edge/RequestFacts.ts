import type { ProjectId } from "@hedgerow/core/access/Project"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The facts that are found out about a request on its way in, for its log entry. */
export interface Facts {
  /** The id of the key it came with. */
  readonly key?: string | undefined
  readonly project?: ProjectId
}

/** Kept beside the requests, since most have none and a service in the context would cost each of them. */
const known = new WeakMap<object, Facts>()

/** Remembers facts for the request's log entry. */
export const noteFacts = (found: Facts): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ source }) => {
    known.set(source, { ...known.get(source), ...found })
  })

/** The facts that were remembered about a request. */
export const factsOf = ({ source }: HttpServerRequest.HttpServerRequest): Facts => known.get(source) ?? {}
