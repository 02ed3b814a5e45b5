import { toIso } from "../events/EventTime.ts"
import { cacheKey } from "./CacheKey.ts"
import type { QueryKind, QueryNode } from "./QueryKind.ts"
import { planModifiers } from "./QueryModifiers.ts"
import type { Asked } from "./QueryRequest.ts"
import type { WireValue } from "./ResultJson.ts"

const minute = 60_000_000
const refreshAfter = 6 * 60 * minute

/** The fields about the run in the answer of every kind, with the names of the wire. */
export type QueryEnvelope = {
  readonly modifiers: { readonly [key: string]: WireValue }
  readonly query_status: null
  readonly resolved_date_range: null
  readonly is_cached: boolean
  readonly last_refresh: string
  readonly next_allowed_client_refresh: string
  readonly cache_key: string
  readonly cache_target_age: string
  readonly timezone: string
  readonly calculation_trigger: null
}

/** The answer to a query of any kind: the envelope, and the fields of its kind. */
export type QueryResponse = QueryEnvelope & { readonly [field: string]: WireValue }

/** The envelope of a node that was run at `asked.now`. */
export const envelopeOf = <Node extends QueryNode>(
  kind: Pick<QueryKind<Node, never>, "kind" | "significant">,
  node: Node,
  { now, overrides, project, types }: Asked
): QueryEnvelope => {
  const modifiers = planModifiers(node.modifiers)
  return {
    modifiers: {
      ...modifiers,
      ...(node.modifiers?.debug === true ? { debug: true } : undefined),
      ...(node.modifiers?.timings === true ? { timings: true } : undefined)
    },
    query_status: null,
    resolved_date_range: null,
    is_cached: false,
    last_refresh: toIso(now),
    next_allowed_client_refresh: toIso(now + minute),
    cache_key: cacheKey({
      project,
      kind: kind.kind,
      query: kind.significant(node),
      modifiers,
      overrides,
      types: types.version
    }),
    cache_target_age: toIso(now + refreshAfter),
    timezone: project.timezone,
    calculation_trigger: null
  }
}
