import { toIso } from "../events/EventTime.ts"
import { cacheKey } from "./CacheKey.ts"
import { freshUntil, nextAllowedRefresh } from "./execution/Staleness.ts"
import type { QueryKind, QueryNode } from "./QueryKind.ts"
import { planModifiers } from "./QueryModifiers.ts"
import type { Asked } from "./QueryRequest.ts"
import type { WireValue } from "./ResultJson.ts"

/** The fields about the run in the answer of every kind, with the names of the wire. */
export type QueryEnvelope = {
  readonly modifiers: { readonly [key: string]: WireValue }
  readonly query_status: null
  readonly resolved_date_range: null
  readonly is_cached: boolean
  readonly last_refresh: string
  readonly next_allowed_client_refresh: string
  readonly cache_key: string
  /** Until when the answer is fresh; null: it never changes. */
  readonly cache_target_age: string | null
  readonly timezone: string
  readonly calculation_trigger: null
}

/** The answer to a query of any kind: the envelope, and the fields of its kind. */
export type QueryResponse = QueryEnvelope & { readonly [field: string]: WireValue }

type Named<Node extends QueryNode> = Pick<QueryKind<Node, never>, "freshness" | "kind" | "significant">

/** The name of the result of a node. */
export const cacheKeyOf = <Node extends QueryNode>(
  kind: Named<Node>,
  node: Node,
  { overrides, project, types }: Asked
): string =>
  cacheKey({
    project,
    kind: kind.kind,
    query: kind.significant(node),
    modifiers: planModifiers(node.modifiers),
    overrides,
    types: types.version
  })

/** The envelope of a node that was run at `asked.now`. */
export const envelopeOf = <Node extends QueryNode>(kind: Named<Node>, node: Node, asked: Asked): QueryEnvelope => {
  const { now, project } = asked
  const modifiers = planModifiers(node.modifiers)
  const fresh = freshUntil(kind.freshness(node, asked), now)
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
    next_allowed_client_refresh: toIso(nextAllowedRefresh(now)),
    cache_key: cacheKeyOf(kind, node, asked),
    cache_target_age: fresh === undefined ? null : toIso(fresh),
    timezone: project.timezone,
    calculation_trigger: null
  }
}
